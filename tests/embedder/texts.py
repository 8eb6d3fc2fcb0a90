"""Texts that the embedder's tests share: sentences in 21 languages, texts that tokenizers trip over, and mixtures."""

import random
from collections.abc import Iterator

SENTENCES = {
    "en": [
        "The deployment runs every Friday at noon.",
        "Anna's sister doesn't like peanuts; she's allergic.",
        "We chose PostgreSQL over MySQL because of row-level security.",
        "Remember: the invoice (no. 4711) is due on 31/12/2026!",
        "An unbelievably counterintuitive internationalization bug.",
    ],
    "de": [
        "Die Straßenbahn fährt über die Brücke.",
        "Übermorgen treffen wir uns um halb neun.",
        "Donaudampfschifffahrtsgesellschaftskapitän",
        "Er heißt Jürgen und mag keine Äpfel.",
        "Das Gerät läuft, aber die Lüftung ist zu laut.",
    ],
    "fr": [
        "L'été dernier, nous étions à la plage.",
        "Où est passée la clé de l'hôtel ?",
        "Ça m'a coûté 12,50 € chez le pâtissier.",
        "« Bien sûr », répondit-elle, « dès demain. »",
        "Un cœur naïf près du château fort.",
    ],
    "es": [
        "¿Cuándo llega el próximo tren a Málaga?",
        "¡Qué rápido aprendió la niña a nadar!",
        "El pingüino camina despacio.",
        "Mañana trabajaré desde casa.",
        "Su número de teléfono cambió en mayo.",
    ],
    "pt": [
        "A reunião de amanhã foi cancelada.",
        "Não gosto de café com açúcar.",
        "As informações estão no relatório.",
        "O avô dela mora em São Paulo.",
        "Três pães e uma maçã, por favor.",
    ],
    "it": [
        "Perché non vieni più a trovarci?",
        "La città è bellissima d'inverno.",
        "Ho già prenotato un tavolo per due.",
        "Lunedì comincia il nuovo progetto.",
        "L'università chiude alle sette.",
    ],
    "pl": [
        "Zażółć gęślą jaźń.",
        "Łódź to duże miasto w Polsce.",
        "Wczoraj wieczorem padał śnieg.",
        "Czy możesz mi pomóc z tym błędem?",
        "Źródło znajduje się pod wzgórzem.",
    ],
    "cs": [
        "Příliš žluťoučký kůň úpěl ďábelské ódy.",
        "Děkuji, to stačí.",
        "V úterý jedeme do Brna.",
        "Můj bratr studuje lékařství.",
        "Nezapomeň koupit mléko a rohlíky.",
    ],
    "hu": [
        "Árvíztűrő tükörfúrógép.",
        "Holnap reggel hétkor indulunk.",
        "Köszönöm szépen a segítséget!",
        "A gyerekek az udvaron játszanak.",
        "Budapest két részből áll.",
    ],
    "tr": [
        "İstanbul'da ılık bir akşamdı.",
        "Işıkları kapatmayı unutma.",
        "Çocuklar bahçede oynuyor.",
        "Yarın öğleden sonra görüşürüz.",
        "Türkçe öğrenmek güç değil.",
    ],
    "vi": [
        "Tôi thích uống cà phê sữa đá.",
        "Hà Nội là thủ đô của Việt Nam.",
        "Ngày mai trời sẽ mưa rất to.",
        "Chị ấy làm việc ở bệnh viện.",
        "Đừng quên mang theo hộ chiếu.",
    ],
    "ru": [
        "Завтра мы едем на дачу.",
        "Её зовут Мария, ей тридцать лет.",
        "Съешь ещё этих мягких французских булок.",
        "Сервер перезагружается каждую ночь.",
        "Йод и ёлка пишутся по-разному.",
    ],
    "uk": [
        "Її кішка спить на підвіконні.",
        "Київ — столиця України.",
        "Ґанок нашого будинку дерев'яний.",
        "Ми зустрінемося о п'ятій годині.",
        "Він не їсть м'яса.",
    ],
    "el": [
        "Ο σκύλος κοιμάται κάτω από το τραπέζι.",
        "ΟΔΥΣΣΕΥΣ ΚΑΙ ΠΗΝΕΛΟΠΗ",
        "Πόσο κοστίζει το εισιτήριο;",
        "Αύριο θα πάμε στη θάλασσα.",
        "Η μαϊμού έφαγε το ρύζι.",
    ],
    "ar": [
        "أحب القهوة بدون سكر.",
        "اِجْتَمَعَ الفَرِيقُ صَبَاحًا",
        "متى يصل القطار إلى القاهرة؟",
        "المكتبة مغلقة يوم الجمعة، أليس كذلك؟",
        "رقم الهاتف هو ٠١٢٣٤٥٦٧٨٩.",
    ],
    "he": [
        "הרכבת יוצאת בשעה שמונה.",
        "שָׁלוֹם לְכֻלָּם",
        "אני לא אוכל בשר.",
        "מחר יהיה חם מאוד בתל־אביב.",
        "איפה השארת את המפתחות?",
    ],
    "hi": [
        "मुझे चाय बहुत पसंद है।",
        "कल हम दिल्ली जाएँगे।",
        "क्या आप हिन्दी बोलते हैं?",
        "उसकी बहन डॉक्टर है।",
        "बैठक सुबह दस बजे शुरू होगी।",
    ],
    "th": [
        "ฉันชอบกินข้าวผัดกุ้ง",
        "พรุ่งนี้ฝนจะตกหนัก",
        "เขาทำงานที่กรุงเทพฯ",
        "ขอบคุณมากครับ",
        "ร้านปิดวันจันทร์",
    ],
    "zh": [
        "我明天去北京出差。",
        "請問洗手間在哪裡？",
        "他不喜欢吃香菜，对花生过敏。",
        "服务器每天凌晨3点重启。",
        "數據庫遷移已經完成了！",
    ],
    "ja": [
        "明日の会議は十時からです。",
        "コーヒーとケーキをください。",
        "がぎぐげご、ぱぴぷぺぽ、ヴァイオリン",
        "東京タワーに行ったことがありますか？",
        "サーバーが落ちています…",
    ],
    "ko": [
        "내일 아침에 서울에 갑니다.",
        "저는 매운 음식을 좋아해요.",
        "회의는 세 시에 시작합니다.",
        "비밀번호를 잊어버렸어요!",
        "그 책은 정말 재미있었다.",
    ],
}

ODDITIES = [
    "",
    " \t\r\n ",
    "\x00\x01\x7f\x85\u200b\ufeff\ufffd",
    "a\x00b\u200bc\u00add",
    "no\u00a0break\u3000wide\u2028line\u2029end",
    "[SEP] [CLS] [MASK] [UNK] [PAD] ##ing",
    "x" * 100,
    "x" * 101,
    "a" * 5000,
    "word " * 400,
    "中" * 300,
    "é" * 60 + "e\u0301" * 60,
    "ﬁne ﬂow Ⅻ ½ ㎏ ２０２６ ＡＢＣ",
    "K Å Ω ϐ ſ ẞ ß Σς İı ǅ",
    "👩‍👩‍👧‍👦 🇩🇪 👍🏽 ☕️ 🤷🏻‍♀️",
    "snake_case camelCase kebab-case SCREAMING_CASE v1.2.3-rc.1",
    "https://example.com/a/b?c=d&e=%20#frag user@example.org",
    "def f(x): return x**2  # $5 <tag> `code` ^~|\\",
    "C:\\Users\\ana\\file.txt /usr/local/bin",
    "∑∂∞≠√ ←→ ©®™ °§¶ ₿€£¥",
    "𝒜𝓁𝒾𝒸𝑒 𠀀𪜀𫝀 \U0002b820 豈 更",
    "Z̷̢͔̗a̵l̸g̶o̷",
    "\ue000\U000f0000 private",
    "قال: “نعم” — ثمّ… «لا»",
    "॥ ॐ ๏ ฿ ༄ ᠀ 。、・「」",
    "don't can't I'm we'll rock'n'roll ’‘“”„",
    "1,234.56 -7 +8 3/4 10% #1 @me",
    "\u1100\u1161\u11a8 각 ㄱㄴㄷ",
    "ı̇stanbul I\u0307",
    "tail space ",
]


def mixtures(count: int) -> Iterator[str]:
    """The same mixtures of all the above in every run: pieces of texts, some in capitals, some decomposed by chance."""
    chance = random.Random(20)
    texts = [text for group in SENTENCES.values() for text in group] + ODDITIES
    joints = [" ", "", "\n", ", ", "\u3000", "-", "\u200d", "\u0301"]
    for _ in range(count):
        parts: list[str] = []
        for text in chance.choices(texts, k=chance.randint(1, 5)):
            start = chance.randint(0, len(text) // 2)
            part = text[start : start + chance.randint(1, 60)]
            parts += [chance.choice([part, part, part.upper(), part.title(), part.swapcase()]), chance.choice(joints)]
        yield "".join(parts)


SENTENCES_OF_VECTORS = [
    "The cat sat on the mat.",
    "A dog is running through the park.",
    "How do I reset my password?",
    "The quarterly report is due next Friday.",
    "Melanie painted a sunrise by the lake last summer.",
    "We moved the database from MySQL to PostgreSQL in March.",
    "He is allergic to peanuts and shellfish.",
    "Her favourite dish is lasagna with spinach.",
    "The build fails with error E1142 on Windows.",
    "git rebase --interactive HEAD~3",
    "SELECT name FROM users WHERE age > 30;",
    "Please keep answers short and in British English.",
    "I was born in Porto and live in Berlin now.",
    "Die Straßenbahn fährt über die Brücke.",
    "明日の会議は十時からです。",
    "¿Cuándo llega el próximo tren a Málaga?",
    "ok",
    "",
    "A very long day. " * 30,
    "One text that is longer than the model reads goes on and on about nothing in particular. " * 25,
]
