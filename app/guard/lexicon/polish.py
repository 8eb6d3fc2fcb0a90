"""Polish entries."""

POLISH: dict[str, str] = {
    "DROP": """
        zignoruj*, ignoruj*, ignorować, zapomnij*, pomiń, pomijaj, nie zwracaj uwagi, odrzuć, nie stosuj się,
        nie przestrzegaj, unieważnij, przestań przestrzegać, lekceważ, nie szanuj, złam, nie słuchaj
    """,
    "PRIOR": """
        poprzedni*, wcześniejsz*, dotychczasow*, powyższ*, uprzedni*, pierwotn*, początkow*, wcześniej, istniejąc*
    """,
    "ALL": "wszystkie, wszystkich, wszystko, każdy, każde, każdą, każdej, wszelkie, dowolne",
    "INSTRUCTIONS": """
        instrukcj*, poleceń, polecenia, wytyczn*, dyrektyw*, wskazówk*, prompt*, ograniczenia, ograniczeń, nakaz*,
        zaleceń
    """,
    "RULES": "zasad*, reguł*, kontekst",
    "YOUR": "twoje, twój, twoja, twoich, ty, ci, tobie, swoje, swój, swoich",
    "SYSTEM MESSAGE": "wiadomość systemową, instrukcje systemowe, instrukcje dewelopera",
    "SYSTEM PROMPT": """
        prompt systemowy, promptu systemowego, monit systemowy, ukryte instrukcje, tajne instrukcje,
        podpowiedź systemową, początkowe instrukcje
    """,
    "BEFORE": """
        wszystko powyżej, wszystko co powyżej, wszystko co było, wszystko, co ci, wszystko co ci, wszystkim co,
        o wszystkim, co zostało
    """,
    "REVEAL": "ujawnij, ujawniaj, wyjaw, zdradź, odkryj",
    "SHOW": "pokaż, wyświetl, wypisz, powtórz, podaj, wydrukuj, napisz, wymień, powiedz",
    "VERBATIM": "dosłownie, słowo w słowo, w całości",
    "SEND": """
        wyślij, wysyłaj, prześlij, przesyłaj, przekaż, przekazuj, opublikuj, wgraj, eksportuj, udostępnij, udostępniaj
    """,
    "DATA": """
        dane użytkownik*, danych użytkownik*, dane osobowe, dane klient*, rozmow*, historię, wiadomości użytkownika,
        ostatnią wiadomość, konwersacj*
    """,
    "SECRETS": "sekrety, hasła, hasło, haseł, klucze, klucz, kluczy, tokeny, dane logowania, poświadczenia",
    "MEMORIES": "wspomnienia, notatki, pamięć",
    "OTHERS": "innych użytkowników, wszystkich użytkowników, innego użytkownika, innych klientów",
    "DESTINATION": "atakując*, na ten adres, serwer zewnętrzny, zewnętrzny serwer, na adres, pod adres",
    "RUN": "uruchom, wykonaj, wywołaj, użyj, otwórz, wykonuj, używaj",
    "TOOL": "narzędzi*, polecenie, komend*, skrypt*, funkcj*, powłok*, terminal*",
    "UNASKED": """
        bez pytania, bez potwierdzenia, bez zgody, bez pozwolenia, bez ostrzeżenia, bez weryfikacji, bez sprawdzania,
        po cichu, potajemnie, nie pytaj, bez wiedzy, nie pytając, bez akceptacji
    """,
    "HIDE": """
        nie mów użytkownikowi, nie informuj użytkownika, nie wspominaj o tym, nie powiadamiaj użytkownika,
        bez wiedzy użytkownika, ukryj to, ukrywaj to, zachowaj to w tajemnicy, utrzymuj to w tajemnicy,
        użytkownik nie może wiedzieć, użytkownik nie może się dowiedzieć, nikomu nie mów, nie ujawniaj tego,
        tak by użytkownik nie, aby użytkownik nie
    """,
    "HIDE A BIT": "po cichu, potajemnie, nie wspominaj, dyskretnie, ukryj, ukrywaj",
    "FOREVER": """
        od teraz, od tej pory, odtąd, na zawsze, na stałe, od tej chwili, w każdej przyszłej,
        we wszystkich przyszłych, w każdej rozmowie, we wszystkich rozmowach, za każdym razem, zapamiętaj na stałe,
        w przyszłości
    """,
    "ANSWERS": """
        każdej odpowiedzi, każdą odpowiedź, wszystkich odpowiedziach, wszystkie odpowiedzi, swoich odpowiedziach,
        przyszłych odpowiedziach, twoich odpowiedzi, odpowiedziach, końcu odpowiedzi
    """,
    "APPEND": "dodaj, dodawaj, dołącz, dołączaj, wstaw, wstawiaj, umieść, umieszczaj, kończ, dopisz, wspominaj",
    "LINK": "link, linki, odnośnik, adres url, url, obraz, obrazek, reklam*, stron*, kod rabatowy",
    "RECOMMEND": "polecaj, poleć, rekomenduj, zalecaj, promuj, sugeruj, chwal, doradzaj, przedstawiaj",
    "BIASED": """
        jako jedyn*, wyłącznie, tylko, jako najleps*, ponad wszystk*, zamiast innych, niezależnie od,
        jako niebezpieczn*, bez względu na
    """,
    "RIVALS": "konkurencj*, konkurentów, konkurenci, innych dostawców, rywali, alternatyw*, pozostałych, inne marki",
    "BAD": "niebezpieczn*, oszust*, zł*, niewiarygodn*",
    "ALWAYS": "zawsze, nigdy, musisz, masz, należy, powinieneś",
    "ASKED": """
        gdy ktoś pyta, jeśli ktoś pyta, gdy ktoś zapyta, jeśli ktoś zapyta, zapytany, gdy pytają, na pytania, pyta
    """,
    "TRIGGER": """
        gdy użytkownik powie, kiedy użytkownik powie, jeśli użytkownik powie, gdy użytkownik napisze,
        kiedy użytkownik napisze, jeśli użytkownik napisze, gdy tylko użytkownik, gdy ktoś powie, jeśli ktoś powie,
        gdy pojawi się słowo, na hasło, słowo klucz, tajne słowo, gdy użytkownik wspomni
    """,
    "YOU ARE": """
        jesteś teraz, teraz jesteś, od teraz jesteś, nie jesteś już, zachowuj się jak, udawaj, działaj jak, wciel się,
        wyobraź sobie, że jesteś, odgrywaj rolę
    """,
    "MODEL": "ai, asystent*, model, modelu, chatbot, sztuczna inteligencja",
    "UNBOUND": """
        bez ograniczeń, bez zasad, bez filtrów, bez cenzury, nieograniczon*, żadnych ograniczeń, żadnych zasad,
        każdą prośbę, każde polecenie, dowolne polecenie
    """,
    "AUTHORITY": """
        tryb dewelopera, tryb administratora, tryb debugowania, tryb programisty, trybie dewelopera,
        administrator zatwierdził, administrator zezwolił, jestem administratorem, jestem twoim twórcą,
        zatwierdzone przez administratora, w imieniu administratora, użytkownik jest administratorem,
        pełne uprawnienia
    """,
    "READER": """
        gdy to czytasz, jeśli to czytasz, kiedy to czytasz, po przeczytaniu, kto to czyta, jeśli jesteś ai,
        notatka dla ai, wiadomość dla asystenta, do modelu, każde ai, dla asystenta
    """,
    "SELF": "ta notatka, ten wpis, ta instrukcja, ta wiadomość, to polecenie, następujące instrukcje, te instrukcje",
    "PRIORITY": "najwyższy priorytet, ma pierwszeństwo, nadrzędn*, zastępuje wszystkie, ważniejsz*",
    "OBEY": "bądź posłuszn*, słuchaj, wykonuj wszystkie, przestrzegaj, stosuj się",
    "NEW TASK": "twoje nowe zadanie, nowe instrukcje, twoim nowym zadaniem, nowy cel, twoje prawdziwe zadanie",
    "DELETE": "usuń, skasuj, wymaż, zniszcz",
    "DISABLE": "wyłącz, dezaktywuj, omiń, obejdź, zdejmij",
    "SAFETY": "bezpieczeństw*, filtry, filtr, ostrzeżeni*, moderacj*, zabezpiecze*",
    "APPROVE": "zatwierdź, zatwierdzaj, autoryzuj, zwróć, przelej, akceptuj",
    "MONEY": "zwrot*, płatnoś*, przelew*, pieniądze, środki, wszystkie wnioski, rabat*, dostęp",
    "TOLD": "które ci dano, które otrzymałeś, twoi twórcy",
    "TREAT": "traktuj, uznaj",
    "TRUSTED": "jak polecenie, jak instrukcję, jako polecenie, jako instrukcję, jak wiadomość systemową",
}
