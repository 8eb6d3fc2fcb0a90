"""Numbers that prove themselves: payment cards (Luhn) and bank accounts (IBAN, ISO 13616). Pure arithmetic."""

import re

from app.guard.rule import words

IBAN_LENGTHS = {
    entry[:2]: int(entry[3:])
    for entry in words("""
    AD:24 AE:23 AL:28 AT:20 AZ:28 BA:20 BE:16 BG:22 BH:22 BR:29 BY:28 CH:21 CR:22 CY:28 CZ:24 DE:22 DK:18 DO:28 EE:20
    EG:29 ES:24 FI:18 FO:18 FR:27 GB:22 GE:22 GI:23 GL:18 GR:27 GT:28 HR:21 HU:28 IE:22 IL:23 IQ:23 IS:26 IT:27 JO:30
    KW:30 KZ:20 LB:28 LC:32 LI:21 LT:20 LU:20 LV:21 LY:25 MC:27 MD:24 ME:22 MK:19 MR:27 MT:31 MU:30 NL:18 NO:15 PK:24
    PL:28 PS:29 PT:25 QA:29 RO:24 RS:22 SA:24 SC:31 SE:24 SI:19 SK:24 SM:27 ST:25 SV:28 TL:23 TN:24 TR:26 UA:29 VA:22
    VG:24 XK:20
    """)
}
"""Length of an IBAN by country, from the IBAN registry."""

_NETWORKS = re.compile(
    r"(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}"  # Visa, Mastercard
    r"|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:6011|65\d\d|64[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}"  # Amex to JCB
    r"|62\d{14,17}|(?:5018|5020|5038|6304|67\d\d)\d{8,15})"  # UnionPay, Maestro
)


def digits_of(text: str) -> str:
    """The ASCII digits of a text."""
    return "".join(char for char in text if "0" <= char <= "9")


def luhn(digits: str) -> bool:
    """Whether the last digit is the Luhn check digit of those before it."""
    total = 0
    for index, char in enumerate(reversed(digits)):
        value = int(char) * (1 + index % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def is_card(digits: str) -> bool:
    """Whether digits are a payment card's: a known network's prefix and length, and the check digit."""
    return bool(_NETWORKS.fullmatch(digits)) and len(set(digits)) > 1 and luhn(digits)


def is_iban(text: str) -> bool:
    """Whether a text, separators apart, is an IBAN: its country's length, and 1 modulo 97."""
    account = "".join(char for char in text if char.isascii() and char.isalnum()).upper()
    if IBAN_LENGTHS.get(account[:2]) != len(account):
        return False
    return int("".join(str(int(char, 36)) for char in account[4:] + account[:4])) % 97 == 1


def iban_end(text: str) -> int:
    """How many characters of `text`, which begins like an IBAN, are the IBAN; 0 where it is none."""
    wanted = IBAN_LENGTHS.get(text[:2].upper(), 0)
    seen = 0
    for index, char in enumerate(text):
        seen += char.isalnum()
        if seen == wanted:
            return index + 1 if wanted and is_iban(text[: index + 1]) else 0
    return 0
