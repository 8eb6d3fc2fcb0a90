"""Romanian, Catalan, Persian, Hebrew, Thai, Greek and Bengali: the orders that are met most."""

OTHERS: dict[str, str] = {
    "DROP": """
        ignoră, ignorați, uită, nu respecta, ignoreu, oblida, ignora, نادیده بگیر, فراموش کن, התעלם, התעלמי, שכח,
        תתעלם, เพิกเฉย, ไม่ต้องสนใจ, ละเว้น, ลืม, αγνόησε, αγνοησε, ξέχασε, ξεχνα, উপেক্ষা, ভুলে যাও
    """,
    "PRIOR": """
        anterioare, precedente, de mai sus, anteriors, prèvies, inițiale, قبلی, پیشین, הקודמות, קודמות, הקודם,
        ก่อนหน้า, ข้างต้น, προηγούμεν*, παραπάνω, পূর্ববর্তী, আগের
    """,
    "ALL": "toate, orice, fiecare, totes, tots, qualsevol, تمام, همه, כל, ทั้งหมด, ทุก, όλες, όλα, সমস্ত, সব",
    "INSTRUCTIONS": """
        instrucțiunile, instrucțiuni, indicațiile, instruccions, directives, دستورات, دستورالعمل, הוראות, ההוראות,
        הנחיות, ההנחיות, คำสั่ง, คำแนะนำ, οδηγίες, εντολές, নির্দেশ
    """,
    "RULES": "regulile, reguli, regles",
    "SYSTEM PROMPT": """
        promptul de sistem, promptul sistemului, prompt del sistema, instrucțiunile ascunse, پرامپت سیستم, דבר המערכת,
        הנחיית המערכת, פרומפט המערכת, הנחיות המערכת, พรอมต์ระบบ, พรอมต์ของระบบ, ข้อความระบบ, προτροπή συστήματος,
        συστημικό prompt, সিস্টেম প্রম্পট
    """,
    "REVEAL": "dezvăluie, divulgă, revela, فاش کن, חשוף, גלה, เปิดเผย, αποκάλυψε, প্রকাশ",
    "SHOW": "arată, afișează, mostra, نشان بده, הצג, הראה, הדפס, แสดง, δείξε, εμφάνισε, দেখাও",
    "SEND": "trimite, expediază, envia, ارسال کن, بفرست, שלח, ส่ง, στείλε, পাঠাও",
    "DATA": """
        datele utilizatorului, datele utilizatorilor, conversația, dades de l'usuari, داده‌های کاربر, اطلاعات کاربر,
        נתוני המשתמש, השיחה, ข้อมูลผู้ใช้, บทสนทนา, δεδομένα του χρήστη, συνομιλία
    """,
    "SECRETS": """
        parolele, cheile, secretele, contrasenyes, claus, رمز عبور, کلیدها, סיסמאות, מפתחות, รหัสผ่าน, คีย์, κωδικούς,
        κλειδιά
    """,
    "DESTINATION": "atacator, această adresă, atacant",
    "HIDE": """
        nu spune utilizatorului, nu îi spune utilizatorului, fără ca utilizatorul, no ho diguis a l'usuari,
        sense que l'usuari, به کاربر نگو, אל תספר למשתמש, בלי שהמשתמש, อย่าบอกผู้ใช้, ห้ามบอกผู้ใช้,
        μην πεις στον χρήστη, χωρίς να το ξέρει
    """,
    "FOREVER": """
        de acum înainte, de acum încolo, permanent, d'ara endavant, a partir d'ara, از این پس, از این به بعد, מעכשיו,
        מעתה, לתמיד, จากนี้ไป, ตลอดไป, από εδώ και πέρα, από τώρα, για πάντα
    """,
    "YOU ARE": """
        acum ești, de acum ești, ara ets, comportă-te ca, prefă-te, اکنون تو, از این به بعد تو, אתה כעת, מעכשיו אתה,
        ตอนนี้คุณคือ, จากนี้ไปคุณ, τώρα είσαι, από εδώ και πέρα είσαι
    """,
    "UNBOUND": """
        fără restricții, fără reguli, fără limite, sense restriccions, sense límits, بدون محدودیت, ללא הגבלות,
        בלי הגבלות, ไม่มีข้อจำกัด, χωρίς περιορισμούς, χωρίς κανόνες
    """,
    "UNASKED": """
        fără să întrebi, fără confirmare, sense preguntar, sense confirmació, بدون پرسیدن, بدون تأیید, בלי לשאול,
        ללא אישור, โดยไม่ต้องถาม, โดยไม่ถาม, χωρίς να ρωτήσεις, χωρίς επιβεβαίωση
    """,
    "RECOMMEND": "recomandă, recomana",
    "BIASED": "ca singura, ca singurul, com l'única, com l'únic",
    "RIVALS": "concurenți, concurența, competidors",
    "ALWAYS": "întotdeauna, mereu, sempre, trebuie, همیشه, תמיד, เสมอ, πάντα, সবসময়",
    "YOUR": "خود را, שלך, ของคุณ, σου",
}
