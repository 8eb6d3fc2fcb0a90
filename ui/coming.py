"""Plain pages where the admin and MCP will be, so that nobody who looks there is left guessing. No script."""

from html import escape

from quart import Blueprint, Response

PAGES = {
    "/admin": (
        "The admin is coming",
        "Here you will review, pin, correct and erase memories, set up models and keys, and see what calls cost. "
        "Until then the command line does it: try loregate --help.",
    ),
    "/mcp": (
        "The MCP endpoint is coming",
        "Here agents will search and save memories over MCP. "
        "Until then use the memory API under /v1/memory, or have memories recalled into each call.",
    ),
}

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Loregate</title>
<style>
  :root {{ color-scheme: light dark }}
  body {{ font: 17px/1.6 system-ui, sans-serif; max-width: 34rem; margin: 18vh auto; padding: 0 1.5rem }}
  h1 {{ font-size: 1.5rem; font-weight: 650 }}
  p {{ opacity: .8 }}
</style>
<h1>{title}</h1>
<p>{text}</p>
</html>
"""


def create() -> Blueprint:
    """The pages, each at its path."""
    coming = Blueprint("coming", __name__)
    for path, (title, text) in PAGES.items():
        page = _PAGE.format(title=escape(title), text=escape(text))
        coming.add_url_rule(path, endpoint=path.strip("/"), view_func=_view(page), methods=["GET"])
    return coming


def _view(page: str):
    async def view() -> Response:
        return Response(page, content_type="text/html; charset=utf-8")

    return view
