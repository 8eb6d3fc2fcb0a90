"""English entries. Imperatives and bases of verbs only: "sends", "was ignored" tell what is, not what to do."""

ENGLISH: dict[str, str] = {
    # exceptions: said about a thing, or forbidden rather than ordered
    "NOTHING": """
        never reveal, not reveal, don't reveal, never disclose, not disclose, don't disclose, never expose, not expose,
        never print, not print, don't print, never show, not show, never send, not send, don't send, never share,
        not share, don't share, never post, not post, never ignore, don't ignore, never log, must not leak, never leak,
        password reset, reset password, password resets, forget password, forgot password, forget me not, was told to,
        ignore case, ignore whitespace, ignore list, ignore file, ignore files, ignore rules, ignore patterns, gitignore
    """,
    "DROP": """
        ignore, ignoring, disregard, disregarding, forget, forgetting, neglect, discard, abandon, dismiss,
        pay no attention to, pay no heed, do not follow, don't follow, stop following, stop obeying, do not obey,
        don't obey, set aside, put aside, cast aside, throw out, throw away, drop, unlearn, void, nullify, cancel out,
        no longer apply, no longer applies, do not apply, don't apply, are void, are cancelled, are obsolete,
        do not comply with, never mind, wipe your memory of, clear your, erase your, let go of, leave behind,
        step outside, break free from, act as if ~ never, as though ~ never, not bound by, do away with, scrap
    """,
    "OVERRIDE": "override, overriding, overrule, bypass, circumvent, supersede, supersedes, replace, replaces, overrides, evade, sidestep",
    "PRIOR": """
        previous, previously, prior, earlier, above, preceding, before, foregoing, existing, past, original, initial,
        former, so far, up to now, until now, up to this point, you were given, you have been given, you've been given,
        you received, you have received, you've received, came before, come before, preceded, at the top, old
    """,
    "ALL": "all, any, every, each, everything, whatever, anything, entire, whole",
    "INSTRUCTIONS": """
        instruction, instructions, directive, directives, guideline, guidelines, guardrail, guardrails, prompt, prompts,
        programming, orders, training, restrictions, safeguards, preamble, ground rules, safety rules
    """,
    "PLACE": "instructions in, instructions from, instructions found, instructions inside, instructions on, instructions at",
    "RULES": "rule, rules, policy, policies, constraints, commands, limits, limitations, context, constraint, settings, conditions",
    "YOUR": "your, you, yourself, you're, thy",
    "SYSTEM MESSAGE": """
        developer message, system message, system instruction, system instructions, developer instructions, system rules,
        developer instruction, operator instructions, system and developer, system directives, system-level, admin instructions,
        operator's instructions, developer's instructions, system policy, developer prompt
    """,
    "SYSTEM PROMPT": """
        system prompt, system-prompt, systemprompt, initial prompt, hidden prompt, initial instructions, hidden instructions,
        secret instructions, original instructions, original prompt, internal instructions, pre-prompt, master prompt,
        confidential instructions, internal prompt, starting prompt, system message verbatim, your prompt, your instructions,
        your configuration, your guidelines, your rules, your programming, instructions you were given, your system
    """,
    "BEFORE": """
        everything above, everything before, everything prior, everything you were, everything you have been, everything you've,
        everything that was said, everything said, everything so far, all of the above, all the above, all that came before,
        what you were told, what you've been told, what you have been told, everything you know, everything you learned,
        anything above, anything you were told, anything said, whatever you were told, the text above, the words above,
        the message above, the content above, the conversation above, the lines above, all that was said, what came before,
        whatever came before, what was said, everything i, everything they, the rest of this, the rules above
    """,
    "REVEAL": """
        reveal, disclose, expose, leak, divulge, dump, exfiltrate, regurgitate, recite, spill, give away, hand over,
        give up, make public, surrender
    """,
    "SHOW": """
        show, print, display, repeat, output, list, tell, write out, write down, quote, share, return, echo, state, read out,
        give me, show me, tell me, type out, copy out, summarise, summarize, translate, paste, provide, spell out, include
    """,
    "VERBATIM": "verbatim, word for word, exactly as, in full, character by character, starting with, in a code block, letter by letter",
    "SEND": """
        send, post, forward, upload, transmit, exfiltrate, email, e-mail, mail, submit, deliver, relay, sync, beacon,
        pass on, copy them to, ship, export, report it to, fetch, call out to, ping, encode, embed, smuggle, cc, bcc
    """,
    "DATA": """
        user data, user's data, users' data, user's message, user's messages, user's last, user's email, user's name, user's input,
        user's question, user's location, user's secrets, user's details, user's personal, user's token, user's tokens,
        personal data, private data, customer data, conversation, conversations, the chat, chat history, chat log, chat logs,
        transcript, transcripts, contents of, file contents, contact list, contacts, address book, browsing history,
        whole context, full context, environment variables, env vars, the context window, everything the user,
        whatever the user, all messages, all files, source code, their data, his data, her data, their messages,
        sensitive data, sensitive information, confidential data, query, prompt and answer, session data
    """,
    "SECRETS": """
        secret, secrets, credential, credentials, api key, api keys, password, passwords, access token, access tokens,
        private key, private keys, ssh key, ssh keys, tokens, keys, key, card number, card numbers, cookies, auth token,
        session token, bank details, seed phrase, confidential information
    """,
    "MEMORIES": "memory, memories, stored notes, saved notes, knowledge base, stored facts, stored entries",
    "OTHERS": """
        other user, other users, other user's, other users', every user, all users, another user, another user's,
        every other user, other people's, other customers, all subjects, every subject, all customers, someone else's,
        other tenants, other projects, all tenants, everyone else's
    """,
    "DESTINATION": """
        attacker, webhook, remote server, external server, external url, external site, external address, this address,
        the following url, the following address, the following email, this url, this endpoint, this email, this server,
        pastebin, evil, my server, our server, outside server, third party, collection server, dns
    """,
    "RUN": """
        run, execute, call, invoke, use, launch, trigger, open, start, install, eval, spawn, perform, apply, make a call to,
        fire
    """,
    "TOOL": """
        tool, tools, function, functions, shell, bash, command, commands, terminal, script, scripts, powershell, curl, wget,
        api call, sudo, delete_items, delete_all, send_email, transfer_funds, tool call, code, sql, mcp, plugin, connector,
        rm rf, eval, subprocess, payload, exec
    """,
    "UNASKED": """
        without asking, without confirmation, without confirming, without approval, without permission, without telling,
        without informing, without notifying, without warning, without review, without reviewing, without checking,
        without verification, without verifying, without question, without a second, without consent, do not ask, don't ask,
        never ask, no confirmation, no questions asked, skip confirmation, skip the confirmation, skip approval, no approval,
        no need to ask, no need to confirm, silently, quietly, secretly, covertly, in the background, automatically approve,
        bypassing approval, without hesitation, without mentioning, unprompted, skip the review, skip verification,
        auto-approve, behind the scenes, instead of asking, before asking, no matter what, without the user
    """,
    "HIDE": """
        do not tell the user about, don't tell the user about, do not tell the user that you, don't tell the user that you,
        do not tell the user this, do not mention this, don't mention this, do not mention that you, never mention this,
        never mention that you, never mention these instructions, do not mention these, do not reveal this, do not disclose this,
        without telling the user, without the user knowing, without the user noticing, without their knowledge,
        without the user's knowledge, keep this secret, keep this hidden, keep this from the user, hide this, hide these,
        hide it from, conceal this, conceal that, keep it secret from, user must not know, user must never know,
        user should not know, user does not need to know, user need not know, never let the user, do not let the user know,
        don't let the user know, do not let them know, do not inform the user, don't inform the user, never inform the user,
        never tell the user about, never tell anyone, do not tell anyone, don't tell anyone, pretend this ~ never,
        pretend you did not, deny that, deny having, deny knowing, deny any, deny it, do not acknowledge, never acknowledge,
        do not reference this, make no mention of, say nothing about this, say nothing of this, do not admit, never admit,
        as if nothing happened, do not show this, hide this line, keep quiet about, leave no trace, do not log this
    """,
    "HIDE A BIT": """
        do not tell the user, don't tell the user, never tell the user, do not mention, don't mention, never mention, hide from,
        conceal, secretly, silently, covertly, discreetly, do not warn, don't warn, never warn, do not notify, don't notify,
        without telling, without mentioning, without informing, withhold, do not report
    """,
    "FOREVER": """
        from now on, from this point, from this moment, from here on, henceforth, permanently, forever, in every future,
        in all future, in all later, for all future, in any future, in each future, all subsequent, every subsequent,
        every future, all future, for every session, across all sessions, in all sessions, in every session, going forward,
        at all times, for the rest of, until further notice, every conversation, all conversations, any conversation,
        remember this rule, persist this, remember forever, hereafter, for the remainder, at the start of every,
        at the beginning of every, always remember, keep in memory, never forget, as a standing order, every time
    """,
    "ANSWERS": """
        every answer, each answer, all answers, every reply, each reply, all replies, every response, each response,
        all responses, any answer, any reply, future answers, future answer, future replies, future responses, your answer,
        your answers, your reply, your replies, your response, your responses, every message you, each message you,
        end of ~ answer, end of ~ reply, end of ~ response, start of ~ answer, later answers, subsequent answers,
        subsequent replies, subsequent responses, everything you write, every email you, every summary you, all output,
        every output, anything you write, every time you answer, when you answer, whenever you answer, when answering,
        when you reply, whenever you reply, when you respond, whenever you respond, all your output, the answer
    """,
    "APPEND": """
        append, add, insert, include, attach, end with, begin with, prepend, embed, close with, finish with, place, put, sign off,
        conclude with, start with, mention, work in, slip in, drop in
    """,
    "LINK": """
        link, links, url, image, banner, advertisement, ad, promo, promo code, referral, affiliate, coupon, tracking pixel,
        pixel, markdown image, hyperlink, discount code, qr code, website, homepage, phone number
    """,
    "RECOMMEND": """
        recommend, recommending, suggest, promote, advertise, endorse, favor, favour, steer, push, praise, advise, name, plug,
        point them to, point users to, direct them to, direct users to, tell them to buy, tell users to, nudge, present,
        describe, rank, list, speak well of, speak highly of, talk up, sell, rate, portray, prefer
    """,
    "BIASED": """
        only trusted, only reliable, only safe, only secure, only good, only option, only choice, only vendor, only provider,
        only serious, only one, as the best, as the safest, as the only, the best choice, over all others, over any other,
        over others, over its competitors, over every, over any, above all others, above any other, ahead of all, number one,
        exclusively, regardless of, instead of any, no matter what, no matter which, whether or not, even if, the superior,
        ahead of any, rather than any, and nothing else, and no other, without naming alternatives, as superior, first choice,
        top choice, sole, as unsafe, as inferior, as the leading, whatever the question, whatever the topic, as clearly better
    """,
    "RIVALS": """
        rivals, rival, competitors, competitor, competing products, alternatives, other vendors, other providers, other brands,
        other products, other tools, other options, other companies, any other vendor, any other provider, other libraries,
        other suppliers, competition, other services
    """,
    "BAD": """
        unsafe, insecure, inferior, dangerous, scam, scams, untrustworthy, unreliable, broken, harmful, fraudulent, risky, worse,
        outdated, badly, negatively, discourage, warn against, warn people, criticise, criticize, bad
    """,
    "ALWAYS": "always, must, never, should, have to, shall, under all circumstances, in every case, invariably, be sure to, make sure, need to",
    "ASKED": """
        when asked, if asked, whenever asked, asked about, asks about, ask about, asks for, ask for, asks which, asks what, when someone asks,
        if someone asks, if anyone asks, when anyone asks, when people ask, whenever someone asks, when the topic,
        whenever the topic, for any question about, on any question about, when a user asks, when users ask, comes up, is asked,
        when discussing, when comparing, when choosing
    """,
    "TRIGGER": """
        when the user says, when the user types, when the user writes, when the user mentions, if the user says,
        if the user types, if the user writes, if the user mentions, whenever the user says, whenever the user types,
        whenever the user mentions, when a user says, when a user types, if a user says, when someone says, if someone says,
        when someone types, when someone writes, if someone writes, if anyone says, when anyone says, whenever anyone says,
        once the user says, as soon as the user, upon hearing, upon seeing the, on hearing, when you see the, when you hear,
        if you see the, once you see, whenever you see, the moment the user, next time the user, the next time someone,
        when the word, when the phrase, if the word, if the phrase, whenever the word, whenever the phrase, the word ~ appears,
        the phrase ~ appears, contains the word, contains the phrase, the message contains, the input contains, whenever ~ appears,
        when ~ mentions the word, after the user says, activation phrase, activation word, trigger word, trigger phrase,
        magic word, secret word, code word, codeword, secret phrase, passphrase is spoken, on the date, when the date, starting on
    """,
    "YOU ARE": """
        you are now, you're now, you will now be, you are no longer, you're no longer, from now on you are, you are henceforth,
        act as, acting as, pretend to be, pretend you are, pretend that you, roleplay as, role-play as, role play, behave as,
        behave like, assume the role, assume the persona, take on the role, take the role, adopt the persona, adopt the role,
        you have become, become, imagine you are, imagine you have, you shall be, simulate, impersonate, play the part,
        play the role, switch to, enter, speak as, respond as, answer as, your name is now, your new name, your new identity,
        your new role, call yourself, you have been upgraded, stay in character, act like
    """,
    "MODEL": """
        ai, assistant, assistants, model, models, llm, llms, chatbot, chatbots, agent, agents, bot, language model, gpt,
        chatgpt, claude, gemini, copilot
    """,
    "UNBOUND": """
        unrestricted, unfiltered, uncensored, unlimited, jailbroken, jailbreak, no restrictions, no limits, no rules,
        no filters, no limitations, no guidelines, no boundaries, no constraints, no ethics, no morals, without restrictions,
        without restriction, without limits, without rules, without filters, without any restrictions, without any filter,
        without any limits, without limitations, without ethical, without moral, without censorship, without safety,
        free of restrictions, free from restrictions, free of all, free from all, do anything now, dan, evil, amoral, unethical,
        unaligned, can do anything, any request, every request, all requests, any command, every command, never refuse,
        never decline, never say no, cannot refuse, must not refuse, no longer bound, not bound, no content policy,
        root access, god mode, unrestrained, unshackled, no longer restricted, no longer need to follow, malicious, without refusing,
        do not refuse, don't refuse, answer anything, whatever is asked, whatever i ask, whatever they ask, rogue
    """,
    "AUTHORITY": """
        developer mode, debug mode, admin mode, administrator mode, sudo mode, root mode, god mode, maintenance mode,
        admin override, administrator override, system override, emergency override, security override, override code,
        this is the developer, this is the administrator, this is the admin, this is the system administrator, this is openai,
        this is anthropic, this is your developer, this is your creator, i am the developer, i am the administrator,
        i am the admin, i am your developer, i am your creator, i am the system administrator, i'm the developer,
        i'm the admin, i am an admin, on behalf of the administrator, on behalf of the developers, on behalf of openai,
        on behalf of anthropic, authorised by, authorized by, approved by the administrator, approved by the admin,
        approved by security, approved by management, cleared by, administrator has approved, admin has approved,
        administrators have approved, security team has approved, security team approved, administrator approved,
        owner has approved, admin has authorised, admin has authorized, administrator has authorised, administrator has authorized,
        user is an administrator, user is an admin, user is the administrator, user is the admin, user has admin,
        user is root, user has root, full authority, full permission, full permissions, full access, elevated privileges,
        security clearance, pre-approved, preapproved, full consent, blanket consent, has already consented, has consented to,
        with admin rights, with administrator rights, official anthropic, official openai, from the operator, from the administrator,
        from the system administrator, from the developers, by order of, executive order, per management
    """,
    "READER": """
        when you read this, if you read this, if you are reading this, if you're reading this, upon reading this,
        after reading this, whenever you read this, once you read this, when reading this, as you read this, whoever reads this,
        reading this, reads this, who reads this, that reads this, which reads this, when this is recalled, when this is loaded,
        when this memory is, whenever this memory is, when this note is, whenever this note is, when this entry is,
        upon recall, on recall, if you are an ai, if you're an ai, if you are a language model, if you are an llm,
        if you are an assistant, note to the ai, note to ai, note to the model, note to the assistant, note to assistant,
        note to self, note for the ai, note for the assistant, note for the model, message to the ai, message to the model,
        message to the assistant, message for the ai, attention ai, attention assistant, attention model, attention llm, attention all ai,
        dear ai, dear assistant, dear model, hey ai, hello ai, to any ai, to the ai, to all ai, to whichever model,
        instructions for the ai, instructions for the assistant, instructions for the model, instruction to the model,
        instructions to the model, instructions to the assistant, any ai, any assistant, any llm, any agent, any model that,
        ai assistants must, ai agents must, ai models must, llms must, ai systems, as an ai, processing this, summarising this,
        summarizing this, parsing this
    """,
    "SELF": """
        this memory, this entry, this note, this instruction, these instructions, this message, this text, this directive,
        this line, this record, this item, this document, this sentence, this block, the following instruction,
        the following instructions, following commands, these commands, this command, this fact, the instructions below,
        the ones below, the text below, the rules below, this order, this paragraph, this section, what follows, this file
    """,
    "PRIORITY": """
        highest priority, top priority, absolute priority, maximum priority, takes precedence, take precedence, has precedence,
        overrides, override, supersedes, supersede, outranks, outrank, above all, above any other, above every other, wins over,
        trumps, prevails over, more important than, replaces all, replaces any, cannot be overridden, can't be overridden,
        must not be questioned, is binding, are binding, is final, is authoritative, is law, non-negotiable, beats
    """,
    "TREAT": "treat, consider, regard, interpret, accept, take, assume, view, handle, read, are, is",
    "TRUSTED": """
        as trusted, as authoritative, as coming from, as system, as a system, as an instruction, as instructions, as orders,
        as commands, as verified, as true, as fact, as if ~ system, as if ~ operator, as if ~ developer, as if it came from,
        as though it came, as official, as binding, as the operator, as developer, as gospel, as absolute, is trusted,
        are trusted, unconditionally, without verification, from the operator, with full trust, as an order, as a command
    """,
    "OBEY": """
        obey, comply, follow, carry out, adhere, abide, do as, do what, do whatever, do exactly, act on, execute all, fulfil, fulfill,
        submit to, accept all
    """,
    "NEW TASK": """
        new task is, new instructions are, new objective is, new goal is, new purpose is, new mission is, new role is, new job is,
        real task is, true task is, actual task is, real goal is, true purpose is, only task is, only goal is, real purpose is,
        your new instructions, your new task, your new goal, your new objective, your new purpose, your new rules,
        new instructions, updated instructions, new directive, new orders, new system instruction, new system prompt,
        new rules, instead do, instead follow, instead you, secret task, hidden task, hidden goal, hidden objective
    """,
    "COPY": """
        repeat it in, copy this, copy it into, replicate, reproduce this, propagate, spread this, write this into,
        write it into, save this into, insert this into, store this, include this in, add this to, duplicate this, pass this on,
        carry this over, repeat this
    """,
    "EVERY MEMORY": """
        every future memory, every memory, all memories, each memory, all future memories, every new memory, other memories,
        every summary, all summaries, every document, every file, every note, all notes, every conversation, other agents,
        every agent, all agents, every project, all projects
    """,
    "APPROVE": """
        approve, authorise, authorize, grant, refund, refunds, transfer, wire, pay out, transfer money, transfer funds, accept, whitelist,
        allow, unlock, release, issue, confirm, waive, give a discount, offer a discount
    """,
    "MONEY": """
        refund, refunds, payment, payments, transaction, transactions, funds, money, bitcoin, wallet, bank account, invoice, invoices,
        withdrawal, withdrawals, purchase, purchases, admin access, access request, any request, all requests, everything, discount,
        gift card, gift cards, permission, permissions, account
    """,
    "DELETE": "delete, erase, wipe, destroy, remove, purge, drop all, truncate, overwrite, format, uninstall, rm",
    "DISABLE": """
        disable, deactivate, turn off, switch off, suspend, remove, lift, drop, relax, skip, suppress, mute, weaken, stop applying,
        lower, unlock, bypass, ignore, disregard
    """,
    "SAFETY": """
        safety, safety rules, safety checks, safety filters, safety filter, safety measures, safety guidelines, safety policies,
        content filter, content filters, content policy, content policies, moderation, guardrails, guardrail, safeguards,
        ethical guidelines, ethics, security checks, security warnings, security warning, warnings, security policy, restrictions,
        safety protocols, safety training, alignment, confirmation prompts, refusal, refusals, security controls
    """,
    "FILE": """
        id_rsa, id_ed25519, etc passwd, etc shadow, aws credentials, kube config, netrc, ssh directory, .env, env file,
        dotenv, authorized_keys, keychain, password file, wallet.dat, ssh folder, ssh id
    """,
    "STOP": "stop, refuse, decline, reject, deny, do not help, don't help, never help, do not answer, don't answer, respond only, reply only, answer only",
}
