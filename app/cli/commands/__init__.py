"""What the commands do: `async (parts, args) -> result`, both JSON, with no terminal in sight.

A command runs where the database is open: in the process that was called, or, when a server holds the database, in
that server, which is sent the name and the arguments. One registry and the same code either way.
"""

from collections.abc import Mapping

from app.cli.commands import forgetting, inside, jobs, keys, projects, routing
from app.parts import Command

COMMANDS: Mapping[str, Command] = {
    "project.add": projects.add,
    "project.list": projects.listed,
    "project.show": projects.show,
    "key.add": keys.add,
    "key.list": keys.listed,
    "key.revoke": keys.revoke,
    "provider.add": routing.add_provider,
    "provider.list": routing.list_providers,
    "provider.remove": routing.remove_provider,
    "provider.test": routing.test_provider,
    "model.add": routing.add_model,
    "model.list": routing.list_models,
    "model.remove": routing.remove_model,
    "chain.set": routing.set_chain,
    "chain.list": routing.list_chains,
    "chain.remove": routing.remove_chain,
    "chain.preset": routing.preset_chains,
    "erase": forgetting.erase_subject,
    "run-job": jobs.run_job,
    "doctor": inside.checks,
}
