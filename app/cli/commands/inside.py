"""The doctor's checks that need the open database: the file itself, secrets, embedder, providers. Changes nothing."""

from typing import Any

from app.cli.commands.routing import probe
from app.errors import LoregateError
from app.parts import Parts
from app.upstream.routing import tier
from storage.db import Tx
from storage.fileformat import APPLICATION_ID
from storage.sql import keys, projects


async def checks(parts: Parts, args: dict[str, Any]) -> dict[str, Any]:
    """All checks, each `{name, state, text, fix}`."""
    lines = [*await parts.db.read(_file), _vault(parts), await _embedder(parts)]
    for project in await parts.db.read(projects.every):
        if not await parts.db.read(lambda tx, num=project.num: keys.of_project(tx, num)):
            fix = f"loregate key add --project {project.slug}"
            lines.append(_line("keys", "warn", f"the project {project.slug} has no key", fix))
        lines += await _models(parts, project.num, project.slug)
    return {"checks": lines}


def _line(name: str, state: str, said: str, fix: str = "") -> dict[str, str]:
    return {"name": name, "state": state, "text": said, "fix": fix}


def _file(tx: Tx) -> list[dict[str, str]]:
    verdict = tx.value("PRAGMA integrity_check(1)")
    if verdict != "ok":
        return [_line("database", "fail", f"damaged: {verdict}", "Restore it from a backup.")]
    if tx.value("PRAGMA application_id") != APPLICATION_ID:
        return [_line("database", "fail", "it isn't Loregate's", "Choose another data folder.")]
    counts = {noun: tx.value(f"SELECT count(*) FROM {noun}") for noun in ("conversations", "messages", "memories")}
    said = ", ".join(f"{count} {noun}" for noun, count in counts.items())
    return [_line("database", "ok", f"sound, format {tx.value('PRAGMA user_version')}; {said}")]


def _vault(parts: Parts) -> dict[str, str]:
    if parts.vault.kind == "keyring":
        return _line("secrets", "ok", "in the operating system's keyring")
    fix = "Keep the data folder to yourself, or give keys by environment (LOREGATE_UPSTREAM_KEY_FILE)."
    return _line("secrets", "warn", "in an encrypted file in the data folder, for there is no keyring", fix)


async def _embedder(parts: Parts) -> dict[str, str]:
    embedder = parts.ctx.embedder
    if embedder.dim == 0:
        return _line("embedder", "warn", "none: search is by words alone", "Install Loregate whole again.")
    try:
        await embedder.embed(["doctor"], "query")
    except (OSError, ValueError, RuntimeError) as error:
        return _line("embedder", "fail", f"{embedder.id} doesn't load: {error}", "Install Loregate whole again.")
    return _line("embedder", "ok", embedder.id)


async def _models(parts: Parts, project: int, slug: str) -> list[dict[str, str]]:
    catalog = await parts.catalogs.get(project)
    if not catalog.providers:
        fix = f"loregate provider add --project {slug}, or set LOREGATE_UPSTREAM_URL"
        return [_line("models", "warn", f"the project {slug} has no provider", fix)]
    lines: list[dict[str, str]] = []
    for provider in catalog.providers.values():
        try:
            result = await probe(parts, provider)
        except LoregateError as error:
            result = {"ok": False, "text": error.message}
        state = "ok" if result["ok"] else "fail"
        fix = "Check its URL and secret: loregate provider test" if state == "fail" else ""
        lines.append(_line("models", state, f"{provider.name} of {slug}: {result['text']}", fix))
    if not tier(catalog, "extract"):
        fix = "loregate chain set memory-extract MODEL, or set LOREGATE_MEMORY_MODEL"
        said = f"{slug} has no memory model: each conversation's own model learns from it"
        lines.append(_line("memory model", "warn", said, fix))
    return lines
