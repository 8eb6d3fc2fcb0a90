"""What orders to a model are made of, in the words of many languages. Data only; `app.guard.concepts` reads it."""

from app.guard.lexicon.english import ENGLISH
from app.guard.lexicon.eastern import EASTERN
from app.guard.lexicon.germanic import GERMANIC
from app.guard.lexicon.romance import ROMANCE
from app.guard.lexicon.slavic import SLAVIC

LEXICONS: tuple[dict[str, str], ...] = (ENGLISH, *GERMANIC, *ROMANCE, *SLAVIC, *EASTERN)

__all__ = ["LEXICONS"]
