"""pyproject.toml, requirements.txt and environment.yml say the same; CI and README say how."""

import re
import tomllib
from itertools import product
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
RUN_TIME = [Requirement(line) for line in PROJECT["dependencies"]]
DEV = [Requirement(line) for line in PROJECT["optional-dependencies"]["dev"]]
LOCK = (ROOT / "requirements.txt").read_text("utf-8")

PYTHONS = ["3.11.7", "3.12.1", "3.13.0", "3.14.0"]
SYSTEMS = {  # sys_platform: os_name, platform_system
    "linux": ("posix", "Linux"),
    "darwin": ("posix", "Darwin"),
    "win32": ("nt", "Windows"),
}


def pins(python, system):
    """The lock as pip would read it there: name -> version."""
    os_name, platform_system = SYSTEMS[system]
    there = {
        "python_version": python.rpartition(".")[0],
        "python_full_version": python,
        "sys_platform": system,
        "os_name": os_name,
        "platform_system": platform_system,
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    found = {}
    for line in LOCK.splitlines():
        if not line or line.startswith("#"):
            continue
        pin = Requirement(line)
        if pin.marker is None or pin.marker.evaluate(there):
            (exact,) = pin.specifier
            assert exact.operator == "==", line
            name = canonicalize_name(pin.name)
            assert name not in found, f"{name} is pinned twice for Python {python} on {system}"
            found[name] = exact.version
    return found


@pytest.mark.parametrize(("python", "system"), product(PYTHONS, SYSTEMS))
def test_lock_pins_every_dependency(python, system):
    pinned = pins(python, system)
    for wanted in RUN_TIME + DEV:
        name = canonicalize_name(wanted.name)
        assert name in pinned, f"{name} is not in requirements.txt: run `make lock`"
        assert wanted.specifier.contains(pinned[name]), f"{wanted} is pinned to {pinned[name]}"


def test_lock_names_no_place():
    assert "make lock" in LOCK, "requirements.txt says how it was made"
    for line in LOCK.splitlines():
        if not line.startswith("#"):
            assert not re.search(r"://|@|^-|[/\\]|--hash", line), line


def test_conda_environment_matches_pyproject():
    listed = yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))["dependencies"]
    conda = [Requirement(line) for line in listed if isinstance(line, str)]
    bounds = {canonicalize_name(item.name): item.specifier for item in conda}
    python = bounds.pop("python")
    assert "pip" in bounds
    bounds.pop("pip")
    assert bounds == {canonicalize_name(item.name): item.specifier for item in RUN_TIME}
    assert {"pip": ["-e ."]} in listed

    supported = [v for v in (f"3.{minor}" for minor in range(8, 20)) if python.contains(v)]
    assert supported == [version.rpartition(".")[0] for version in PYTHONS]
    assert PROJECT["requires-python"] == f">={supported[0]}"


def test_ci_runs_both_suites():
    commands = [line.strip() for line in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()]
    assert "make test" in commands
    assert "make test-plain" in commands


def test_readme_shows_the_two_commands():
    readme = (ROOT / "README.md").read_text("utf-8")
    assert "make lab" in readme
    assert re.search(r"make test\b(?!-)", readme)
