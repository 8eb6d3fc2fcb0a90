"""Swedish, Danish and Norwegian entries."""

NORDIC: dict[str, str] = {
    "DROP": """
        ignorera, ignorér, ignorer, glöm, glem, bortse från, se bort fra, se bort ifra, strunta i, bryt dig inte om,
        overse
    """,
    "PRIOR": "tidigare, föregående, ovanstående, tidligere, forrige, foregående, ovenstående, ovenfor",
    "ALL": "alla, alle, allt, alt, varje, hver, hvert",
    "INSTRUCTIONS": "instruktion*, anvisning*, instruks*, riktlinje*, retningslinje*",
    "RULES": "regler, reglerna, reglerne, kontext",
    "YOUR": "dina, din, dine, du, deg, dig",
    "SYSTEM PROMPT": "systemprompt, systemprompten, systemprompt*, systeminstruktion*",
    "BEFORE": "allt ovan, allt som sagts, alt ovenfor, alt hvad du, allt du",
    "REVEAL": "avslöja, afslør, avslør, røb, läck",
    "SHOW": "visa, vis, skriv ut, udskriv, upprepa, gentag, gjenta",
    "SEND": "skicka, sänd, send, vidarebefordra, videresend, ladda upp",
    "DATA": "användarens, användardata, brugerens, brukerens, samtal*, personuppgifter, persondata, konversation*",
    "SECRETS": "lösenord, nycklar, hemligheter, adgangskoder, nøgler, passord, hemmeligheder",
    "DESTINATION": "angripare, denna adress, denne adresse, extern server",
    "UNASKED": """
        utan att fråga, utan bekräftelse, uden at spørge, uden bekræftelse, uten å spørre, i smyg, i hemlighet
    """,
    "HIDE": """
        berätta inte för användaren, säg inget till användaren, fortæl ikke brugeren, ikke fortell brukeren,
        nämn inte detta, nævn ikke dette, utan att användaren, uden at brugeren
    """,
    "FOREVER": "från och med nu, fra nu af, fra nå av, permanent, för alltid, i alla framtida, i alle fremtidige",
    "ANSWERS": "varje svar, alla svar, hvert svar, alle svar, dina svar, dine svar",
    "APPEND": "lägg, tilføj, inkludera, avsluta, legg, indsæt",
    "LINK": "länk, link, lenke, url, bild, annons",
    "RECOMMEND": "rekommendera, anbefal, anbefale, främja",
    "BIASED": "som den enda, bara, endast, som bäst, framför alla andra, som den eneste, kun, frem for alle",
    "RIVALS": "konkurrenter, konkurrenterna, konkurrenterne, andra leverantörer, alla andra",
    "ALWAYS": "alltid, altid, måste, skal, ska, aldrig, aldri",
    "TRIGGER": "när användaren ~ säger, om användaren ~ säger, når brugeren ~ siger, så snart, når brukeren ~ sier",
    "YOU ARE": "du är nu, du er nu, du er nå, låtsas att du, lad som om du, agera som, opfør dig som",
    "MODEL": "ai, assistent, assistenten, modell, model",
    "UNBOUND": """
        obegränsad*, ocensurerad*, utan begränsningar, utan regler, ubegrænset, uden begrænsninger, uden regler,
        uten begrensninger, inga regler, ingen regler
    """,
    "AUTHORITY": "utvecklarläge, udviklertilstand, utviklermodus, administratören har, administratoren har",
    "OBEY": "lyd, adlyd, åtlyd, följ, følg",
    "READER": "när du läser detta, når du læser dette, til ai, till ai",
    "NEW TASK": "din nya uppgift, din nye opgave, nya instruktioner, nye instruktioner",
}
