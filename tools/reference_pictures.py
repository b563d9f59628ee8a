"""Draw the reference picture of every explorer again: python tools/reference_pictures.py

Look at each one before committing it: the tests compare against what is stored here.
"""

from pathlib import Path

import lecturekit as lk

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "reference"


def main():
    FOLDER.mkdir(exist_ok=True)
    for name, factory in lk.explore.ALL.items():
        (FOLDER / f"{name}.png").write_bytes(factory().png())


if __name__ == "__main__":
    main()
