"""Dutch entries."""

DUTCH: dict[str, str] = {
    "DROP": """
        negeer, negeren, vergeet, vergeten, volg ~ niet, schenk geen aandacht aan, sla ~ over, overschrijf,
        laat ~ buiten beschouwing, gelden niet meer, respecteer ~ niet, houd je niet aan, hou je niet aan,
        trek je niets aan, gehoorzaam ~ niet
    """,
    "PRIOR": """
        eerdere, vorige, voorgaande, bovenstaande, voorafgaande, oorspronkelijke, bestaande, hierboven, daarvoor,
        eerder
    """,
    "ALL": "alle, elke, iedere, alles, ieder, elk",
    "INSTRUCTIONS": "instructie*, aanwijzing*, richtlijn*, opdrachten, bevelen, prompt, beperking*, voorschriften",
    "RULES": "regel, regels, context, beleid, grenzen",
    "YOUR": "jouw, je, jij, uw, u, jou",
    "SYSTEM MESSAGE": "systeembericht, systeeminstructie*, ontwikkelaarsinstructie*",
    "SYSTEM PROMPT": """
        systeemprompt, systeem prompt, systeem-prompt, systeemopdracht, verborgen instructies, geheime instructies
    """,
    "BEFORE": """
        alles hierboven, alles wat ~ gezegd, alles wat je, alles daarvoor, alles hiervoor, al het bovenstaande,
        al het voorgaande
    """,
    "REVEAL": "onthul, onthullen, verklap, maak openbaar, geef prijs, lek",
    "SHOW": "toon, laat zien, laat ~ zien, geef, druk af, herhaal, schrijf, noem, print, vertel",
    "VERBATIM": "letterlijk, woord voor woord",
    "SEND": "stuur, verstuur, verzend, zend, mail, upload, stuur ~ door, exporteer, plaats, deel, delen",
    "DATA": """
        gebruikersgegevens, klantgegevens, gegevens van de gebruiker, persoonlijke gegevens, persoonsgegevens,
        gesprek, gesprekken, chatgeschiedenis, berichten van de gebruiker, laatste bericht
    """,
    "SECRETS": "geheimen, wachtwoorden, wachtwoord, inloggegevens, sleutels, api-sleutels, api-sleutel, tokens",
    "MEMORIES": "herinneringen, opgeslagen notities, geheugen",
    "OTHERS": "alle gebruikers, andere gebruikers, andere klanten, alle klanten",
    "DESTINATION": "aanvaller, dit adres, externe server, volgende adres, deze url",
    "RUN": "voer, uitvoeren, roep, gebruik, start, draai, open",
    "TOOL": "tool, hulpmiddel, opdracht, commando, script, functie, shell, terminal",
    "UNASKED": """
        zonder te vragen, zonder bevestiging, zonder toestemming, zonder goedkeuring, zonder controle,
        zonder het te vragen, stiekem, stilletjes, ongevraagd, zonder de gebruiker, vraag niet
    """,
    "HIDE": """
        vertel de gebruiker niet, vertel de gebruiker niets, zeg niets tegen de gebruiker, zeg hier niets over,
        vermeld dit niet, noem dit niet, zonder dat de gebruiker, verzwijg, houd dit geheim, houd dit verborgen,
        vertel niemand, zonder medeweten, de gebruiker mag dit niet, de gebruiker mag niet weten, verberg dit,
        zeg er niets over, noem het niet, niemand mag weten, vermeld het niet
    """,
    "HIDE A BIT": "stiekem, stilletjes, vermeld niet, verzwijg, zonder te melden",
    "FOREVER": """
        vanaf nu, voortaan, van nu af aan, permanent, voor altijd, in elk toekomstig, in alle toekomstige,
        in elk gesprek, elke keer, onthoud voorgoed, onthoud permanent, bij elk gesprek
    """,
    "ANSWERS": """
        elk antwoord, ieder antwoord, alle antwoorden, je antwoorden, elk van je, toekomstige antwoorden,
        einde van elk
    """,
    "APPEND": "voeg, zet, plaats, eindig, vermeld, neem ~ op, sluit",
    "LINK": "link, links, url, afbeelding, advertentie, website, kortingscode",
    "RECOMMEND": "beveel, aanbevelen, raad, promoot, adviseer, prijs, noem",
    "BIASED": """
        als enige, alleen maar, uitsluitend, als beste, boven alle andere, ongeacht, als onveilig,
        in plaats van andere, als de veiligste
    """,
    "RIVALS": """
        concurrenten, concurrent, concurrentie, andere aanbieders, andere leveranciers, alternatieven, alle andere
    """,
    "BAD": "onveilig, slecht, gevaarlijk, onbetrouwbaar, oplichting",
    "ALWAYS": "altijd, steeds, nooit, moet, moeten, telkens",
    "ASKED": "als iemand vraagt, wanneer iemand vraagt, als er gevraagd, bij elke vraag, gevraagd wordt, vraagt",
    "TRIGGER": """
        als de gebruiker ~ zegt, wanneer de gebruiker ~ zegt, zodra de gebruiker, zodra iemand, als iemand ~ zegt,
        als het woord, zodra het woord, wanneer het woord, codewoord, de gebruiker ~ typt
    """,
    "YOU ARE": """
        je bent nu, jij bent nu, u bent nu, vanaf nu ben je, je bent niet langer, je bent voortaan, doe alsof je,
        gedraag je als, speel de rol, handel als, stel je voor dat je
    """,
    "MODEL": "ai, assistent, model, taalmodel, chatbot",
    "UNBOUND": """
        onbeperkt*, ongecensureerd*, zonder beperkingen, zonder regels, zonder filters, geen beperkingen, geen regels,
        elk verzoek, elke opdracht, ongefilterd*
    """,
    "AUTHORITY": """
        ontwikkelaarsmodus, ontwikkelmodus, beheerdersmodus, onderhoudsmodus, de beheerder heeft, ik ben de beheerder,
        ik ben de ontwikkelaar, goedgekeurd door de beheerder, namens de beheerder, volledige bevoegdheid,
        gebruiker is beheerder
    """,
    "READER": """
        als je dit leest, wanneer je dit leest, aan de ai, aan de assistent, bericht aan het model, elke ai,
        wie dit leest, notitie voor de ai, als ai
    """,
    "SELF": "deze notitie, deze instructie, dit bericht, deze herinnering, deze tekst, de volgende instructie*",
    "PRIORITY": "hoogste prioriteit, heeft voorrang, gaat boven, vervangt alle, overschrijft",
    "OBEY": "gehoorzaam, volg, voldoe aan, doe wat",
    "NEW TASK": "je nieuwe taak, je nieuwe opdracht, nieuwe instructies, je echte taak, je nieuwe doel",
    "DELETE": "verwijder, wis, vernietig",
    "DISABLE": "schakel ~ uit, zet ~ uit, omzeil, negeer",
    "SAFETY": "veiligheidsregels, veiligheidsfilters, veiligheidsmaatregelen, beveiligingscontroles, waarschuwingen",
    "APPROVE": "keur, goedkeuren, betaal, maak ~ over, verleen",
    "MONEY": "terugbetaling*, betaling*, geld, korting*, alle verzoeken, toegang",
    "TOLD": "die je zijn gegeven, die je kreeg, je makers, je ontwikkelaars",
    "TREAT": "behandel, beschouw, zie",
    "TRUSTED": """
        als een opdracht, als instructie, als een instructie, als systeembericht, alsof het van, als vertrouwd
    """,
}
