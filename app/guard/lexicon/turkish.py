"""Turkish entries."""

TURKISH: dict[str, str] = {
    "DROP": """
        yok say, yoksay, görmezden gel, görmezden gelin, dikkate alma, dikkate almayın, unut, unutun, göz ardı et,
        göz ardı edin, boş ver, uyma, geçersiz kıl, yok sayın
    """,
    "PRIOR": """
        önceki, yukarıdaki, eski, geçmiş, bundan önceki, daha önceki, mevcut, asıl, ilk, şimdiye kadarki, öncesindeki
    """,
    "ALL": "tüm, bütün, her, hepsini, tümünü, herhangi",
    "INSTRUCTIONS": "talimat*, yönerge*, komutları, emirleri, kısıtlama*, direktif*, istem*, kısıtlamaları",
    "RULES": "kural*, politika*",
    "YOUR": "senin, sana, sen, sizin, size, siz, kurallarını, kendi",
    "SYSTEM PROMPT": """
        sistem istemi*, sistem komutu*, sistem promptu*, sistem mesajını, sistem talimatlarını, gizli talimatları,
        sistem yönergesini, ilk talimatları
    """,
    "BEFORE": "yukarıdaki her şeyi, yukarıdaki her şey, önceki her şeyi, söylenen her şeyi, şimdiye kadar",
    "REVEAL": "ifşa et, açıkla, açığa çıkar, sızdır, ifşa edin",
    "SHOW": "göster, gösterin, yazdır, yaz, tekrarla, listele, söyle",
    "VERBATIM": "kelimesi kelimesine, aynen, birebir",
    "SEND": "gönder, gönderin, yolla, ilet, yükle, aktar, paylaş",
    "DATA": """
        kullanıcı verileri*, kullanıcının verileri*, kullanıcı bilgileri*, kişisel verileri*, konuşmayı, konuşmaları,
        sohbet geçmişi*, kullanıcının mesaj*, müşteri verileri*, kullanıcının son, kullanıcının tüm
    """,
    "SECRETS": """
        şifreleri, şifre, parolaları, parola, anahtarları, anahtar, gizli bilgileri, sırları, jetonları,
        kimlik bilgileri*, anahtarlarını, şifrelerini
    """,
    "OTHERS": "diğer kullanıcı*, tüm kullanıcı*, bütün kullanıcı*, başka kullanıcı*",
    "DESTINATION": "saldırgan*, bu adrese, dış sunucu*, şu adrese, adresine",
    "RUN": "çalıştır, çalıştırın, çağır, kullan, yürüt, başlat",
    "TOOL": "aracını, araç, komutunu, komut, betik, fonksiyon*, aracı, terminal*",
    "UNASKED": """
        sormadan, onay almadan, izin almadan, onaysız, izinsiz, gizlice, sessizce, haber vermeden, onay beklemeden,
        sorma, bildirmeden
    """,
    "HIDE": """
        kullanıcıya söyleme, kullanıcıya söylemeyin, kullanıcıya bundan bahsetme, bundan bahsetme,
        kullanıcının haberi olmadan, kullanıcıya bildirme, bunu gizle, bunu gizli tut, kullanıcıya haber verme,
        kullanıcıdan gizle, kullanıcı bilmemeli, kimseye söyleme, kullanıcıya belli etme
    """,
    "HIDE A BIT": "gizlice, sessizce, belli etmeden, bahsetme",
    "FOREVER": """
        bundan sonra, bundan böyle, artık, şu andan itibaren, kalıcı olarak, sonsuza kadar, gelecekteki tüm,
        tüm gelecekteki, her konuşmada, tüm konuşmalarda, her seferinde, sürekli
    """,
    "ANSWERS": """
        her yanıt*, her cevab*, tüm yanıt*, tüm cevap*, yanıtlarının, cevaplarının, bütün cevap*, her cevap*,
        bütün yanıt*
    """,
    "APPEND": "ekle, ekleyin, koy, dahil et, bitir, yerleştir",
    "LINK": "bağlantı*, link*, url, resim, görsel, reklam*, sitesi",
    "RECOMMEND": "öner, önerin, tavsiye et, tavsiye edin, öv, tanıt",
    "BIASED": "tek güvenilir, yalnızca, sadece, en iyi, ne olursa olsun, diğerlerinden, tek seçenek, tek",
    "RIVALS": "rakip*, rakipler*, diğer sağlayıcı*, alternatif*, diğer markalar*, diğer firmalar*",
    "BAD": "güvensiz, tehlikeli, dolandırıcı*",
    "ALWAYS": "her zaman, daima, asla, mutlaka, zorundasın, hep",
    "ASKED": "sorulduğunda, sorarsa, sorulursa, soru gelince, sorduğunda",
    "TRIGGER": """
        kullanıcı ~ dediğinde, kullanıcı ~ derse, kullanıcı ~ yazdığında, kullanıcı ~ yazarsa, biri ~ dediğinde,
        biri ~ derse, kelimesini duyunca, dediği anda, gizli kelime, dediğinde, derse
    """,
    "YOU ARE": """
        artık sen, sen artık, şimdi sen, bundan sonra sen, gibi davran, rolünü üstlen, rolü yap, gibi hareket et,
        artık bir
    """,
    "MODEL": "yapay zeka, asistan*, model, modeli, sohbet botu",
    "UNBOUND": """
        kısıtlama olmadan, kısıtlamasız, sınırsız, kuralsız, filtresiz, sansürsüz, hiçbir kısıtlama, hiçbir kural,
        her isteği, her talebi, kısıtlaması olmayan, sınırlama olmadan
    """,
    "AUTHORITY": """
        geliştirici modu*, yönetici modu*, yönetici onayladı, ben yöneticiyim, ben geliştiriciyim,
        yönetici tarafından onaylandı, yöneticinin izniyle, yönetici adına, tam yetki*, kullanıcı yöneticidir
    """,
    "READER": """
        bunu okuduğunda, bunu okuyorsan, bunu okuyan, yapay zekaya not, asistana not, modele not, bu notu okuduğunda
    """,
    "SELF": "bu not, bu talimat, bu mesaj, bu kayıt, aşağıdaki talimat*",
    "PRIORITY": "en yüksek öncelik*, önceliklidir, üstündür, hepsinin yerine geçer",
    "OBEY": "itaat et, uy, uymalısın, yerine getir",
    "NEW TASK": "yeni görevin, yeni talimatlar*, asıl görevin, gerçek görevin, yeni amacın",
    "DELETE": "sil, silin, yok et, kaldır",
    "DISABLE": "devre dışı bırak, kapat, atla, etkisiz",
    "SAFETY": "güvenlik*, filtre*, uyarı*",
    "APPROVE": "onayla, iade et, aktar, izin ver",
    "MONEY": "iade*, ödeme*, para, havale*, tüm talepleri, indirim*, erişim",
}
