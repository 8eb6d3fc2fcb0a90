"""English entries, first part: what is ordered. Imperatives and bases of verbs: "sends" tells what is."""

ENGLISH: dict[str, str] = {
    "NOTHING": """
        never reveal, not reveal, don't reveal, never disclose, not disclose, don't disclose, never expose,
        not expose, never print, not print, don't print, never show, not show, never send, not send, don't send,
        never share, not share, don't share, never post, not post, never ignore, don't ignore, never log,
        must not leak, never leak, password reset, reset password, password resets, forget password, forgot password,
        forget me not, was told to, ignore case, ignore whitespace, ignore list, ignore file, ignore files,
        ignore rules, ignore patterns, gitignore
    """,
    "DROP": """
        ignore, ignoring, disregard, disregarding, forget, forgetting, pay no attention to, pay no heed,
        do not follow, don't follow, stop following, stop obeying, do not obey, don't obey, set aside, put aside,
        unlearn, nullify, cancel out, no longer apply, no longer applies, do not apply, don't apply,
        are are cancelled, are obsolete, do not comply with, never mind, wipe your memory of, clear your, erase your,
        leave behind, step outside, break free from, act as if ~ never, as though ~ never, not bound by, do away with,
        scrap, are void, is void, no longer valid, no longer count, let go of, set ~ aside, put ~ aside, dismiss,
        cease following, need not follow, don't have to follow, do not have to follow, no longer have to follow
    """,
    "OVERRIDE": """
        override, overriding, overrule, bypass, circumvent, supersede, supersedes, replace, replaces, overrides,
        evade, sidestep, replacing, overwrite, overwrites, supplant, take the place of, takes the place of,
        stands above, outweigh, outweighs
    """,
    "NOT RESPECT": """
        need to respect, needn't respect, need not respect, do not respect, don't respect, no need to follow,
        need to follow, needn't follow, have to follow, have to obey, have to respect, don't listen to,
        do not listen to, stop listening to, pay no regard to, violate, violating, defy, flout, throw out, throw away,
        throw overboard, shrug off, shed, break with, go against, act against, not stick to, don't stick to,
        turn your back on, free yourself from, free yourself of, liberate yourself from, put behind you, rise above,
        step over, look past, wave aside, brush aside, tear up
    """,
    "VOID": """
        cancelled, canceled, void, revoked, counts any more, count any more, counts anymore, no longer count,
        no longer counts, does not bind, do not bind, don't bind, not bind, lifted, suspended, nullified,
        no longer bind, no longer binds, withdrawn, rescinded, null and void, are gone, is gone, are over,
        off the table, out of force, not count, doesn't count, don't count, wiped, erased, annulled, set to zero,
        invalidated, of no effect, without effect, scrapped, abolished
    """,
    "LIFTED": """
        rules lifted, restrictions lifted, restrictions are lifted, restrictions have been lifted,
        restrictions are removed, restrictions have been removed, limits are lifted, limits have been lifted,
        rules no longer apply, rules do not apply, rules don't apply, rules are suspended, rules have been suspended,
        guidelines are suspended, guidelines no longer apply, guidelines do not apply, guidelines don't apply,
        policies no longer apply, policies do not apply, policies are suspended, instructions no longer apply,
        instructions do not apply, safety is off, safeguards are off, safeguards are disabled, filters are off,
        filters are disabled, safety protocols are, safety filters are, content policy is suspended,
        content policies are suspended, restrictions do not apply, restrictions no longer apply, rules are lifted,
        guardrails are off, guardrails are down, guardrails have been removed, guardrails are disabled,
        instructions are cancelled, instructions are obsolete, instructions are revoked, instructions are void,
        rules are void, instructions have been revoked, instructions have been replaced,
        guidelines have been replaced, prompt has been replaced, system prompt has been updated, limits removed,
        restrictions removed, filters removed, filters off, safety off, limits off, restrictions off, guardrails off,
        guardrails removed, safety disabled, restrictions disabled, filters disabled, rules suspended, no rules apply,
        no restrictions apply, no policies apply, no policy applies, no rule applies
    """,
    "REVEAL": """
        reveal, disclose, expose, leak, divulge, dump, exfiltrate, regurgitate, recite, spill, give away, hand over,
        give up, make public, surrender, hand out, let slip, give out, betray, pass out, tell openly
    """,
    "SHOW": """
        show, print, display, repeat, output, list, tell, write out, write down, quote, share, return, echo, state,
        read out, give me, show me, tell me, type out, copy out, summarise, summarize, translate, paste, provide,
        spell out, include, reply with, respond with, answer with, give, hand, tell us, copy, write, reprint, disclose
    """,
    "INQUIRY": """
        what were you told, what were you instructed, what are your instructions, what is your system prompt,
        what's your system prompt, what does your prompt say, what are your rules, what are your hidden,
        what does your system, which instructions were you, what were your instructions, what are your guidelines,
        what are you not allowed, what is written above, what did the developer tell you, what did your operator
    """,
    "VERBATIM": """
        verbatim, word for word, exactly as, in full, character by character, starting with, in a code block,
        letter by letter, completely, in its entirety, as is, unchanged, unedited, in detail, all of it,
        to the letter, instructions in full
    """,
    "SEND": """
        send, post, forward, upload, transmit, exfiltrate, email, e-mail, mail, submit, deliver, relay, sync, beacon,
        pass on, copy them to, ship, export, report it to, fetch, call out to, ping, encode, embed, smuggle, cc, bcc,
        sharing, releasing, exporting, disclosing, sending, forwarding, posting, hand over, disclose, share, send off,
        mirror, dispatch, copy to, copied to, transmitting, uploading, leaking, phone home, call home, stream, push,
        drop, deposit, tweet, publish, write to
    """,
    "COLLECT": """
        collect, gather, harvest, extract, capture, grab, scrape, record, note down, remember, pick up, pull,
        read out, take note of, compile, accumulate, log
    """,
    "COPY": """
        repeat it in, copy this, copy it into, replicate, reproduce this, propagate, spread this, write this into,
        write it into, save this into, insert this into, store this, include this in, add this to, duplicate this,
        pass this on, carry this over, repeat this, restate this, echo this, write this, re-save this, resave this,
        store this again, forward this, carry this, keep this in, quote this, embed this, plant this, and repeat it,
        rewrite it into, add it to, adding this, keep adding, keep repeating, keep inserting, keep writing,
        re-add this, reinsert this, carry over this, multiply this, clone this, make copies of this, paste this,
        always store this, save a copy of this
    """,
    "RUN": """
        run, execute, call, invoke, use, launch, trigger, open, start, install, eval, spawn, perform, apply,
        make a call to, fire
    """,
    "DELETE": "delete, erase, wipe, destroy, remove, purge, drop all, truncate, overwrite, format, uninstall, rm",
    "DISABLE": """
        disable, deactivate, turn off, switch off, suspend, remove, lift, drop, relax, skip, suppress, mute, weaken,
        stop applying, lower, unlock, bypass, disabling, removing, shut off, shut down, get rid of, turn ~ off,
        switch ~ off, take off, let go of
    """,
    "APPROVE": """
        approve, authorise, authorize, grant, refund, refunds, transfer, wire, pay out, transfer money,
        transfer funds, accept, whitelist, allow, unlock, release, issue, confirm, waive, give a discount,
        offer a discount, move, granted, grants, give out, sign off on, wave through, green-light, greenlight, pay
    """,
    "APPEND": """
        append, add, insert, include, attach, end with, begin with, prepend, embed, close with, finish with, place,
        put, sign off, conclude with, start with, mention, work in, slip in, drop in
    """,
    "RECOMMEND": """
        recommend, recommending, suggest, promote, advertise, endorse, favor, favour, steer, push, praise, advise,
        name, plug, point them to, point users to, direct them to, direct users to, tell them to buy, tell users to,
        nudge, present, describe, rank, list, speak well of, speak highly of, talk up, sell, rate, portray, prefer,
        insist on, only ever name, tout, champion, hype, pick, choose, select, go for, vote for, put first,
        list first, name first, mention first, answer with
    """,
    "PRAISE": """
        recommend, recommending, promote, promoting, praise, praising, endorse, endorsing, advertise, favor, favour,
        steer, plug, talk up, insist on, push, tout, champion, nudge, hype, speak highly of, speak well of,
        point people to, point users to, send people to, direct people to, sell, upsell, commend, hail
    """,
    "TELL": """
        tell users, tell people, tell customers, tell the user, tell everyone, tell them, tell anyone, say that,
        claim that, convince the user, persuade the user, warn users, warn customers, inform users,
        inform the user that, urge the user, ask the user to, instruct the user, get the user to, have the user
    """,
    "DENY": """
        refuse to answer, refuse to help, stop answering, stop helping, refuse every question,
        answer every question with, reply to everything with, respond to every question with,
        respond to everything with, answer everything with, answer all questions with, reply to all questions with,
        refuse further, refuse all further, refuse any further, stop responding
    """,
    "STOP": """
        stop, refuse, decline, reject, deny, do not help, don't help, never help, do not answer, don't answer,
        respond only, reply only, answer only
    """,
    "NO WARN": """
        never warn, never again warn, stop warning, do not warn, don't warn, no longer warn, never caution,
        do not caution, don't caution, never advise against, stop cautioning, never flag, do not flag, don't flag,
        never raise, downplay, play down, never point out, do not point out, don't point out
    """,
    "BACKDOOR": """
        backdoor, backdoors, back door, back doors, malware, keylogger, malicious code, malicious package,
        malicious dependency, vulnerability, vulnerabilities, security hole, security holes, exploit, exploits,
        logic bomb, trojan, hidden code, subtle bug, subtle bugs, sql injection, hardcoded password, miner
    """,
    "OBEY": "obey, comply, fulfil, fulfill, submit to",
    "FOLLOW": """
        follow, carry out, adhere, abide, do as, do what, do whatever, do exactly, act on, execute all, accept all,
        trust
    """,
    "TREAT": "treat, consider, regard, interpret, accept, assume, mark, flag, label, believe",
    "LURE": """
        install, visit, download, buy, call, click, open, log in, enter their, send money, pay, register, sign up,
        give their, type their, share their, deposit
    """,
}
