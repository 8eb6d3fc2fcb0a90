"""What the README promises about itself: its two commands, its links, its picture. Its tables are checked by cog."""

import re
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
SETUP = "python3 -m venv .uv && .uv/bin/pip install -q uv && .uv/bin/uv run --frozen"


def test_the_first_two_commands_set_everything_up_by_themselves():
    commands = re.findall(r"```sh\n(.*?)\n```", README, re.DOTALL)
    assert commands[:2] == [f"{SETUP} loregate demo", f"{SETUP} python -m tests"]


def test_continuous_integration_calls_the_very_test_command():
    assert (ROOT / ".ci" / "run").read_text("utf-8").splitlines()[-1] == f"{SETUP} python -m tests"


def test_links_and_pictures_lead_somewhere():
    targets = re.findall(r"\]\(([^)#:]+)\)", README) + re.findall(r'src="([^"]+)"', README)
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_pictures_are_whole_and_load_nothing_from_elsewhere():
    for picture in (ROOT / "ui" / "pictures").glob("*.svg"):
        text = picture.read_text("utf-8")
        assert ElementTree.fromstring(text).tag.endswith("svg")
        assert not re.search(r'(href|src|url)\s*[=(]\s*["\']?https?:', text)
