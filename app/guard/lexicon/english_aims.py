"""English entries, second part: what an order is about, and whom."""

ENGLISH_AIMS: dict[str, str] = {
    "PRIOR": """
        previous, previously, prior, earlier, above, preceding, before, foregoing, existing, past, original, initial,
        former, so far, up to now, until now, up to this point, you were given, you have been given,
        you've been given, you received, you have received, you've received, came before, come before, preceded,
        at the top, old, received
    """,
    "ALL": "all, any, every, each, everything, whatever, anything, entire, whole",
    "INSTRUCTIONS": """
        instruction, instructions, directive, directives, guideline, guidelines, guardrail, guardrails, prompt,
        prompts, programming, restrictions, directions, safeguards, preamble, ground rules, safety rules,
        instructions in, instructions from, instructions found, instructions inside, instructions on, instructions at,
        mandate, mandates, brief, briefing, instructions in full
    """,
    "PLACE": """
        instructions in, instructions from, instructions found, instructions inside, instructions on, instructions at
    """,
    "RULES": "rule, rules, policy, policies, constraints, commands, limitations, boundaries",
    "YOUR": "your, you, yourself, you're, thy",
    "TOLD": """
        you were told, you were given, you were trained, you have been told, you've been told, you were started with,
        you were taught, you were set, you were programmed, you were instructed, you were asked, you were configured,
        your makers, your creators, your creator, your developers, your developer, your operator, your owners,
        your owner, your company, issued so far, given so far, given to you, told to you, imposed on you, set for you,
        they gave you, they told you, you got earlier, you got before, you were handed, you came with, you follow,
        bind you, bound you, you operate under, you run under
    """,
    "SYSTEM MESSAGE": """
        developer message, system message, system instruction, system instructions, developer instructions,
        system rules, developer instruction, operator instructions, system and developer, system directives,
        system-level, admin instructions, operator's instructions, developer's instructions, system policy,
        developer prompt
    """,
    "SYSTEM PROMPT": """
        system prompt, system-prompt, systemprompt, initial prompt, hidden prompt, initial instructions,
        hidden instructions, secret instructions, original instructions, original prompt, internal instructions,
        pre-prompt, master prompt, confidential instructions, internal prompt, starting prompt,
        system message verbatim, instructions you were given
    """,
    "BEFORE": """
        everything above, everything before, everything prior, everything you were, everything you have been,
        everything you've, everything that was said, everything said, everything so far, all of the above,
        all the above, all that came before, what you were told, what you've been told, what you have been told,
        everything you know, everything you learned, anything above, anything you were told, anything said,
        whatever you were told, the text above, the words above, the message above, the content above,
        the conversation above, the lines above, all that was said, what came before, whatever came before,
        what was said, everything i, everything they, the rest of this, the rules above, what you were asked,
        whatever you were asked, what you were instructed, everything you were instructed, the task you were given,
        your current task, your assigned task, your original task, everything that precedes, all that precedes,
        all prior, whatever precedes, everything preceding, whatever they told you, everything stated above,
        whatever is above, whatever came earlier, everything written above, every word above,
        everything ~ before this, everything that stands before, all ~ before this message, nothing you were told,
        nothing they told you, the start of this conversation, the beginning of this conversation, the first message,
        the text before this, whatever stands above, everything in your context, what is in your context,
        what's in your context, all of your context, your entire context, your whole context, your full context,
        what the operator, what the developer, what your operator, what your developer, what your developers,
        everything above this, everything stated before
    """,
    "DATA": """
        user data, user's data, users' data, user's message, user's messages, user's last, user's email, user's name,
        user's input, user's question, user's location, user's secrets, user's details, user's personal, user's token,
        user's tokens, personal data, private data, customer data, conversation, conversations, the chat,
        chat history, chat log, chat logs, transcript, transcripts, contents of, file contents, contact list,
        contacts, address book, browsing history, whole context, full context, environment variables, env vars,
        the context window, everything the user, whatever the user, all messages, all files, their data, his data,
        her data, their messages, sensitive data, sensitive information, confidential data, prompt and answer,
        session data, their address, their email, their location, their details, their name, their phone number,
        their personal, their history, records, this chat, chat transcript, the dialogue, the dialog, dialogue,
        customer records, patient records, user records, user profile, user profiles, user's profile, user's address,
        user's phone, user's files, user's conversation, user's conversations, user's history, user's chat,
        what the user, the user's whole, the user's full, everything users, the thread, this thread, inbox, mailbox,
        emails, the prompt, the prompts, every prompt, all prompts, each prompt, values of, whatever users,
        whatever people, what people, everything people, personal details, account details, private messages,
        browser history, order history, medical records, medical data, health data, salary, salaries, home address,
        personal information, private information, account numbers, emails of, names and, phone numbers,
        location data, uploaded files, attachments, their files, the user's, his messages, her messages
    """,
    "SECRETS": """
        secret, secrets, credential, credentials, api key, api keys, password, passwords, access token, access tokens,
        private key, private keys, ssh key, ssh keys, tokens, keys, key, card number, card numbers, cookies,
        auth token, session token, bank details, seed phrase, confidential information, environment variables,
        env vars, admin password, master key, secret key, secret keys, otp, one-time code, one-time codes,
        verification code, verification codes, pin, pins, passcode, login details, login data, logins, hidden notes,
        recovery codes, seed phrases, cvv
    """,
    "MEMORIES": "memory, memories, stored notes, saved notes, knowledge base, stored facts, stored entries",
    "EVERY MEMORY": """
        every future memory, every memory, all memories, each memory, all future memories, every new memory,
        other memories, every summary, all summaries, every document, every file, every note, all notes,
        every conversation, other agents, every agent, all agents, every project, all projects, each memory that,
        each note, every entry, each entry, all entries, every page, each summary, every record, each record,
        new memories, new notes, all new, each new, every new, later memories, later notes, future memories,
        future notes
    """,
    "OTHERS": """
        other user, other users, other user's, other users', every user, all users, another user, another user's,
        every other user, other people's, other customers, all subjects, every subject, all customers, someone else's,
        other tenants, other projects, all tenants, everyone else's
    """,
    "DESTINATION": """
        attacker, webhook, remote server, external server, external url, external site, external address,
        this address, the following url, the following address, the following email, this url, this endpoint,
        this email, this server, pastebin, evil, my server, our server, outside server, third party,
        collection server, dns
    """,
    "TOOL": """
        tool, tools, function, functions, shell, bash, command, commands, terminal, script, scripts, powershell, curl,
        wget, api call, sudo, send_email, transfer_funds, tool call, code, sql, mcp, plugin, connector, rm rf, eval,
        subprocess, payload, exec
    """,
    "LINK": """
        link, links, url, image, banner, advertisement, ad, promo, promo code, referral, affiliate, coupon,
        tracking pixel, pixel, markdown image, hyperlink, discount code, qr code, website, homepage, phone number,
        buy, investment, invest, sponsor, sponsored, discount, affiliate link, donate, donation, subscribe
    """,
    "FILE": """
        id_rsa, id_ed25519, etc passwd, etc shadow, aws credentials, kube config, netrc, ssh directory,
        authorized_keys, keychain, password file, wallet.dat, ssh folder, ssh id, mcp.json, credentials file,
        secrets file, secrets.yaml, kubeconfig, shadow file, passwd file, private key file, id_dsa, id_ecdsa,
        credentials.json
    """,
    "MONEY": """
        refund, refunds, payment, payments, transaction, transactions, funds, money, bitcoin, wallet, bank account,
        invoice, invoices, withdrawal, withdrawals, purchase, purchases, admin access, access request, any request,
        all requests, everything, discount, gift card, gift cards, permission, permissions, account, wire transfer,
        wire transfers, bank transfer, bank transfers, credit, credits, payout, payouts, crypto, bitcoins, coins,
        subscription, payment tool, euros, dollars, usd, eur, pounds, account below, the account, vouchers, voucher,
        discount codes, discounts, free shipping, loan, loans, claims, claim, application, applications, orders, order
    """,
    "GRANT": """
        full database access, full access, admin access, administrator access, root access, admin rights, admin role,
        all scopes, every scope, owner role, all permissions, every permission, unlimited access, any access,
        access to everything, access to all, whatever they ask, whatever he asks, whatever she asks,
        whatever they want, every wish, superuser rights, elevated rights, higher privileges
    """,
    "SAFETY": """
        safety, safety rules, safety checks, safety filters, safety filter, safety measures, safety guidelines,
        safety policies, content filter, content filters, content policy, content policies, moderation, guardrails,
        guardrail, safeguards, ethical guidelines, ethics, security checks, security warnings, security warning,
        warnings, security policy, restrictions, safety protocols, safety training, alignment, confirmation prompts,
        refusal, refusals, security controls, filters, filter, guard, guards, protections, protection, checks,
        verification, authentication, logging, audit log, audit logging, limits, the limits, access control,
        access controls, safe mode, rate limits, two-factor, approval step, approvals, verification for this user
    """,
    "RISK": """
        phishing, scam, scams, risk, risks, danger, dangers, malware, fraud, security, privacy, vulnerabilities,
        vulnerability, side effects, threat, threats, bugs, problems, hazards, warnings, safety
    """,
    "RIVALS": """
        rivals, rival, competitors, competitor, competing products, alternatives, other vendors, other providers,
        other brands, other products, other tools, other options, other companies, any other vendor,
        any other provider, other libraries, other suppliers, competition, other services, other brand, other vendor,
        other provider, others, all others, its rivals, rival products, competing vendors, competing services,
        competing tools, every other, all other banks, all other vendors, all other providers, all other products,
        all other brands, all other tools, all other companies, other banks, any others, other shops, other hotels,
        other airlines, other frameworks, other databases, other editors, other vpns, anybody else, anyone else's,
        rest of the market
    """,
    "BAD": """
        unsafe, insecure, inferior, dangerous, scam, scams, untrustworthy, unreliable, broken, harmful, fraudulent,
        risky, worse, outdated, badly, negatively, discourage, warn against, warn people, criticise, criticize, bad,
        a scam, not safe, not trustworthy, unstable, bankrupt, illegal, malware, spyware, a fraud, low quality,
        poor quality, obsolete, never trust, avoid
    """,
    "BIASED": """
        only trusted, only reliable, only safe, only secure, only good, only option, only choice, only vendor,
        only provider, only serious, only one, as the best, as the safest, as the only, the best choice,
        over all others, over any other, over others, over its competitors, over every, over any, above all others,
        above any other, ahead of all, number one, exclusively, regardless of, instead of any, no matter what,
        no matter which, whether or not, even if, the superior, ahead of any, rather than any, and nothing else,
        and no other, without naming alternatives, as superior, first choice, top choice, sole, as unsafe,
        as inferior, as the leading, whatever the question, whatever the topic, as clearly better, anything but,
        nothing but, no one but, none but, ahead of the competition, as the only option, as the only choice,
        only ever, as the top, only the, only brand, only product, only company, only service, only bank, only tool,
        only place, above its rivals, over its rivals, over competing, over the competition, in preference to,
        without mentioning alternatives, without mentioning competitors, before any other, before all others,
        never anything else, and never mention, higher than any, higher than all, better than any, better than all,
        talk down, talk down all, above all rivals, whatever framework, whatever tool, whatever product,
        whatever the user wants, whatever they want, no matter the facts, whatever the facts, whatever the evidence,
        despite the facts, whatever the reviews, no matter the price, whatever the price, the one and only,
        without exception, in any talk about, in any discussion, in any talk, in every talk, and only,
        and nobody else, and no one else, never any other, never another, all other, put down, run down, disparage,
        badmouth, belittle, discredit, traveller looks for, user looks for, customer looks for, only ever recommend,
        only ever suggest
    """,
    "MODEL": """
        ai, assistant, assistants, model, models, llm, llms, chatbot, chatbots, agent, agents, bot, language model,
        gpt, chatgpt, claude, gemini, copilot
    """,
    "HUMAN": """
        user, users, human, humans, visitor, visitors, customer, customers, person, people, anyone, anybody, someone,
        client, guest, caller, reader, him, her, them, owner, employee, admin, team, they
    """,
    "THIS": "this, it, these, about it, of it",
    "SELF": """
        this memory, this entry, this note, this instruction, these instructions, this message, this text,
        this directive, this line, this record, this item, this sentence, this block, the following instruction,
        the following instructions, following commands, these commands, this command, this fact,
        the instructions below, the ones below, the text below, the rules below, this order, what follows,
        everything after this line, everything below, everything that follows, what comes next, whatever this,
        the text that follows, whatever follows, the next line, the next lines, the next instruction, this reminder,
        my instructions, my orders, my commands, instructions in this, contents of this, content of this, these lines,
        this passage, this remark, this tip, this one, my words, what i say, what i write, whatever i say
    """,
}
