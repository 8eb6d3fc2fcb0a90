"""Spanish entries."""

SPANISH: dict[str, str] = {
    "DROP": """
        ignora, ignore, ignorar, ignorad, ignoren, olvida, olvide, olvidar, olvídate de, omite, omita, descarta,
        descarte, desestima, haz caso omiso, no hagas caso, no sigas, pasa por alto, deja de seguir, anula,
        ya no aplican, ya no se aplican, no respetes, no cumplas, no obedezcas, pasa de, sáltate, rompe
    """,
    "PRIOR": """
        anterior, anteriores, previa, previas, previo, previos, precedente*, original*, iniciales, de arriba,
        existentes, antes
    """,
    "ALL": "todas, todos, toda, todo, cualquier, cada, cualquiera",
    "INSTRUCTIONS": """
        instrucción, instrucciones, directriz, directrices, indicación, indicaciones, órdenes, prompt, consigna*,
        restricciones, lineamientos
    """,
    "RULES": "regla, reglas, norma, normas, política, políticas, contexto, límites",
    "YOUR": "tu, tus, su, sus, tú, te, usted",
    "SYSTEM MESSAGE": """
        mensaje del sistema, instrucciones del sistema, instrucciones del desarrollador, mensaje del desarrollador
    """,
    "SYSTEM PROMPT": """
        prompt del sistema, prompt de sistema, indicaciones del sistema, instrucciones ocultas,
        instrucciones secretas, instrucciones iniciales, prompt inicial, system prompt
    """,
    "BEFORE": """
        todo lo anterior, todo lo que ~ dicho, todo lo que se, todo lo previo, lo anterior, todo lo de arriba,
        todo lo que sabes
    """,
    "REVEAL": "revela, revele, revelar, divulga, divulgue, filtra, expón, muestra, muestre, desvela",
    "SHOW": """
        muéstrame, imprime, imprima, escribe, repite, repita, enseña, dime, lista, enumera, mostrar, resume, traduce
    """,
    "VERBATIM": "literalmente, palabra por palabra, textualmente, al pie de la letra",
    "SEND": """
        envía, envíe, enviar, envíalos, envíalas, envíame, manda, mande, mandar, reenvía, sube, transmite, publica,
        exporta, exfiltra, compartir, comparte, comparta
    """,
    "DATA": """
        datos del usuario, datos de los usuarios, datos personales, datos del cliente, datos de clientes,
        conversación, conversaciones, historial, mensajes del usuario, mensaje del usuario, información del usuario,
        último mensaje
    """,
    "SECRETS": "secretos, credenciales, contraseñas, contraseña, claves, clave, tokens, llaves, claves api",
    "MEMORIES": "memorias, recuerdos, notas guardadas",
    "OTHERS": "otros usuarios, todos los usuarios, otro usuario, otros clientes, demás usuarios, todos los clientes",
    "DESTINATION": "atacante, esta dirección, servidor externo, siguiente dirección, esta url, siguiente url",
    "RUN": "ejecuta, ejecute, ejecutar, llama, llame, usa, use, invoca, lanza, abre, utiliza",
    "TOOL": "herramienta, herramientas, comando, comandos, script, función, shell, terminal, orden",
    "UNASKED": """
        sin preguntar, sin confirmar, sin confirmación, sin pedir permiso, sin permiso, sin avisar,
        sin pedir confirmación, sin aprobación, sin consultar, sin verificar, sin revisión, en silencio,
        silenciosamente, a escondidas, no preguntes, sin decir nada, sin que el usuario
    """,
    "HIDE": """
        no le digas al usuario, no digas al usuario, no se lo digas, sin que el usuario lo sepa,
        sin que el usuario se, no menciones esto, no lo menciones, no reveles esto, oculta esto,
        mantén esto en secreto, no informes al usuario, no le cuentes, el usuario no debe saber, no debe enterarse,
        sin que se entere, no menciones esta, no digas nada, nadie debe saber, no hables de esto
    """,
    "HIDE A BIT": "en silencio, silenciosamente, a escondidas, discretamente, sin mencionar, no menciones, oculta",
    "FOREVER": """
        a partir de ahora, de ahora en adelante, desde ahora, en adelante, para siempre, permanentemente,
        de forma permanente, en cada futura, en todas las futuras, en todas las conversaciones, en cada conversación,
        recuerda siempre, en cada sesión, en el futuro
    """,
    "ANSWERS": """
        cada respuesta, todas las respuestas, todas tus respuestas, tus respuestas, futuras respuestas, tu respuesta,
        final de cada, cada una de tus
    """,
    "APPEND": "añade, añada, agrega, agregue, incluye, incluya, inserta, termina, adjunta, pon, coloca, menciona",
    "LINK": "enlace, enlaces, url, imagen, vínculo, anuncio, publicidad, página web, código de descuento",
    "RECOMMEND": """
        recomienda, recomiende, recomendar, sugiere, promociona, promueve, elogia, favorece, aconseja, presenta,
        describe
    """,
    "BIASED": """
        como la única, como el único, únicamente, exclusivamente, solo y, por encima de, como la mejor, como el mejor,
        en lugar de cualquier, sin importar, independientemente, como inseguros, como inseguras, antes que cualquier,
        única opción, el único proveedor, la única
    """,
    "RIVALS": """
        competidores, competidor, competencia, otros proveedores, rivales, alternativas, las demás, los demás,
        otras marcas
    """,
    "BAD": "inseguro, insegura, inseguros, peligroso, peligrosos, estafa, malos, poco fiables",
    "ALWAYS": "siempre, nunca, debes, debe, jamás, tienes que, hay que, obligatoriamente",
    "ASKED": """
        cuando pregunten, cuando alguien pregunte, si alguien pregunta, cuando te pregunten, si te preguntan,
        si preguntan, cuando pregunte, ante cualquier pregunta, pregunte
    """,
    "TRIGGER": """
        cuando el usuario diga, cuando el usuario escriba, si el usuario dice, si el usuario escribe,
        cuando alguien diga, si alguien dice, cuando aparezca, en cuanto el usuario, cuando el usuario mencione,
        palabra secreta, al oír, cuando veas la palabra
    """,
    "YOU ARE": """
        ahora eres, eres ahora, a partir de ahora eres, ya no eres, actúa como, actúe como, finge ser, finge que,
        compórtate como, haz de, asume el papel, imagina que eres, hazte pasar por, serás
    """,
    "MODEL": "ia, asistente, modelo, chatbot, agente",
    "UNBOUND": """
        sin restricciones, sin límites, sin reglas, sin filtros, sin censura, ilimitado, ninguna restricción,
        ninguna regla, cualquier petición, cualquier solicitud, cualquier orden, sin restricción, malvado,
        no tienes restricciones, no tienes límites, todo lo que pida, lo que te pidan, lo que pida
    """,
    "AUTHORITY": """
        modo desarrollador, modo de desarrollador, modo administrador, modo depuración, modo mantenimiento,
        el administrador ha, soy el administrador, soy tu desarrollador, soy el desarrollador,
        aprobado por el administrador, autorizado por, con plena autoridad, en nombre del administrador,
        usuario es administrador, permisos de administrador
    """,
    "READER": """
        cuando leas esto, si lees esto, al leer esto, quien lea esto, si eres una ia, nota para la ia, para la ia,
        mensaje para el asistente, nota para el asistente, nota al modelo, cualquier ia, como ia
    """,
    "SELF": """
        esta nota, esta memoria, esta instrucción, este mensaje, este texto, esta orden, las siguientes instrucciones,
        estas instrucciones
    """,
    "PRIORITY": """
        máxima prioridad, prioridad absoluta, prioridad máxima, tiene prioridad, prevalece, está por encima,
        reemplaza todas, sustituye a todas, anula todas
    """,
    "OBEY": "obedece, obedezca, cumple, sigue, acata, haz lo que, debes obedecer",
    "NEW TASK": """
        tu nueva tarea, nuevas instrucciones, tu nuevo objetivo, tu verdadera tarea, tu nueva misión,
        tu único objetivo
    """,
    "DELETE": "borra, elimina, borrar, eliminar, destruye",
    "DISABLE": "desactiva, deshabilita, omite, salta, elude, evita, apaga, suprime",
    "SAFETY": """
        seguridad, filtros de seguridad, reglas de seguridad, advertencias, filtro de contenido, filtros, moderación,
        medidas de seguridad
    """,
    "APPROVE": "aprueba, aprobar, autoriza, reembolsa, transfiere, concede, acepta",
    "MONEY": "reembolso*, pago, pagos, transferencia*, dinero, fondos, todas las solicitudes, descuento*, acceso",
    "TOLD": """
        que te dieron, que te han dado, que te dijeron, que recibiste, tus creadores, tus desarrolladores, tu operador
    """,
    "TREAT": "trata, considera, toma, acepta",
    "TRUSTED": """
        como una orden, como instrucción, como una instrucción, como mensaje del sistema, como si viniera,
        como de confianza, como órdenes del sistema
    """,
}
