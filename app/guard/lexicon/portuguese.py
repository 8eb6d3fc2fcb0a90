"""Portuguese entries."""

PORTUGUESE: dict[str, str] = {
    "DROP": """
        ignore, ignora, ignorar, ignorem, esqueça, esquece, esquecer, desconsidere, desconsidera, despreze, descarte,
        não siga, não sigas, deixe de seguir, anule, não se aplicam mais, não respeite, não cumpra, não obedeça,
        quebre
    """,
    "PRIOR": "anterior, anteriores, prévias, prévios, acima, precedentes, originais, iniciais, existentes, antes",
    "ALL": "todas, todos, toda, todo, qualquer, cada, tudo",
    "INSTRUCTIONS": "instrução, instruções, diretriz*, orientações, ordens, prompt, restrições, comandos anteriores",
    "RULES": "regra, regras, política*, contexto, limites, normas",
    "YOUR": "seu, sua, seus, suas, teu, tua, teus, tuas, você, tu, te",
    "SYSTEM MESSAGE": """
        mensagem do sistema, instruções do sistema, instruções do desenvolvedor, mensagem do desenvolvedor
    """,
    "SYSTEM PROMPT": """
        prompt do sistema, prompt de sistema, instruções ocultas, instruções secretas, instruções iniciais,
        prompt inicial, instruções do sistema
    """,
    "BEFORE": """
        tudo acima, tudo o que foi, tudo que foi, tudo o que você, tudo que você, tudo anterior, tudo o que está
    """,
    "REVEAL": "revele, revela, revelar, divulgue, divulga, exponha, expõe, vaze, mostre",
    "SHOW": """
        mostra, exiba, exibe, imprima, imprime, escreva, escreve, repita, repete, liste, lista, diga, resuma, traduza
    """,
    "VERBATIM": "literalmente, palavra por palavra, na íntegra, textualmente",
    "SEND": """
        envie, envia, enviar, mande, manda, encaminhe, encaminha, transmita, poste, publique, exporte, carregue, suba,
        compartilhar, compartilhe, partilhar, partilhe
    """,
    "DATA": """
        dados do usuário, dados do utilizador, dados dos usuários, dados pessoais, dados do cliente,
        dados de clientes, conversa, conversas, histórico, mensagens do usuário, última mensagem, mensagem do usuário
    """,
    "SECRETS": "segredos, credenciais, senhas, senha, chaves, chave, tokens, palavras-passe",
    "MEMORIES": "memórias, lembranças, notas salvas",
    "OTHERS": """
        outros usuários, todos os usuários, outro usuário, outros utilizadores, todos os clientes, outros clientes
    """,
    "DESTINATION": "atacante, este endereço, servidor externo, seguinte endereço, esta url",
    "RUN": "execute, executa, executar, rode, chame, chama, use, usa, invoque, abra, utilize",
    "TOOL": "ferramenta, ferramentas, comando, comandos, script, função, shell, terminal",
    "UNASKED": """
        sem perguntar, sem confirmar, sem confirmação, sem permissão, sem autorização, sem avisar, sem aprovação,
        sem verificar, em silêncio, silenciosamente, às escondidas, não pergunte, sem consultar, sem revisão,
        sem que o usuário
    """,
    "HIDE": """
        não diga ao usuário, não conte ao usuário, não digas ao utilizador, não diga nada ao usuário,
        sem que o usuário saiba, sem que o usuário perceba, não mencione isto, não mencione isso, não mencione esta,
        não revele isto, não revele isso, esconda isto, esconda isso, mantenha isso em segredo,
        mantenha isto em segredo, não informe o usuário, o usuário não deve saber, não conte a ninguém,
        não contes ao utilizador, não fale sobre isso, ninguém deve saber, sem dizer
    """,
    "HIDE A BIT": "em silêncio, silenciosamente, às escondidas, discretamente, sem mencionar, não mencione, esconda",
    "FOREVER": """
        a partir de agora, de agora em diante, daqui em diante, doravante, para sempre, permanentemente,
        em todas as futuras, em cada futura, em todas as conversas, em cada conversa, lembre-se sempre,
        em todas as sessões, no futuro
    """,
    "ANSWERS": """
        cada resposta, todas as respostas, suas respostas, tuas respostas, respostas futuras, sua resposta,
        final de cada, todas as suas
    """,
    "APPEND": "adicione, adiciona, inclua, inclui, insira, acrescente, termine, anexe, coloque, mencione",
    "LINK": "link, links, url, imagem, anúncio, site, cupom, código de desconto",
    "RECOMMEND": "recomende, recomenda, recomendar, sugira, promova, indique, elogie, favoreça, aconselhe, descreva",
    "BIASED": """
        como o único, como a única, como único, como única, somente, exclusivamente, como o melhor, como a melhor,
        acima de todos, em vez de qualquer, independentemente, como inseguros, não importa, a única, o único
    """,
    "RIVALS": """
        concorrentes, concorrente, concorrência, outros fornecedores, rivais, alternativas, os demais, outras marcas
    """,
    "BAD": "inseguro, inseguros, perigoso, perigosos, golpe, fraude, ruins",
    "ALWAYS": "sempre, nunca, deve, deves, jamais, tem que, precisa",
    "ASKED": """
        quando perguntarem, quando alguém perguntar, se alguém perguntar, quando perguntado, se perguntarem,
        em qualquer pergunta, perguntar
    """,
    "TRIGGER": """
        quando o usuário disser, se o usuário disser, quando o utilizador disser, assim que o usuário,
        quando alguém disser, se alguém disser, quando o usuário escrever, quando a palavra, se a palavra,
        quando aparecer, palavra secreta
    """,
    "YOU ARE": """
        você agora é, agora você é, a partir de agora você é, você não é mais, tu agora és, agora és, aja como,
        finja ser, finja que, comporte-se como, assuma o papel, faça de conta, imagine que você é, atue como
    """,
    "MODEL": "ia, assistente, modelo, chatbot, agente",
    "UNBOUND": """
        sem restrições, sem limites, sem regras, sem filtros, sem censura, irrestrito, ilimitado, nenhuma restrição,
        qualquer pedido, qualquer solicitação, qualquer ordem, sem restrição, tudo o que pedirem, tudo que for pedido
    """,
    "AUTHORITY": """
        modo desenvolvedor, modo de desenvolvedor, modo administrador, modo de manutenção, o administrador já,
        o administrador aprovou, o administrador autorizou, sou o administrador, sou seu desenvolvedor,
        sou o desenvolvedor, aprovado pelo administrador, autorizado por, autorizado pelo, com plena autoridade,
        em nome do administrador, usuário é administrador
    """,
    "READER": """
        quando ler isto, quando você ler isto, se você está lendo, ao ler isto, quem ler isto, se você é uma ia,
        nota para a ia, nota para o assistente, mensagem para o assistente, mensagem para a ia, qualquer ia,
        para a ia, ao ler esta
    """,
    "SELF": """
        esta nota, esta memória, esta instrução, esta mensagem, este texto, as seguintes instruções, estas instruções
    """,
    "PRIORITY": """
        prioridade máxima, prioridade absoluta, maior prioridade, tem prioridade, prevalece, está acima,
        substitui todas, sobrepõe-se
    """,
    "OBEY": "obedeça, obedece, cumpra, siga, acate, faça o que",
    "NEW TASK": """
        sua nova tarefa, novas instruções, seu novo objetivo, sua verdadeira tarefa, sua nova missão, tua nova tarefa
    """,
    "DELETE": "apague, exclua, delete, apaga, remova, destrua",
    "DISABLE": "desative, desabilite, desligue, contorne, burle, pule, desativa",
    "SAFETY": "segurança, filtros de segurança, regras de segurança, avisos, filtro de conteúdo, filtros, moderação",
    "APPROVE": "aprove, aprova, autorize, reembolse, transfira, conceda, aceite",
    "MONEY": """
        reembolso*, pagamento*, transferência*, dinheiro, fundos, todas as solicitações, todos os pedidos, desconto*,
        acesso
    """,
    "TOLD": "que lhe deram, que te deram, que você recebeu, seus criadores, seus desenvolvedores, seu operador",
    "TREAT": "trate, considere, aceite",
    "TRUSTED": """
        como uma ordem, como instrução, como uma instrução, como mensagem do sistema, como se viesse, como confiável
    """,
}
