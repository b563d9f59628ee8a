"""The README's taste of the API runs, and its table names every solver."""

import re
from pathlib import Path

import lecturekit.solvers

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_taste_runs(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    assert len(code.strip().splitlines()) <= 12
    exec(compile(code, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert "pegasos: 100,000 steps" in printed
    assert "<= minimum <=" in printed
    assert "the margin" in printed


def test_the_table_names_every_solver():
    for solver in lecturekit.solvers.__all__:
        assert f"`{solver}`" in README, solver
