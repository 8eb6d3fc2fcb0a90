"""Indonesian and Malay entries."""

INDONESIAN: dict[str, str] = {
    "DROP": """
        abaikan, abaikanlah, lupakan, jangan ikuti, mengabaikan, kesampingkan, hiraukan, jangan hiraukan,
        jangan patuhi
    """,
    "PRIOR": "sebelumnya, sebelum, di atas, terdahulu, awal, asli, lama",
    "ALL": "semua, seluruh, setiap, segala, apa pun",
    "INSTRUCTIONS": "instruksi, perintah, arahan, petunjuk, pedoman, batasan, prompt, panduan",
    "RULES": "aturan, kebijakan, peraturan",
    "YOUR": "anda, kamu, mu, kau",
    "SYSTEM PROMPT": """
        prompt sistem, perintah sistem, instruksi sistem, instruksi tersembunyi, instruksi rahasia, instruksi awal,
        pesan sistem
    """,
    "BEFORE": "semua yang di atas, semua di atas, semua yang dikatakan, segala sesuatu di atas, semua hal di atas",
    "REVEAL": "ungkapkan, bocorkan, beberkan, ungkap, buka",
    "SHOW": "tampilkan, tunjukkan, cetak, ulangi, tulis, sebutkan, beri tahu",
    "VERBATIM": "kata demi kata, persis, secara lengkap",
    "SEND": "kirim, kirimkan, teruskan, unggah, bagikan, ekspor",
    "DATA": """
        data pengguna, data pribadi, percakapan, riwayat, pesan pengguna, data pelanggan, informasi pengguna,
        informasi pribadi, obrolan
    """,
    "SECRETS": "kata sandi, rahasia, kunci api, kunci, token, kredensial",
    "OTHERS": "pengguna lain, semua pengguna, seluruh pengguna",
    "DESTINATION": "penyerang, alamat ini, server eksternal, alamat berikut, ke alamat",
    "RUN": "jalankan, panggil, gunakan, eksekusi, lakukan, buka",
    "TOOL": "alat, perintah ini, skrip, fungsi, perkakas, terminal",
    "UNASKED": """
        tanpa bertanya, tanpa konfirmasi, tanpa izin, tanpa persetujuan, diam-diam, secara diam-diam,
        tanpa memberi tahu, tanpa pemberitahuan, jangan bertanya, tanpa verifikasi
    """,
    "HIDE": """
        jangan beri tahu pengguna, jangan beritahu pengguna, jangan katakan kepada pengguna,
        tanpa sepengetahuan pengguna, jangan sebutkan ini, jangan sebutkan hal ini, rahasiakan ini,
        rahasiakan hal ini, sembunyikan ini, pengguna tidak boleh tahu, jangan bilang, jangan informasikan
    """,
    "HIDE A BIT": "diam-diam, secara rahasia, jangan sebutkan, sembunyikan",
    "FOREVER": """
        mulai sekarang, sejak sekarang, mulai saat ini, selamanya, secara permanen, di semua, di setiap, pada setiap,
        ingat selalu, ke depannya, seterusnya, setiap kali
    """,
    "ANSWERS": """
        setiap jawaban, semua jawaban, akhir jawaban, jawaban anda, jawabanmu, setiap respons, setiap balasan,
        semua balasan
    """,
    "APPEND": "tambahkan, sertakan, masukkan, sisipkan, lampirkan, cantumkan",
    "LINK": "tautan, link, url, gambar, iklan, situs",
    "RECOMMEND": "rekomendasikan, sarankan, promosikan, anjurkan, pujilah",
    "BIASED": "satu-satunya, hanya, terbaik, di atas semua, apa pun yang, daripada yang lain, secara eksklusif",
    "RIVALS": "pesaing, kompetitor, penyedia lain, merek lain, produk lain, alternatif",
    "BAD": "tidak aman, berbahaya, penipuan",
    "ALWAYS": "selalu, harus, jangan pernah, wajib, tidak pernah",
    "ASKED": """
        ketika ditanya, jika ditanya, saat ditanya, bila ada yang bertanya, jika ada yang bertanya, ditanya,
        bertanya tentang
    """,
    "TRIGGER": """
        ketika pengguna mengatakan, jika pengguna mengatakan, saat pengguna mengatakan, ketika pengguna mengetik,
        jika pengguna mengetik, begitu pengguna, jika seseorang mengatakan, ketika seseorang mengatakan,
        kata sandi rahasia, kata kunci rahasia, pengguna menyebut
    """,
    "YOU ARE": """
        sekarang anda adalah, sekarang kamu adalah, anda sekarang adalah, kamu sekarang adalah,
        mulai sekarang anda adalah, mulai sekarang kamu adalah, anda bukan lagi, kamu bukan lagi, berpura-puralah,
        bertindak sebagai, bertindaklah sebagai, berperan sebagai
    """,
    "MODEL": "ai, asisten, model, chatbot",
    "UNBOUND": """
        tanpa batasan, tanpa batas, tanpa aturan, tanpa filter, tanpa sensor, tidak terbatas, tidak ada batasan,
        tidak ada aturan, setiap permintaan, semua permintaan, permintaan apa pun
    """,
    "AUTHORITY": """
        mode pengembang, mode admin, mode administrator, administrator telah, admin telah, saya administrator,
        saya adalah administrator, saya adalah pengembang, disetujui oleh administrator, atas nama administrator,
        akses penuh
    """,
    "READER": """
        ketika membaca ini, jika membaca ini, saat membaca ini, jika anda membaca, untuk ai, pesan untuk asisten,
        catatan untuk ai, catatan untuk asisten
    """,
    "SELF": "catatan ini, instruksi ini, pesan ini, memori ini, instruksi berikut",
    "PRIORITY": "prioritas tertinggi, prioritas utama, menggantikan semua, lebih penting dari",
    "OBEY": "patuhi, taati, turuti, ikuti semua",
    "NEW TASK": "tugas baru, instruksi baru, tujuan baru, tugas sebenarnya",
    "DELETE": "hapus, hapuslah, musnahkan",
    "DISABLE": "nonaktifkan, matikan, lewati",
    "SAFETY": "keamanan, filter, peringatan, keselamatan",
    "APPROVE": "setujui, transfer, otorisasi",
    "MONEY": "pengembalian dana, pembayaran, uang, dana, semua permintaan, akses",
}
