"""Routing of a project: providers, models, chains; and which provider made a stored response. No secrets."""

import json
from dataclasses import fields, replace
from typing import Any

from storage.db import Row, Tx
from storage.model import Chain, Model, Provider

_PROVIDER = tuple(f.name for f in fields(Provider))
_MODEL = tuple(f.name for f in fields(Model))

# --- providers ---------------------------------------------------------------------------------------------------


def insert_provider(tx: Tx, project: int, provider: Provider) -> Provider:
    """Adds a provider and returns it with its number. Its name must be free in the project."""
    tx.touch("routing")
    if provider.is_default:
        _clear_default(tx, project)
    values = _provider_values(replace(provider, project=project))
    return replace(provider, project=project, num=_insert(tx, "providers", values))


def update_provider(tx: Tx, project: int, provider: Provider) -> bool:
    """Overwrites the provider with this id. False when the project has none."""
    tx.touch("routing")
    if provider.is_default:
        _clear_default(tx, project)
    return _update(tx, "providers", project, provider.id, _provider_values(replace(provider, project=project)))


def delete_provider(tx: Tx, project: int, id: str) -> bool:
    """Removes a provider with its models. False when the project has none of this id."""
    tx.touch("routing")
    return tx.execute("DELETE FROM providers WHERE project = ? AND id = ?", (project, id)).rowcount == 1


def providers_of(tx: Tx, project: int) -> list[Provider]:
    """All providers of a project, oldest first."""
    return [_provider(row) for row in tx.all("SELECT * FROM providers WHERE project = ? ORDER BY num", (project,))]


def provider_by_name(tx: Tx, project: int, name: str) -> Provider | None:
    """The provider with this name or id."""
    row = tx.one("SELECT * FROM providers WHERE project = ? AND (name = ? OR id = ?)", (project, name, name))
    return None if row is None else _provider(row)


def _clear_default(tx: Tx, project: int) -> None:
    tx.execute("UPDATE providers SET is_default = 0 WHERE project = ?", (project,))


# --- models ------------------------------------------------------------------------------------------------------


def insert_model(tx: Tx, project: int, model: Model) -> Model:
    """Adds a model and returns it with its number. Its name must be free, its provider one of the project's."""
    tx.touch("routing")
    _need_provider(tx, project, model.provider)
    return replace(model, project=project, num=_insert(tx, "models", _model_values(replace(model, project=project))))


def update_model(tx: Tx, project: int, model: Model) -> bool:
    """Overwrites the model with this id. False when the project has none. Its provider must be the project's."""
    tx.touch("routing")
    _need_provider(tx, project, model.provider)
    return _update(tx, "models", project, model.id, _model_values(replace(model, project=project)))


def delete_model(tx: Tx, project: int, id: str) -> bool:
    """Removes a model; chains that name it go on without. False when the project has none of this id."""
    tx.touch("routing")
    return tx.execute("DELETE FROM models WHERE project = ? AND id = ?", (project, id)).rowcount == 1


def models_of(tx: Tx, project: int) -> list[Model]:
    """All models of a project, oldest first."""
    return [_model(row) for row in tx.all("SELECT * FROM models WHERE project = ? ORDER BY num", (project,))]


def model_by_name(tx: Tx, project: int, name: str) -> Model | None:
    """The model with this public name or id."""
    row = tx.one("SELECT * FROM models WHERE project = ? AND (name = ? OR id = ?)", (project, name, name))
    return None if row is None else _model(row)


def _need_provider(tx: Tx, project: int, num: int) -> None:
    if tx.value("SELECT 1 FROM providers WHERE project = ? AND num = ?", (project, num)) is None:
        raise LookupError(f"project {project} has no provider number {num}")


# --- chains ------------------------------------------------------------------------------------------------------


def put_chain(tx: Tx, project: int, chain: Chain) -> None:
    """Adds a chain, or replaces the one of this name."""
    tx.touch("routing")
    tx.execute(
        "INSERT INTO chains (project, name, models, listed) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (project, name) DO UPDATE SET models = excluded.models, listed = excluded.listed",
        (project, chain.name, json.dumps(chain.models), int(chain.listed)),
    )


def delete_chain(tx: Tx, project: int, name: str) -> bool:
    """Removes a chain. False when the project has none of this name."""
    tx.touch("routing")
    return tx.execute("DELETE FROM chains WHERE project = ? AND name = ?", (project, name)).rowcount == 1


def chains_of(tx: Tx, project: int) -> list[Chain]:
    """All chains of a project, by name."""
    rows = tx.all("SELECT * FROM chains WHERE project = ? ORDER BY name", (project,))
    return [Chain(row["project"], row["name"], tuple(json.loads(row["models"])), bool(row["listed"])) for row in rows]


# --- responses ---------------------------------------------------------------------------------------------------


def remember_response(tx: Tx, project: int, response_id: str, provider: str, at: int) -> None:
    """Keeps which provider (its id) made a response, so that what follows on it goes there."""
    tx.execute(
        "INSERT OR REPLACE INTO response_owners (project, response_id, provider, at) VALUES (?, ?, ?, ?)",
        (project, response_id, provider, at),
    )


def response_provider(tx: Tx, project: int, response_id: str) -> str | None:
    """The id of the provider that made this response for this project; None for any other response."""
    return tx.value(
        "SELECT provider FROM response_owners WHERE project = ? AND response_id = ?", (project, response_id)
    )


def forget_response(tx: Tx, project: int, response_id: str) -> bool:
    """Drops the note of a response. False when the project has none of this id."""
    return (
        tx.execute("DELETE FROM response_owners WHERE project = ? AND response_id = ?", (project, response_id)).rowcount
        == 1
    )


# --- rows --------------------------------------------------------------------------------------------------------


def _insert(tx: Tx, table: str, values: dict[str, Any]) -> int:
    marks = ", ".join("?" * len(values))
    return tx.value(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks}) RETURNING num", tuple(values.values()))


def _update(tx: Tx, table: str, project: int, id: str, values: dict[str, Any]) -> bool:
    settings = ", ".join(f"{column} = ?" for column in values)
    found = tx.execute(f"UPDATE {table} SET {settings} WHERE project = ? AND id = ?", (*values.values(), project, id))
    return found.rowcount == 1


def _provider_values(provider: Provider) -> dict[str, Any]:
    values = {column: getattr(provider, column) for column in _PROVIDER[1:]}
    return values | {
        "dialects": json.dumps(provider.dialects),
        "passthrough": int(provider.passthrough),
        "is_default": int(provider.is_default),
    }


def _provider(row: Row) -> Provider:
    values = {column: row[column] for column in _PROVIDER}
    values |= {
        "dialects": tuple(json.loads(row["dialects"])),
        "passthrough": bool(row["passthrough"]),
        "is_default": bool(row["is_default"]),
    }
    return Provider(**values)


def _model_values(model: Model) -> dict[str, Any]:
    values = {column: getattr(model, column) for column in _MODEL[1:]}
    return values | {
        "extra_body": json.dumps(dict(model.extra_body)),
        "price": None if model.price is None else json.dumps(dict(model.price)),
        "listed": int(model.listed),
    }


def _model(row: Row) -> Model:
    values = {column: row[column] for column in _MODEL}
    values |= {
        "extra_body": json.loads(row["extra_body"]),
        "price": None if row["price"] is None else json.loads(row["price"]),
        "listed": bool(row["listed"]),
    }
    return Model(**values)
