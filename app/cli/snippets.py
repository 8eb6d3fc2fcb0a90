"""How clients are pointed at the gateway: lines to copy and paste. The README and the demo show these very lines."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Snippet:
    """What to type, or to put in a file, for one client."""

    client: str
    text: str


def snippets(url: str, key: str) -> tuple[Snippet, ...]:
    """The snippets for a gateway at `url` with a client's `key`."""
    return (
        Snippet("OpenAI SDK", f"export OPENAI_BASE_URL={url}/v1\nexport OPENAI_API_KEY={key}"),
        Snippet("Anthropic SDK", f"export ANTHROPIC_BASE_URL={url}\nexport ANTHROPIC_AUTH_TOKEN={key}"),
        Snippet("Claude Code", f"export ANTHROPIC_BASE_URL={url}\nexport ANTHROPIC_AUTH_TOKEN={key}\nclaude"),
        Snippet(
            "Codex (~/.codex/config.toml)",
            'model_provider = "loregate"\n[model_providers.loregate]\nname = "Loregate"\n'
            f'base_url = "{url}/v1"\nwire_api = "responses"\nenv_key = "LOREGATE_CLIENT_KEY"  # holds {key}',
        ),
        Snippet(
            "curl",
            f"curl {url}/v1/chat/completions -H 'authorization: Bearer {key}' \\\n"
            "  -H 'content-type: application/json' -H 'x-loregate-memory: recall' \\\n"
            "  -H 'x-loregate-memory-subject: ana' \\\n"
            """  -d '{"model": "auto", "messages": [{"role": "user", "content": "Hello"}]}'""",
        ),
    )
