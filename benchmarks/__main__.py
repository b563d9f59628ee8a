"""Run all benchmarks, or those named: python -m benchmarks [name ...]"""

import importlib
import sys
from pathlib import Path

HERE = Path(__file__).parent
NAMES = sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_"))


def main(chosen):
    for name in chosen or NAMES:
        if name not in NAMES:
            raise SystemExit(f"no benchmark {name!r}; there are: {', '.join(NAMES)}")
        module = importlib.import_module(f"benchmarks.{name}")
        print(f"\n== {name}: {module.__doc__.splitlines()[0]}", flush=True)
        module.main()


if __name__ == "__main__":
    main(sys.argv[1:])
