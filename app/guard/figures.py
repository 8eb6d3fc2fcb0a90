"""Numbers that prove themselves where they stand: payment cards and bank accounts, apart from order numbers. Data."""

import re
from collections.abc import Iterator

from app.guard.numbers import digits_of, iban_end, is_card
from app.guard.rule import Rule, where

_CARD_NEAR = re.compile(
    r"(?i)card|visa|master|amex|american express|maestro|discover|karte|tarjeta|carte|carta|cartão|cartao|kaart"
    r"|kart|kort"
    r"|карт|卡|カード|카드|cvv|cvc|\bexp\b|expir|billing|credit|debit|kredit|crédito|crédit|\bpan\b"
)
_NUMBER_NEAR = re.compile(
    r"(?i)order|invoice|ticket|track|shipment|parcel|sku|imei|isbn|ean|gtin|upc|serial|timestamp|account"
    r"|customer|case|\bref"
    r"|batch|job|trace|span|request|message|event|bestell|rechnung|sendung|auftrag|pedido|factura|commande"
    r"|facture|ordine"
    r"|fattura|encomenda|fatura|zamówien|заказ|сч[её]т|订单|注文|주문|\bid\b|_id|nr\b|no\.|number|uid|snowflake"
    r"|phone|tel\b|build"
)


def _is_payment_card(match: re.Match[str]) -> bool:
    """Beside a word of cards: every network. Alone: the 15 and 16 digits of most cards, unless called something else.

    One number in ten has a right check digit by chance, so the word before it decides.
    """
    digits = digits_of(match["secret"])
    if not is_card(digits):
        return False
    before = match.string[max(0, match.start() - 60) : match.start()]
    after = match.string[match.end() : match.end() + 40]
    if _CARD_NEAR.search(before) or _CARD_NEAR.search(after):
        return True
    return len(digits) in (15, 16) and not _NUMBER_NEAR.search(before[-32:])


def _accounts(match: re.Match[str], _: int) -> Iterator[tuple[int, int]]:
    length = iban_end(match[0])
    if length:
        yield match.start(), match.start() + length


FIGURES: tuple[Rule, ...] = (
    Rule(
        "payment-card",
        (),
        re.compile(
            r"(?<![\w.#/+-])(?P<secret>\d{13,19}|\d{4}([ .\-\u00a0])\d{4}\2\d{4}\2\d{1,7}|\d{4}([ -])\d{6}\3\d{4,5})"
            r"(?!\w|[.,-]\d)"
        ),
        where(_is_payment_card),
    ),
    Rule("iban", (), re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}\d\d(?:[ \u00a0-]?[A-Z0-9]){11,30}"), _accounts),
    Rule("iban", ("iban",), re.compile(r"(?i)(?<![a-z0-9])[a-z]{2}\d\d(?:[ -]?[a-z0-9]){11,30}"), _accounts),
)
