"""Options that many commands take, and those that were typed before the command's name."""

from collections.abc import Mapping
from typing import Annotated, Any, cast

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
InProject = Annotated[str, typer.Option("--project", help="The project, by its slug or id.")]


def options(context: typer.Context) -> Mapping[str, Any]:
    """What was typed before the command's name, as boot options."""
    return cast(Mapping[str, Any], context.obj or {})
