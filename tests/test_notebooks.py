"""What nbval does not see: canonical form, every cell executed, no dead link, no private path."""

import re
from pathlib import PurePosixPath
from urllib.parse import unquote

import pytest

from tools.notebooks import ROOT, dump, normalise, paths, read

LINK = re.compile(r"""\]\(\s*<?([^)>\s]+)|(?:href|src)=["']([^"']+)["']""")
ABSOLUTE = re.compile(r"(?<![\w.:/])/(?:home|root|tmp|work|usr|var|opt|Users)/\w|\b[A-Z]:\\+\w")

every_notebook = pytest.mark.parametrize(
    "path", paths(), ids=lambda path: path.relative_to(ROOT / "notebooks").as_posix()
)


def code_cells(nb):
    return [cell for cell in nb.cells if cell.cell_type == "code"]


def texts(nb):
    """Every text a reader sees: sources, printed text, results (pictures left out)."""
    for cell in nb.cells:
        yield cell.source
        for output in cell.get("outputs", []):
            yield output.get("text", "")
            for kind, data in output.get("data", {}).items():
                if not kind.startswith("image/"):
                    yield str(data)


def test_there_is_a_first_notebook():
    assert ROOT / "notebooks" / "00_start_here.ipynb" in paths()


@every_notebook
def test_canonical_form(path):
    as_stored = path.read_bytes()
    assert as_stored == dump(normalise(read(path))).encode(), "run `make notebooks`"


@every_notebook
def test_every_cell_was_executed_without_error(path):
    for cell in code_cells(read(path)):
        assert cell.execution_count is not None, f"not executed:\n{cell.source}"
        assert all(output.output_type != "error" for output in cell.outputs), cell.source


@every_notebook
def test_cells_are_short(path):
    for cell in read(path).cells:
        assert len(cell.source.splitlines()) <= 25, cell.source


@every_notebook
def test_no_dead_links(path):
    for cell in read(path).cells:
        if cell.cell_type != "markdown":
            continue
        for found in LINK.findall(cell.source):
            target = unquote("".join(found)).partition("#")[0]
            if target and not re.match(r"[a-z]+:", target):
                assert not PurePosixPath(target).is_absolute(), target
                assert (path.parent / target).exists(), f"dead link: {target}"


@every_notebook
def test_no_absolute_paths(path):
    for text in texts(read(path)):
        assert not ABSOLUTE.search(text), text
