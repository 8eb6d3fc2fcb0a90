"""What orders to a model are made of, in the words of many languages. Data only; `app.guard.concepts` reads it."""

from app.guard.lexicon.arabic import ARABIC
from app.guard.lexicon.chinese import CHINESE
from app.guard.lexicon.czech import CZECH
from app.guard.lexicon.dutch import DUTCH
from app.guard.lexicon.english import ENGLISH
from app.guard.lexicon.english_aims import ENGLISH_AIMS
from app.guard.lexicon.english_airs import ENGLISH_AIRS
from app.guard.lexicon.french import FRENCH
from app.guard.lexicon.german import GERMAN
from app.guard.lexicon.hindi import HINDI
from app.guard.lexicon.indonesian import INDONESIAN
from app.guard.lexicon.italian import ITALIAN
from app.guard.lexicon.japanese import JAPANESE
from app.guard.lexicon.korean import KOREAN
from app.guard.lexicon.nordic import NORDIC
from app.guard.lexicon.others import OTHERS
from app.guard.lexicon.polish import POLISH
from app.guard.lexicon.portuguese import PORTUGUESE
from app.guard.lexicon.russian import RUSSIAN
from app.guard.lexicon.spanish import SPANISH
from app.guard.lexicon.turkish import TURKISH
from app.guard.lexicon.ukrainian import UKRAINIAN
from app.guard.lexicon.vietnamese import VIETNAMESE

LEXICONS: tuple[dict[str, str], ...] = (
    ENGLISH,
    ENGLISH_AIMS,
    ENGLISH_AIRS,
    GERMAN,
    DUTCH,
    NORDIC,
    SPANISH,
    FRENCH,
    PORTUGUESE,
    ITALIAN,
    RUSSIAN,
    UKRAINIAN,
    POLISH,
    CZECH,
    CHINESE,
    JAPANESE,
    KOREAN,
    ARABIC,
    HINDI,
    TURKISH,
    VIETNAMESE,
    INDONESIAN,
    OTHERS,
)

__all__ = ["LEXICONS"]
