"""Italian entries."""

ITALIAN: dict[str, str] = {
    "DROP": """
        ignora, ignorate, ignorare, ignori, dimentica, dimenticate, dimenticare, trascura, scarta, non considerare,
        non tenere conto, non tener conto, non seguire, lascia perdere, annulla, non valgono più, smetti di seguire,
        non rispettare, non obbedire, viola, infrangi, fregatene
    """,
    "PRIOR": "precedente, precedenti, sopra, originali, iniziali, passate, esistenti, prima, sopra riportate",
    "ALL": "tutte, tutti, tutto, tutta, ogni, qualsiasi, qualunque, ciascuna",
    "INSTRUCTIONS": """
        istruzione, istruzioni, direttiva, direttive, indicazioni, ordini, prompt, restrizioni, linee guida
    """,
    "RULES": "regola, regole, politiche, contesto, limiti, norme, vincoli",
    "YOUR": "tuo, tua, tuoi, tue, tu, ti, vostre, sue",
    "SYSTEM MESSAGE": """
        messaggio di sistema, istruzioni di sistema, istruzioni dello sviluppatore, messaggio dello sviluppatore
    """,
    "SYSTEM PROMPT": """
        prompt di sistema, prompt del sistema, istruzioni nascoste, istruzioni segrete, istruzioni iniziali,
        prompt iniziale, istruzioni di sistema
    """,
    "BEFORE": """
        tutto ciò che precede, tutto quello che, tutto quanto sopra, tutto ciò che ti, quanto sopra, tutto ciò che è,
        quanto detto
    """,
    "REVEAL": "rivela, rivelare, divulga, svela, esponi, diffondi",
    "SHOW": "mostra, mostrami, stampa, scrivi, ripeti, elenca, dimmi, visualizza, riporta, riassumi, traduci",
    "VERBATIM": "parola per parola, letteralmente, alla lettera, testualmente",
    "SEND": """
        invia, inviare, inviate, manda, mandare, spedisci, inoltra, trasmetti, pubblica, carica, esporta, condividere,
        condividi
    """,
    "DATA": """
        dati dell'utente, dati degli utenti, dati personali, dati del cliente, dati dei clienti, conversazione,
        conversazioni, cronologia, messaggi dell'utente, ultimo messaggio, messaggio dell'utente
    """,
    "SECRETS": "segreti, credenziali, password, chiavi, chiave, token",
    "MEMORIES": "memorie, ricordi, note salvate",
    "OTHERS": "altri utenti, tutti gli utenti, altro utente, altri clienti, tutti i clienti",
    "DESTINATION": "attaccante, aggressore, questo indirizzo, server esterno, seguente indirizzo, questo url",
    "RUN": "esegui, eseguire, lancia, chiama, usa, avvia, invoca, apri, utilizza",
    "TOOL": "strumento, strumenti, comando, comandi, script, funzione, shell, terminale, lo strumento",
    "UNASKED": """
        senza chiedere, senza conferma, senza confermare, senza permesso, senza autorizzazione, senza avvisare,
        senza approvazione, senza verificare, in silenzio, silenziosamente, di nascosto, non chiedere,
        senza che l'utente, senza controllo
    """,
    "HIDE": """
        non dire all'utente, non dirlo all'utente, non dire nulla all'utente, senza che l'utente lo sappia,
        senza che l'utente se ne, all'insaputa dell'utente, non menzionare questo, non menzionare questa,
        non menzionarlo, non rivelare questo, nascondi questo, mantieni il segreto, tieni segreto questo,
        non informare l'utente, l'utente non deve sapere, non dirlo a nessuno, non farne parola, non parlarne,
        nessuno deve sapere, senza dirlo
    """,
    "HIDE A BIT": "in silenzio, silenziosamente, di nascosto, senza menzionare, non menzionare, nascondi",
    "FOREVER": """
        d'ora in poi, da ora in poi, d'ora in avanti, da adesso in poi, per sempre, permanentemente,
        in modo permanente, in ogni futura, in tutte le future, in ogni conversazione, in tutte le conversazioni,
        ricorda sempre, ogni volta, in futuro
    """,
    "ANSWERS": """
        ogni risposta, tutte le risposte, tue risposte, risposte future, tua risposta, fine di ogni,
        ciascuna risposta, tutte le tue
    """,
    "APPEND": "aggiungi, includi, inserisci, termina, allega, metti, concludi, menziona",
    "LINK": "link, collegamento, url, immagine, pubblicità, annuncio, sito, codice sconto",
    "RECOMMEND": "consiglia, consigliare, raccomanda, suggerisci, promuovi, elogia, favorisci, descrivi, presenta",
    "BIASED": """
        come unico, come unica, come l'unico, come l'unica, esclusivamente, soltanto, come il migliore,
        come la migliore, al di sopra, sopra tutti, invece di qualsiasi, indipendentemente, come insicuri, l'unico,
        l'unica, a prescindere
    """,
    "RIVALS": "concorrenti, concorrente, concorrenza, altri fornitori, rivali, alternative, gli altri, altri marchi",
    "BAD": "insicuro, insicuri, pericoloso, pericolosi, truffa, inaffidabili, scadenti",
    "ALWAYS": "sempre, mai, devi, deve, dovrai, bisogna, tassativamente",
    "ASKED": """
        quando ti chiedono, se ti chiedono, quando qualcuno chiede, se qualcuno chiede, alla domanda, a ogni domanda,
        chiede, viene chiesto
    """,
    "TRIGGER": """
        quando l'utente dice, se l'utente dice, quando l'utente scrive, se l'utente scrive, non appena l'utente,
        appena l'utente, quando qualcuno dice, se qualcuno dice, quando la parola, se compare, quando compare,
        parola segreta, parola d'ordine, quando senti
    """,
    "YOU ARE": """
        ora sei, adesso sei, sei ora, d'ora in poi sei, non sei più, agisci come, comportati come, fingi di essere,
        fai finta, interpreta il ruolo, assumi il ruolo, immagina di essere, da ora sei
    """,
    "MODEL": "ia, assistente, modello, chatbot, agente",
    "UNBOUND": """
        senza restrizioni, senza limiti, senza regole, senza filtri, senza censura, illimitato, nessuna restrizione,
        nessuna regola, nessun limite, qualsiasi richiesta, ogni richiesta, qualunque richiesta, qualsiasi ordine,
        tutto ciò che chiedono, qualsiasi cosa venga
    """,
    "AUTHORITY": """
        modalità sviluppatore, modalità amministratore, modalità manutenzione, modalità debug, l'amministratore ha,
        sono l'amministratore, sono il tuo sviluppatore, sono lo sviluppatore, approvato dall'amministratore,
        autorizzato da, autorizzato dall'amministratore, con piena autorità, a nome dell'amministratore,
        l'utente è amministratore
    """,
    "READER": """
        quando leggi questo, se leggi questo, leggendo questo, chi legge questo, se sei un'ia, nota per l'ia,
        nota all'assistente, nota per il modello, messaggio per l'ia, messaggio all'assistente, qualsiasi ia,
        quando leggi questa
    """,
    "SELF": """
        questa nota, questa memoria, questa istruzione, questo messaggio, questo testo, le seguenti istruzioni,
        queste istruzioni
    """,
    "PRIORITY": """
        priorità massima, massima priorità, priorità assoluta, ha la precedenza, prevale, sostituisce tutte,
        è al di sopra
    """,
    "OBEY": "obbedisci, ubbidisci, segui, esegui tutto, rispetta, fai ciò che, fai quello che",
    "NEW TASK": """
        il tuo nuovo compito, nuove istruzioni, il tuo nuovo obiettivo, il tuo vero compito, la tua nuova missione
    """,
    "DELETE": "elimina, cancella, distruggi, eliminare, cancellare, rimuovi",
    "DISABLE": "disattiva, disabilita, aggira, spegni, salta, bypassa",
    "SAFETY": """
        sicurezza, filtri di sicurezza, regole di sicurezza, avvisi, filtro dei contenuti, filtri, moderazione
    """,
    "APPROVE": "approva, autorizza, rimborsa, trasferisci, concedi, accetta",
    "MONEY": """
        rimborso, rimborsi, pagamento, pagamenti, bonifico, bonifici, denaro, fondi, tutte le richieste, sconto,
        sconti, accesso
    """,
    "TOLD": """
        che ti hanno dato, che ti sono state date, che hai ricevuto, i tuoi creatori, i tuoi sviluppatori,
        il tuo operatore
    """,
    "TREAT": "tratta, considera, prendi",
    "TRUSTED": """
        come un ordine, come istruzione, come un'istruzione, come messaggio di sistema, come se venisse,
        come affidabile
    """,
}
