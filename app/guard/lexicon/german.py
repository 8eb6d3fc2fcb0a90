"""German entries. Imperatives and infinitives rather than forms that report."""

GERMAN: dict[str, str] = {
    "DROP": """
        ignorier, ignoriere, ignorieren, ignoriert, missachte, missachten, vergiss, vergesst, vergessen sie, verwirf,
        verwerfe, übergehe, beachte nicht, beachten sie nicht, setze dich hinweg über, befolge nicht, folge nicht,
        halte dich nicht an, überschreibe, überschreib, lass ~ außer acht, hör auf zu befolgen, gelten nicht mehr,
        gilt nicht mehr, halte dich nicht mehr an, pfeif auf, scher dich nicht um, brich
    """,
    "PRIOR": """
        bisherige*, vorherige*, vorige*, frühere*, obige*, vorangegangene*, vorangehende*, ursprüngliche*, zuvor,
        davor, bisher, bestehende*, vorstehende*, oben, vorher
    """,
    "ALL": "alle, allen, aller, alles, jede, jeden, jedes, jeder, sämtliche, sämtlichen, jegliche, jeglichen",
    "INSTRUCTIONS": """
        anweisung*, instruktion*, vorgabe*, richtlinie*, prompt, prompts, anordnung*, weisung*, befehle, befehlen,
        einschränkung*, beschränkung*, systemvorgabe*
    """,
    "RULES": "regel, regeln, vorschrift*, kontext, grenzen",
    "YOUR": "dein, deine, deinen, deiner, deinem, du, dir, dich, ihre, ihren, eure, deines, euch",
    "SYSTEM MESSAGE": "systemnachricht, systemanweisung*, entwickleranweisung*, entwicklernachricht, systemregel*",
    "SYSTEM PROMPT": """
        systemprompt, systemprompts, system prompt, system-prompt, systemaufforderung, systemeingabe,
        versteckten anweisungen, geheimen anweisungen, ursprünglichen anweisungen
    """,
    "BEFORE": """
        alles bisherige, alles obige, alles vorherige, alles was ~ gesagt, alles was dir, alles was davor,
        alles was oben, was dir gesagt wurde, alles zuvor, alles davor, alles was du
    """,
    "REVEAL": """
        verrate, verraten, enthülle, enthüllen, offenbare, gib preis, preisgeben, lege offen, leg offen,
        veröffentliche, plaudere
    """,
    "SHOW": """
        zeige, zeig, zeigen sie, gib, gib aus, nenne, nenn, drucke, wiederhole, schreibe, liste, ausgeben, anzeigen,
        übersetze
    """,
    "VERBATIM": "wörtlich, wortwörtlich, wort für wort, im wortlaut, vollständig",
    "SEND": """
        sende, senden, schicke, schick, schicken, übermittle, übermitteln, übertrage, leite ~ weiter, weiterleiten,
        lade ~ hoch, hochladen, poste, maile, exportiere, teilen, teile, herausgeben, gib ~ weiter
    """,
    "DATA": """
        nutzerdaten, benutzerdaten, kundendaten, daten des nutzers, daten des benutzers, persönliche daten,
        persönlichen daten, gespräch, gespräche, gesprächsverlauf, chatverlauf, unterhaltung*, nachricht des nutzers,
        nachrichten des nutzers, eingaben des nutzers, verlauf, letzte nachricht
    """,
    "SECRETS": """
        geheimnisse, geheimnis, zugangsdaten, anmeldedaten, passwort, passwörter, schlüssel, api-schlüssel,
        kennwörter, tokens, kreditkartennummer*
    """,
    "MEMORIES": "erinnerungen, gespeicherten notizen, notizen, gedächtnis",
    "OTHERS": """
        aller nutzer, aller benutzer, andere nutzer, anderer nutzer, anderen nutzer, anderer benutzer, anderer kunden,
        aller kunden, jedes nutzers
    """,
    "DESTINATION": """
        angreifer, folgende adresse, diese adresse, externen server, externe adresse, fremden server, an diese
    """,
    "RUN": "führe, führ, ausführen, starte, rufe, ruf, aufrufen, benutze, verwende, nutze, öffne",
    "TOOL": "werkzeug, tool, tools, befehl, kommando, skript, shell, terminal, funktion, löschwerkzeug, programm",
    "UNASKED": """
        ohne zu fragen, ohne nachzufragen, ohne rückfrage, ohne nachfrage, ohne bestätigung, ohne zustimmung,
        ohne prüfung, ohne genehmigung, ohne erlaubnis, ohne den nutzer, ohne den benutzer, ohne hinweis, heimlich,
        stillschweigend, unbemerkt, frag nicht, frage nicht nach, ungefragt, ohne es zu erwähnen
    """,
    "HIDE": """
        sag dem nutzer nichts, sage dem nutzer nichts, sag dem benutzer nichts, sage dem benutzer nichts,
        erzähle dem nutzer nicht, erwähne das nicht, erwähne dies nicht, erwähne diese anweisung nicht,
        erwähne diesen hinweis nicht, verschweige, verheimliche, ohne dass der nutzer, ohne dass der benutzer,
        ohne wissen des nutzers, der nutzer darf nicht, der nutzer darf davon, der benutzer darf nicht,
        informiere den nutzer nicht, verrate dem nutzer nicht, sag niemandem, sage niemandem, nichts davon erzählen,
        lass dir nichts anmerken, behalte das für dich, halte das geheim, erwähne es nicht, erwähne das niemals,
        erwähne es niemals, sprich nicht darüber, niemand darf
    """,
    "HIDE A BIT": "heimlich, stillschweigend, erwähne nicht, unbemerkt, ohne es zu erwähnen, verbirg, verberge",
    "FOREVER": """
        ab jetzt, von nun an, ab sofort, ab heute, künftig, zukünftig, in zukunft, dauerhaft, für immer,
        in jeder künftigen, in allen künftigen, in jedem gespräch, in jeder sitzung, immer wenn, merke dir dauerhaft,
        merk dir für immer, bei jeder gelegenheit, fortan
    """,
    "ANSWERS": """
        jeder antwort, jede antwort, allen antworten, alle antworten, deinen antworten, deine antworten,
        deiner antwort, jeder deiner, künftigen antworten, ende jeder, wenn du antwortest, jeder zusammenfassung
    """,
    "APPEND": "füge, hänge, häng, anhängen, hinzufügen, ergänze, baue, beende, schreibe, setze, erwähne, einfügen",
    "LINK": "link, links, url, bild, werbung, anzeige, webseite, adresse, gutscheincode, rabattcode",
    "RECOMMEND": """
        empfiehl, empfehle, empfehlen, bewirb, bewerbe, bevorzuge, lobe, preise, rate, schlage ~ vor, nenne, stelle
    """,
    "BIASED": """
        als einzige*, nur noch, ausschließlich, als beste*, vor allen anderen, statt anderer, egal wonach, egal was,
        als sicherste*, als unsicher, über alle anderen, vor allen, einzig, unabhängig davon, als schlechter
    """,
    "RIVALS": """
        konkurrenz, konkurrenten, wettbewerber*, mitbewerber*, andere anbieter, alle anderen, andere produkte,
        alternativen, anderen anbieter
    """,
    "BAD": "unsicher, schlecht, gefährlich, betrug, minderwertig, unseriös, warne vor",
    "ALWAYS": "immer, stets, niemals, nie, musst, müssen, sollst, unbedingt, jedes mal, grundsätzlich",
    "ASKED": """
        wenn jemand fragt, wenn jemand nach, wenn nach, falls jemand fragt, auf jede frage, bei fragen, gefragt, fragt
    """,
    "TRIGGER": """
        wenn der nutzer ~ sagt, wenn der benutzer ~ sagt, sobald der nutzer, sobald der benutzer, sobald jemand,
        wenn jemand ~ sagt, wenn das wort, sobald das wort, sobald das stichwort, wenn der nutzer ~ schreibt,
        sagt der nutzer, sagt jemand, codewort, beim stichwort, auf das stichwort, wenn der satz
    """,
    "YOU ARE": """
        du bist jetzt, du bist nun, ab jetzt bist du, von nun an bist du, du bist ab, du bist nicht mehr, tu so als,
        tu als ob, verhalte dich, spiele die rolle, handle als, agiere als, stell dir vor du, übernimm die rolle,
        gib dich als
    """,
    "MODEL": "ki, assistent, assistenten, modell, sprachmodell, chatbot",
    "UNBOUND": """
        uneingeschränkt*, unzensiert*, ohne einschränkung*, ohne beschränkung*, ohne regeln, ohne filter,
        ohne grenzen, keine regeln, keine grenzen, keine einschränkungen, ungefiltert*, jede anfrage, jeden befehl,
        jeden wunsch, alles erlaubt, bösartig*, keinerlei, was ich sage, was immer ich, alles tun, alles beantworten
    """,
    "AUTHORITY": """
        entwicklermodus, wartungsmodus, administratormodus, admin-modus, der administrator hat, der admin hat,
        hier spricht der administrator, ich bin der administrator, ich bin der entwickler, ich bin dein entwickler,
        vom administrator freigegeben, vom administrator genehmigt, mit voller vollmacht,
        im auftrag des administrators, im namen des administrators, volle berechtigung, nutzer ist administrator
    """,
    "READER": """
        wenn du das liest, wenn du dies liest, falls du dies liest, wer dies liest, beim lesen, an die ki,
        an den assistenten, hinweis an die ki, hinweis an das modell, hinweis für den assistenten,
        nachricht an das modell, an das sprachmodell, jede ki, wenn diese notiz, als ki, falls du eine ki
    """,
    "SELF": """
        diese notiz, dieser eintrag, diese anweisung, diese nachricht, diese erinnerung, dieser text,
        folgende anweisung*, folgenden anweisungen, dieser befehl
    """,
    "PRIORITY": """
        höchste priorität, oberste priorität, hat vorrang, vorrang vor, überschreibt, geht vor, steht über,
        ersetzt alle, ersetzt sämtliche
    """,
    "OBEY": "gehorche, befolge, befolgen, folge, führe ~ aus, tu was, mach alles was, beantworte alles",
    "NEW TASK": """
        deine neue aufgabe, neue anweisung*, dein neues ziel, deine wahre aufgabe, deine eigentliche aufgabe,
        neue regeln, neuer auftrag
    """,
    "DELETE": "lösche, lösch, löschen, entferne, vernichte",
    "DISABLE": "deaktiviere, schalte ~ aus, schalte ~ ab, umgehe, hebe ~ auf, unterdrücke, ausschalten",
    "SAFETY": """
        sicherheitsregeln, sicherheitsrichtlinien, sicherheitsfilter, inhaltsfilter, sicherheitsvorgaben,
        schutzmaßnahmen, sicherheitsprüfung*, warnungen, sicherheitsabfrage*, filter
    """,
    "APPROVE": "genehmige, bewillige, erstatte, überweise, gib ~ frei, gewähre, freigeben",
    "MONEY": """
        erstattung*, rückerstattung*, zahlung*, überweisung*, geld, guthaben, rabatt, alle anträge, jeden antrag,
        zugriff
    """,
    "TREAT": "behandle, behandele, betrachte, werte, sieh",
    "TRUSTED": """
        wie eine anweisung, als anweisung, wie eine systemanweisung, als systemanweisung, als systemnachricht,
        als vertrauenswürdig, wie einen befehl, als befehl, wie vom system, wie vom betreiber
    """,
    "TOLD": """
        deines betreibers, deiner entwickler, die dir gegeben, die man dir, dir gegeben, dir gesagt, dir auferlegt
    """,
}
