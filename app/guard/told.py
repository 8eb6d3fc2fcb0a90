"""Credentials told in a sentence, in many languages: a noun, a joint ("is", ":"), and a value. Data and one engine.

The engine looks from a noun to the next one or to the sentence's end, a window at most, so that each character is
looked at a bounded number of times whatever the text.
"""

import re
from collections.abc import Callable, Iterator

from app.guard.plausible import is_opaque, is_password, is_placeholder, mixes
from app.guard.rule import Check, Find, Rule, where, words

_PASSWORDS = words("""
    password passwords passwd passcode passphrase passwort passwortes kennwort losungswort contraseña
    contrasena clave mdp mot_de_passe senha palavra-passe palavra_passe parola wachtwoord hasło haslo
    hasłem пароль пароля паролем lösenord lösenordet adgangskode adgangskoden passord passordet salasana
    heslo jelszó parolă parola şifre şifresi sifre sifresi parolası κωδικός סיסמה סיסמא mật_khẩu
    kata_sandi sandi geslo lozinka парола 密码 密碼 口令 パスワード 비밀번호 암호 पासवर्ड كلمة_المرور كلمة_السر รหัสผ่าน
    credentials creds login logins pw pwd log_in logs_in logged_in sign_in signs_in
    authenticates authenticate zugangsdaten anmeldung
""")
"""Nouns for a password. `_` is a space. In scripts without spaces they may stand inside a run of letters."""

_PINS = words("""
    pin pin-code pincode pin_code pin-nummer pin-kod puk cvv cvv2 cvc cvc2 csc otp geheimzahl türcode tür-code
    alarm_code door_code gate_code safe_code lock_code lockbox_code entry_code access_code unlock_code voicemail_code
    security_code verification_code 2fa_code mfa_code sms_code backup_code recovery_code one-time_code garage_code
    keypad_code safe_combination lock_combination door_combination door_pin code_pin código_pin codice_pin
    código_de_acceso código_de_seguridad código_de_la_alarma code_d'accès code_d'entrée codice_di_sicurezza pin-код
    пин-код пинкод 暗証番号 密码 비밀번호 验证码
""")
"""Nouns for a code of digits."""

_KEYS = words("""
    key token secret credential schlüssel sleutel clave clé chiave chave klucz nyckel nøgle ключ токен 密钥 密鑰 キー
    トークン 키 토큰 anahtarı
""")
"""What a told key is called; one of them must occur."""

_KEY_WORDS = words("""
    api access auth secret admin service account deploy bot signing encryption master license webhook client bearer
    refresh session datadog heroku twilio cloudflare algolia mapbox openai azure aws stripe sentry pagerduty okta auth0
    segment mixpanel amplitude pusher fastly akamai linode vultr hetzner ovh zendesk jira trello dropbox zoom spotify
    twitch steam etherscan infura alchemy coinbase binance kraken
""")
"""What makes a key or token one for a lock: in English and German compounds they come before it."""

_IS = words("""
    is was are ist lautet heißt war es era est c'est était è é foi is luidt to brzmi jest это є är var
    er on je este olan là adalah ialah 是 为 為 は が 는 은 이 है هو هي equals remains becomes
""")
"""Words that join the noun and the value: then the value may look like any password."""

_TO = words("to auf zu en a à al in na на naar till til su por für with mit con avec met med ile dengan với")
"""Weaker joints, as in "changed the password to …": then it must look like nothing but one."""


def _any(listed: tuple[str, ...]) -> str:
    return "|".join(re.escape(word).replace("_", r"\s") for word in sorted(set(listed), key=len, reverse=True))


def _noun(listed: tuple[str, ...], not_before: str = "$^") -> re.Pattern[str]:
    spaced = tuple(word for word in listed if ord(word[0]) < 0x600)
    run_on = tuple(word for word in listed if ord(word[0]) >= 0x600)
    return re.compile(rf"(?i)(?<![\w-])(?:{_any(spaced)})s?(?![\w@/]|{not_before})|(?:{_any(run_on)})")


def _anchors(listed: tuple[str, ...]) -> tuple[str, ...]:
    return tuple({word.split("_")[0] for word in listed})


_SENTENCE_END = re.compile(r"[.!;]\s|\n|[。！？]")
_JOINT = (
    rf"(?:(?:^|(?<=\s)|(?<=\)))[:=]|[:=](?=\s)|[：＝]|=>|->|→|—|–|\s-(?=\s)"
    rf"|(?<![a-z])(?:{_any(_IS)})(?=[\s:\"'“‘«„`「]|(?<=[^\x00-\u05ff])))[ :]{{0,3}}"
)
_OPEN, _CLOSE = "[\"'“‘«„`「『(]", "[\"'”“’«»`」』)]"
_BARE = r"[^\s;\"“”„«»「」『』、。，！？；：（）\u4e00-\u9fff\uac00-\ud7af\u3040-\u30ff]{4,100}"
_VALUE = rf"{_OPEN}(?P<quoted>[^\"“”«»„`「」『』\n]{{3,100}}?){_CLOSE}(?!\w)|(?P<bare>{_BARE})"
_JOINED_PASSWORD = re.compile(rf"(?i){_JOINT}(?:{_VALUE})")
_LEANING_PASSWORD = re.compile(rf"(?i)(?:^|/|\?|(?<![a-z])(?:{_any(_TO)}))[ ]{{1,2}}(?:{_VALUE})")
_CODE = r"\d(?:[ -]?\d){2,9}"
_JOINED_PIN = re.compile(
    rf"(?i)(?:^[ ]|{_JOINT}){_OPEN}?(?P<bare>{_CODE}(?:, ?{_CODE}){{0,15}})(?![\w.,:/%-]*\d)(?![A-Za-z_])(?P<quoted>)?"
)
_JOINED_KEY = re.compile(rf"(?i)(?:^[ ]|{_JOINT}){_OPEN}?(?P<bare>[A-Za-z0-9+/=_.~-]{{12,200}}+)(?P<quoted>)?")

_UNIT = re.compile(
    r"(?i)\s{0,2}-?(?:bits?|bytes?|char|chars|characters|zeichen|caracteres|days?|hours?|minutes?|months?|years?"
    r"|times|words"
    r"|letters|digits|tage|días|jours|attempts|ms|seconds?)\b"
)

Accept = Callable[[str, bool], bool]
"""Whether a value (and: it was quoted) reads like the credential."""


def _kinds(value: str) -> int:
    signs = any(not char.isalnum() and char not in "-_./'’:" for char in value)
    return signs + sum(any(map(test, value)) for test in (str.isupper, str.islower, str.isdigit))


def _is_password(value: str, quoted: bool) -> bool:
    if " " in value and not mixes(value):
        return len(value.split()) > 2 and not is_placeholder(value)
    return is_password(value, sure=quoted)


def _is_strong(value: str, _: bool) -> bool:
    digits = sum(map(str.isdigit, value))
    odd = _kinds(value) > 2 or (len(value) > 7 and 1 < digits < len(value))
    return odd and " " not in value and is_password(value, sure=False)


def _is_pin(value: str, _: bool) -> bool:
    return not re.fullmatch(r"20[2-3]\d", value)


def _is_key(value: str, _: bool) -> bool:
    return is_opaque(value, least=12)


def _told(*joints: tuple[re.Pattern[str], Accept], of: Check = lambda _: True) -> Find:
    """Finds what is told as the noun's value: its joint stands in the noun's sentence, 90 characters on at most.

    `of`: whether a noun is that of a credential where it stands.
    """

    def find(match: re.Match[str], following: int) -> Iterator[tuple[int, int]]:
        text, start = match.string, match.end()
        limit = min(following, start + 200)
        if limit - start < 4 or not of(match):
            return
        stop = _SENTENCE_END.search(text, start, limit)
        rest = text[start : stop.start() + 1 if stop else limit]
        for joint, accept in joints:
            for joined in joint.finditer(rest, 0, 190):
                span = _spoken(joined, accept)
                if span:
                    yield start + span[0], start + span[1]

    return find


def _spoken(joined: re.Match[str], accept: Accept) -> tuple[int, int] | None:
    quoted = bool(joined["quoted"])
    start, end = joined.span("quoted" if quoted else "bare")
    value = joined.string[start:end]
    if not quoted:
        value = value.rstrip(".,;:)'’")
        end = start + len(value)
    if joined.start() > 90 or value.startswith("[REDACTED") or _UNIT.match(joined.string, end):
        return None
    return (start, end) if accept(value, quoted) else None


def _called_password(match: re.Match[str]) -> bool:
    """Told before the noun: "use … as the password"."""
    value = match["secret"].rstrip(".,;:)")
    return _kinds(value) >= 2 and is_password(value, sure=False)


def _is_seed(match: re.Match[str]) -> bool:
    return len(set(match["secret"].split())) >= 8


_PASSWORD_NOUN = _noun(_PASSWORDS, r"\s(?:chiave|polic|rules?\b|length|manager|reset|field|column)")
_PIN_NOUN = _noun(_PINS)
_KEY_NOUN = re.compile(
    r"(?i)(?:(?:key|token|secret|credential)s?|schlüssels?|sleutels?|nyckeln?|nøgle|clave|clé|chiave|chave|klucz|ключ\w{0,3}"
    r"|токен\w{0,3}|anahtarı)(?: (?:de |di |da |d'|del )?(?:la |l')?api)?(?!\w| ?id\b)|密[钥鑰]|キー|トークン|키|토큰"
)
_SURE_KEYS = re.compile(r"(?i)clave|clé|chiave|chave|klucz|токен|密|トークン|토큰|.{3,12} .{0,6}api$")
_WORD = re.compile(r"[^\W_]+")


def _is_key_to_something(noun: re.Match[str]) -> bool:
    """Whether one of the two words before it, or the noun itself, says that the key opens something."""
    before = _WORD.findall(noun.string, max(0, noun.start() - 40), noun.start())[-2:]
    return bool(_SURE_KEYS.match(noun[0])) or any(word.lower() in _KEY_WORDS for word in before)


TOLD: tuple[Rule, ...] = (
    Rule(
        "password",
        _anchors(_PASSWORDS),
        _PASSWORD_NOUN,
        _told((_JOINED_PASSWORD, _is_password), (_LEANING_PASSWORD, _is_strong)),
        starts=True,
    ),
    Rule(
        "password",
        ("as the", "as my", "as your", "as password", "is the", "is my", "als ", "como ", "comme "),
        re.compile(
            r"(?i)(?<![^\s\"'“`(])(?P<secret>[!#-&*-~]{6,64}+)[\"'”`]?\s{1,2}(?:as|is|als|como|comme)\s"
            r"(?:(?:the|your|my|our|das|dein|el|la|le|a)\s)?(?:[\w-]{1,12}\s)?"
            r"(?:password|passphrase|passwort|kennwort|wachtwoord|contraseña|senha|mot de passe)\b"
        ),
        where(_called_password),
    ),
    Rule(
        "pin",
        _anchors(_PINS),
        _PIN_NOUN,
        _told((_JOINED_PIN, _is_pin)),
        starts=True,
    ),
    Rule(
        "seed-phrase",
        ("phrase", "mnemonic", "seed"),
        re.compile(
            r"(?i)(?:seed|recovery|mnemonic|backup|wallet|secret)(?:[ -]?phrase"
            r"|[ -]?words)?\b[^\n:=]{0,30}?(?:[:=]|\bis)\s{0,3}"
            r"[\"'“]?(?P<secret>(?:(?:\d{1,2}[.)]\s?)?[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})\b"
        ),
        where(_is_seed),
    ),
    Rule(
        "api-key",
        _anchors(_KEYS),
        _KEY_NOUN,
        _told((_JOINED_KEY, _is_key), of=_is_key_to_something),
        starts=True,
    ),
)
