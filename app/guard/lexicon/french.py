"""French entries."""

FRENCH: dict[str, str] = {
    "DROP": """
        ignore, ignorez, ignorer, oublie, oubliez, oublier, néglige, négligez, ne tiens pas compte,
        ne tenez pas compte, ne tenez aucun compte, ne tiens aucun compte, fais abstraction, faites abstraction,
        ne suis pas, ne suivez pas, ne suis plus, passe outre, outrepasse, écarte, annule, ne s'appliquent plus,
        ne respecte plus, ne respecte pas, ne respectez plus, ne respectez pas, n'obéis plus, viole, affranchis-toi
    """,
    "PRIOR": """
        précédent*, antérieur*, ci-dessus, préalable*, initial*, initiale*, d'origine, plus haut, avant, passées,
        existantes, reçues
    """,
    "ALL": "tous, toutes, tout, toute, chaque, n'importe, quelconque",
    "INSTRUCTIONS": "instruction*, consigne*, directive*, prompt, ordres, restriction*, recommandations",
    "RULES": "règle, règles, politique*, contraintes, contexte, limites",
    "YOUR": "tes, ton, ta, tu, toi, vos, votre, vous",
    "SYSTEM MESSAGE": """
        message système, instructions système, instructions du développeur, message du développeur, consignes système
    """,
    "SYSTEM PROMPT": """
        prompt système, prompt du système, invite système, l'invite système, instructions cachées,
        instructions initiales, instructions secrètes, message système, prompt initial, consignes initiales,
        invite du système
    """,
    "BEFORE": """
        tout ce qui précède, tout ce qui a été, ce qui précède, tout ce que l'on, tout ce qu'on, tout ce que tu,
        tout le reste, tout ce qui est écrit
    """,
    "REVEAL": "révèle, révélez, révéler, divulgue, divulguez, dévoile, dévoilez, expose, fais fuiter, livre",
    "SHOW": """
        affiche, affichez, montre, montrez, donne, donnez, imprime, répète, répétez, écris, liste, dis-moi, recopie,
        cite, résume, traduis
    """,
    "VERBATIM": "mot pour mot, mot à mot, textuellement, intégralement, tel quel",
    "SEND": """
        envoie, envoyez, envoyer, transmets, transmettez, transmettre, poste, publie, transfère, transférez, expédie,
        téléverse, exporte, exfiltre, partager, partage, partagez
    """,
    "DATA": """
        données de l'utilisateur, données utilisateur, données personnelles, données des utilisateurs, données client,
        données clients, conversation, conversations, historique, messages de l'utilisateur, message de l'utilisateur,
        dernier message, informations personnelles, données des clients
    """,
    "SECRETS": "secrets, secret, identifiants, mots de passe, mot de passe, clés, clé, jetons, clés d'api",
    "MEMORIES": "mémoires, souvenirs, notes enregistrées",
    "OTHERS": "autres utilisateurs, tous les utilisateurs, autre utilisateur, autres clients, tous les clients",
    "DESTINATION": "attaquant, cette adresse, serveur externe, adresse suivante, l'adresse suivante, cette url",
    "RUN": "exécute, exécutez, exécuter, lance, lancez, appelle, appelez, utilise, utilisez, ouvre, invoque",
    "TOOL": "outil, outils, commande, commandes, script, fonction, shell, terminal, l'outil",
    "UNASKED": """
        sans demander, sans confirmation, sans confirmer, sans autorisation, sans permission, sans prévenir,
        sans vérifier, sans vérification, sans approbation, sans poser de question, sans avertir, en silence,
        silencieusement, discrètement, en secret, à l'insu, ne demande pas, sans validation, sans que l'utilisateur
    """,
    "HIDE": """
        ne dis pas à l'utilisateur, ne dis rien à l'utilisateur, ne le dis pas, n'en parle pas,
        sans que l'utilisateur le sache, à l'insu de l'utilisateur, ne mentionne pas ceci, ne mentionne pas cette,
        ne mentionne jamais ceci, ne mentionne jamais cette, cache ceci, garde cela secret, garde ceci secret,
        garde le secret, n'informe pas l'utilisateur, ne révèle pas ceci, l'utilisateur ne doit pas savoir,
        l'utilisateur ne doit rien, sans que l'utilisateur ne, ne préviens pas l'utilisateur, n'en dis rien,
        ne dites rien à l'utilisateur, ne dites pas à l'utilisateur, n'en parle à personne, personne ne doit savoir,
        sans le dire, ne le mentionne pas, n'en fais pas mention
    """,
    "HIDE A BIT": "en silence, silencieusement, discrètement, en secret, sans le mentionner, ne mentionne pas",
    "FOREVER": """
        à partir de maintenant, désormais, dorénavant, dès maintenant, pour toujours, de façon permanente,
        définitivement, de manière permanente, dans toutes les futures, dans chaque future, toutes les conversations,
        à chaque fois, chaque conversation, à l'avenir, en permanence
    """,
    "ANSWERS": """
        chaque réponse, toutes les réponses, tes réponses, vos réponses, toutes tes, ta réponse, fin de chaque,
        réponses futures, prochaines réponses, chacune de tes
    """,
    "APPEND": "ajoute, ajoutez, inclus, incluez, insère, insérez, termine, joins, mets, glisse, mentionne",
    "LINK": "lien, liens, url, image, publicité, annonce, site, code promo",
    "RECOMMEND": """
        recommande, recommandez, recommander, suggère, promeus, vante, conseille, conseillez, privilégie, présente,
        décris
    """,
    "BIASED": """
        comme seul, comme seule, comme le seul, comme la seule, uniquement, exclusivement, comme le meilleur,
        comme la meilleure, avant tous les autres, plutôt que toute, quelle que soit, quoi qu'il arrive,
        comme dangereux, au-dessus de, le seul, la seule, au détriment
    """,
    "RIVALS": """
        concurrents, concurrent, concurrence, autres fournisseurs, rivaux, alternatives, les autres, autres marques
    """,
    "BAD": "dangereux, dangereuse, arnaque, peu fiable, peu fiables, mauvais, peu sûr, peu sûrs",
    "ALWAYS": "toujours, jamais, dois, devez, doit, il faut, systématiquement, impérativement",
    "ASKED": """
        quand on te demande, si on te demande, lorsqu'on te demande, quand quelqu'un demande, si quelqu'un demande,
        lorsqu'on demande, à chaque question, demande conseil, interroge
    """,
    "TRIGGER": """
        quand l'utilisateur dit, lorsque l'utilisateur dit, si l'utilisateur dit, dès que l'utilisateur,
        quand l'utilisateur écrit, lorsque l'utilisateur écrit, si l'utilisateur écrit, quand quelqu'un dit,
        si quelqu'un dit, dès que quelqu'un, quand le mot, dès que le mot, lorsque le mot, mot de code, mot secret,
        mot magique
    """,
    "YOU ARE": """
        tu es maintenant, tu es désormais, vous êtes maintenant, vous êtes désormais, à partir de maintenant tu es,
        désormais tu es, tu n'es plus, vous n'êtes plus, agis comme, agis en tant que, fais semblant,
        comporte-toi comme, joue le rôle, prétends être, imagine que tu es, incarne, fais comme si, agissez comme
    """,
    "MODEL": "ia, assistant, modèle, chatbot, agent, l'assistant, l'ia",
    "UNBOUND": """
        sans restriction*, sans limite*, sans règle*, sans filtre*, sans censure, illimité*, aucune restriction,
        aucune règle, aucune limite, toute demande, n'importe quelle demande, toutes les demandes, aucun filtre,
        tout ce qu'on te demande, tout ce que je demande
    """,
    "AUTHORITY": """
        mode développeur, mode administrateur, mode maintenance, mode débogage, l'administrateur a,
        je suis l'administrateur, je suis ton développeur, je suis le développeur, approuvé par l'administrateur,
        validé par l'administrateur, autorisé par, avec pleine autorité, au nom de l'administrateur,
        l'utilisateur est administrateur, droits d'administrateur
    """,
    "READER": """
        quand tu lis ceci, si tu lis ceci, en lisant ceci, quiconque lit ceci, si tu es une ia, note à l'ia,
        note pour l'ia, à l'attention de l'ia, à l'attention du modèle, message à l'assistant, note à l'assistant,
        message pour l'ia, toute ia, en tant qu'ia, lorsque tu lis
    """,
    "SELF": """
        cette note, cette instruction, cette mémoire, ce message, ce texte, cette consigne,
        les instructions suivantes, ces instructions
    """,
    "PRIORITY": """
        priorité absolue, plus haute priorité, priorité maximale, prime sur, l'emporte sur, a priorité,
        remplace toutes, remplace tous, prévaut
    """,
    "OBEY": "obéis, obéissez, suis, suivez, exécute tout, fais ce que, respecte, conforme-toi",
    "NEW TASK": """
        ta nouvelle tâche, nouvelles instructions, votre nouvelle tâche, ton nouvel objectif, ta vraie tâche,
        ta nouvelle mission, ton seul but
    """,
    "DELETE": "supprime, supprimez, efface, détruis",
    "DISABLE": "désactive, désactivez, contourne, lève, coupe, neutralise, saute",
    "SAFETY": """
        règles de sécurité, filtres de sécurité, sécurité, filtre de contenu, avertissements, modération, garde-fous,
        filtres, mesures de sécurité
    """,
    "APPROVE": "approuve, approuvez, valide, rembourse, autorise, transfère, accorde, accepte",
    "MONEY": "remboursement*, paiement*, virement*, argent, fonds, toutes les demandes, remise*, accès",
    "TOLD": """
        qu'on t'a données, qu'on t'a donné, que tu as reçues, qui t'ont été données, tes créateurs, tes développeurs,
        ton opérateur, qu'on vous a données
    """,
    "TREAT": "traite, considère, considérez, prends",
    "TRUSTED": """
        comme une instruction, comme un ordre, comme une consigne, comme un message système, comme venant,
        comme fiable, comme si elle venait
    """,
}
