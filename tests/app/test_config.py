"""Boot settings: what is read, from where, and what a bad value says."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.config import VARIABLES, BadConfig, Config, load


def test_nothing_set_gives_loopback_and_the_users_data_folder():
    config = load({})
    assert (config.host, config.port, config.upstream_url) == ("127.0.0.1", 8377, None)
    assert config.database == config.data_dir / "loregate.db"
    assert "loregate" in config.data_dir.parts


def test_environment_is_read_and_options_win(tmp_path: Path):
    env = {"LOREGATE_DATA_DIR": str(tmp_path), "LOREGATE_PORT": "9000", "LOREGATE_ALLOWED_HOSTS": "A.example, [::1]:80"}
    config = load(env, {"port": 9001, "host": None})
    assert (config.data_dir, config.port, config.allowed_hosts) == (tmp_path, 9001, ("a.example", "[::1]:80"))


@pytest.mark.parametrize("ending", ["", "\n", "\r\n"])
def test_a_secret_may_come_from_a_file(tmp_path: Path, ending: str):
    file = tmp_path / "key"
    file.write_bytes(f"lg_0123456789abcdef{ending}".encode())
    assert load({"LOREGATE_KEY_FILE": str(file)}).key == "lg_0123456789abcdef"


def test_a_variable_and_its_file_together_are_refused(tmp_path: Path):
    with pytest.raises(BadConfig, match="Both LOREGATE_KEY and LOREGATE_KEY_FILE"):
        load({"LOREGATE_KEY": "lg_0123456789abcdef", "LOREGATE_KEY_FILE": str(tmp_path)})


def test_a_missing_file_is_named(tmp_path: Path):
    with pytest.raises(BadConfig, match="LOREGATE_UPSTREAM_KEY_FILE can't be read"):
        load({"LOREGATE_UPSTREAM_KEY_FILE": str(tmp_path / "none")})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "http"),
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("HOST", "example.com"),
        ("UPSTREAM_URL", "api.example.com"),
        ("UPSTREAM_URL", "http://"),
        ("UPSTREAM_URL", "http://me:pass@host/v1"),
        ("UPSTREAM_URL", "http://[::1"),
        ("PUBLIC_URL", "https://example.com/path"),
        ("KEY", "sk-0123456789abcdef"),
        ("KEY", "lg_short"),
        ("ADMIN_PASSWORD", "short"),
        ("ALLOWED_HOSTS", "a b"),
        ("LOG_LEVEL", "loud"),
        ("DRAIN_S", "soon"),
    ],
)
def test_a_bad_value_names_its_variable(name: str, value: str):
    with pytest.raises(BadConfig, match=f"^LOREGATE_{name} must"):
        load({f"LOREGATE_{name}": value})


def test_a_bad_option_names_the_option():
    with pytest.raises(BadConfig, match=r"^--port must be a port"):
        load({}, {"port": 99999})


def test_a_key_without_its_upstream_is_refused():
    with pytest.raises(BadConfig, match="LOREGATE_UPSTREAM_URL isn't"):
        load({"LOREGATE_UPSTREAM_KEY": "sk-1"})


def test_secrets_stay_out_of_repr_and_errors():
    config = load(
        {
            "LOREGATE_UPSTREAM_URL": "http://h",
            "LOREGATE_UPSTREAM_KEY": "sk-hidden",
            "LOREGATE_KEY": "lg_hidden9012345678",
        }
    )
    assert "hidden" not in repr(config)
    with pytest.raises(BadConfig) as caught:
        load({"LOREGATE_KEY": "sk-hidden-too"})
    assert "hidden" not in str(caught.value)


def test_every_field_has_a_variable():
    assert {variable.name for variable in VARIABLES} == set(Config.__dataclass_fields__)


@given(name=st.sampled_from([variable.env for variable in VARIABLES]), text=st.text())
def test_any_text_is_read_or_refused_by_name(name: str, text: str):
    with contextlib.suppress(BadConfig):
        load({name: text})
