"""What the demo's two people say, what the scripted model answers, and what it would learn from that. Data only."""

from dataclasses import dataclass
from typing import Literal

from storage.model import Kind


@dataclass(frozen=True, slots=True)
class Lesson:
    """A memory that the scripted model finds wherever `quote` stands in a message."""

    quote: str
    text: str
    kind: Kind
    importance: float
    about: Literal["user", "agent", "other"] = "user"


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question and its answer."""

    asked: str
    answer: str


@dataclass(frozen=True, slots=True)
class Story:
    """A conversation of one end user."""

    subject: str
    title: str
    exchanges: tuple[Exchange, ...]


ANA = Story(
    "ana",
    "plans a trip",
    (
        Exchange(
            "Hi! I'm planning four days in Lisbon in May. I'm vegetarian, so please keep that in mind.",
            "Lovely choice. May is warm and not too busy. I'll only suggest vegetarian places.",
        ),
        Exchange(
            "Perfect. And my sister Mila joins me on Friday, she lands at noon.",
            "Noted: from Friday noon it is the two of you. I'd keep the afternoon light, with Alfama on foot.",
        ),
    ),
)

BEN = Story(
    "ben",
    "books a flight",
    (
        Exchange(
            "I need a flight to Oslo next week. I only travel with hand luggage.",
            "There is a direct one on Tuesday at 9:40. Without checked bags it is also the cheapest.",
        ),
        Exchange(
            "Take it. We decided that the team meets at the Oslo office on Wednesdays from now on.",
            "Booked. You'll be there a day before the first Wednesday meeting.",
        ),
    ),
)

QUESTION = "What should I have for dinner on Friday?"
"""Asked by both, in conversations of their own that share no text with the first two."""

DINNER = {
    True: "Since you're vegetarian: book a table for two, for Mila will be there. Try the chickpea stew at Ao 26.",
    False: "Happy to help. Do you eat everything, and where will you be on Friday?",
}
"""The scripted model's answer, by whether its request says that the person is vegetarian."""

KNOWS = "vegetarian"

LESSONS = (
    Lesson("I'm vegetarian", "Ana is vegetarian.", "preference", 0.9),
    Lesson("my sister Mila joins me on Friday", "Ana's sister Mila joins her in Lisbon on Friday.", "event", 0.6),
    Lesson("I only travel with hand luggage", "Ben only travels with hand luggage.", "preference", 0.7),
    Lesson(
        "the team meets at the Oslo office on Wednesdays",
        "Ben's team meets at the Oslo office on Wednesdays.",
        "decision",
        0.8,
    ),
)
