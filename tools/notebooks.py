"""Run every notebook again and store it in canonical form: a second run changes no byte.

python tools/notebooks.py [--check] [--no-run] [notebook ...]
"""

import argparse
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

ROOT = Path(__file__).resolve().parent.parent
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
KEPT_OF_CELL = ("jupyter", "lecturekit", "slideshow", "tags")


def paths():
    found = (ROOT / "notebooks").rglob("*.ipynb")
    return sorted(path for path in found if ".ipynb_checkpoints" not in path.parts)


def read(path):
    return nbformat.read(path, as_version=4)


def dump(nb):
    return nbformat.writes(nb) + "\n"


def execute(nb, folder):
    """Run all cells in `folder`, as a reader who opened the notebook there would."""
    NotebookClient(
        nb,
        timeout=600,
        kernel_name="python3",
        record_timing=False,
        store_widget_state=False,
        extra_arguments=["--log-level=ERROR"],  # loopback without encryption is no news
        resources={"metadata": {"path": str(folder)}},
    ).execute()


def normalise(nb):
    """Drop what differs between two runs or two machines; number what is left from 1."""
    nb.nbformat, nb.nbformat_minor = 4, 5
    kept = {"lecturekit": nb.metadata["lecturekit"]} if "lecturekit" in nb.metadata else {}
    language = {"name": "python"}
    nb.metadata = nbformat.from_dict({"kernelspec": KERNEL, "language_info": language, **kept})
    count = 0
    for number, cell in enumerate(nb.cells, start=1):
        cell.id = f"cell-{number:02d}"
        for key in set(cell.metadata) - set(KEPT_OF_CELL):
            del cell.metadata[key]
        if cell.cell_type != "code":
            continue
        if cell.execution_count is not None:  # a cell that was never run must stay visible as such
            count += 1
            cell.execution_count = count
        cell.outputs = merge_streams(cell.outputs)
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = cell.execution_count
            if len(output.get("data", {})) > 1:
                output.data.pop(WIDGET_VIEW, None)  # carries a random id
    return nb


def merge_streams(outputs):
    """How a printed text is cut into messages is chance: join neighbours of one stream."""
    merged = []
    for output in outputs:
        last = merged[-1] if merged else {}
        if output.output_type == "stream" and last.get("name") == output.name:
            last.text += output.text
        else:
            merged.append(output)
    return merged


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 on a change")
    parser.add_argument("--no-run", action="store_true", help="only bring into canonical form")
    parser.add_argument("notebook", nargs="*", type=Path, help="default: all of notebooks/")
    options = parser.parse_args(argv)

    chosen = options.notebook or paths()
    changed = failed = 0
    for i, path in enumerate(chosen, start=1):
        print(f"[{i}/{len(chosen)}] {path.name} ... ", end="", flush=True)
        nb = read(path)
        try:
            if not options.no_run:
                execute(nb, path.parent)
        except CellExecutionError as error:
            failed += 1
            print(f"FAILED\n{error}")
            continue
        text = dump(normalise(nb)).encode()
        same = text == path.read_bytes()
        changed += not same
        print("unchanged" if same else "differs" if options.check else "written")
        if not (same or options.check):
            path.write_bytes(text)
    return int(failed > 0 or (options.check and changed > 0))


if __name__ == "__main__":
    sys.exit(main())
