"""Import of lecturekit against import of what it stands on (aim: at most 1.3 times)."""

import statistics
import subprocess
import sys
import time

PEER = "import numpy, numba, matplotlib.figure, ipywidgets"
OURS = "import lecturekit"
ROUNDS = 11


def seconds(statement):
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", statement], check=True)
    return time.perf_counter() - start


def main():
    seconds(OURS), seconds(PEER)  # warm the file cache
    pairs = [(seconds(OURS), seconds(PEER)) for _ in range(ROUNDS)]
    ours, peer = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(a / b for a, b in pairs)
    print(
        f"lecturekit {ours * 1e3:.0f} ms, peer {peer * 1e3:.0f} ms, ratio {ratio:.2f} (aim <= 1.3)"
    )
