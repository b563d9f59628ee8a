"""The flow of DESIGN.md, enforced: no room imports from a room further down the stream."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "lecturekit"

# Rooms in the order of the flow, with what each may import besides the standard library. "lazy" is
# allowed only inside a function.
NUMERIC = {"numpy"}
CORE = {"inputs", "data", "losses", "kernels", "problem", "steps", "fit"}
ROOMS = {
    "jit": {"numba"},
    "about": {"jit"},
    "inputs": NUMERIC,
    "data": NUMERIC | {"inputs", "lazy:sklearn"},
    "losses": NUMERIC,
    "kernels": NUMERIC | {"inputs"},
    "problem": NUMERIC | {"inputs", "losses", "kernels"},
    "steps": NUMERIC | {"inputs"},
    "fit": NUMERIC | {"inputs", "problem"},
    "solvers": NUMERIC
    | {"inputs", "losses", "problem", "steps", "fit", "jit", "lazy:tqdm", "lazy:scipy"},
    "plots": NUMERIC | {"matplotlib", "inputs", "data", "losses", "problem", "fit"},
    "explore": NUMERIC | CORE | {"ipywidgets", "matplotlib", "solvers", "plots"},
    "stage": NUMERIC | CORE | {"lazy:anywidget", "solvers"},
    "export": NUMERIC | CORE | {"solvers", "plots", "explore", "stage", "lazy:tqdm"},
    "check": NUMERIC | CORE | {"solvers"},
    "warmup": {"lecturekit", "solvers", *CORE},
}
ROOMS["__init__"] = {*ROOMS}


def imports(path):
    """Yield (what, inside a function?) for each import; our own modules by room."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    lazy = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
        for node in ast.walk(function)
    }
    depth = len(path.relative_to(PACKAGE).parts)  # 1: beside the rooms, 2: inside one
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level:
            inside = node.level < depth
            names = [[(node.module or alias.name).split(".")[0]] for alias in node.names]
            names = [] if inside else names
        elif isinstance(node, ast.ImportFrom):
            names = [node.module.split(".")]
        else:
            continue
        for name in names:
            ours = name[0] == "lecturekit" and len(name) > 1
            yield (name[1] if ours else name[0]), id(node) in lazy


def trespasses(path):
    room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    allowed = ROOMS[room]
    for what, lazy in imports(path):
        if what in sys.stdlib_module_names or what in (room, "__future__"):
            continue
        if what not in allowed and not (lazy and f"lazy:{what}" in allowed):
            yield f"{path.relative_to(PACKAGE)} imports {what}{' (lazily)' if lazy else ''}"


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda p: p.relative_to(PACKAGE).as_posix()
)
def test_no_room_reaches_where_it_may_not(path):
    assert list(trespasses(path)) == []


@pytest.mark.parametrize(
    "line",
    [
        "import matplotlib",
        "from .plots import x",
        "def f():\n    import matplotlib.pyplot",
        "from lecturekit.fit import Fit",
    ],
)
def test_the_check_sees_a_problem_that_trespasses(line, tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "PACKAGE", tmp_path)
    (tmp_path / "problem.py").write_text(line + "\n")
    assert list(trespasses(tmp_path / "problem.py"))


QUIET = """
import sys, matplotlib
try:
    import numba  # which itself brings some of scipy
except ImportError:
    pass
before, loaded = dict(matplotlib.rcParams), set(sys.modules)
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
import lecturekit
assert dict(matplotlib.rcParams) == before, "rcParams changed"
for heavy in ("sklearn", "scipy", "anywidget", "matplotlib.pyplot", "pandas"):
    assert heavy not in set(sys.modules) - loaded, heavy
for path in opened:
    assert not path.endswith((".csv", ".gz", ".npz", ".npy")), path
"""


def test_import_is_light_and_quiet():
    subprocess.run([sys.executable, "-c", QUIET], check=True)
