# Two commands: `make lab` to teach and learn, `make test` to check. Both set up .venv first.
.DEFAULT_GOAL := help
.PHONY: help lab test test-plain bench notebooks lock compile clean

python := .venv/bin/python
pytest := $(python) -m pytest tests notebooks --nbval --nbval-current-env --nbval-sanitize-with tests/nbval.cfg

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' Makefile | while IFS='	' read -r name text; do printf '  make %-11s %s\n' "$$name" "$$text"; done

.venv/.ready: requirements.txt pyproject.toml tools/setup
	@sh tools/setup

lab: .venv/.ready ## open JupyterLab on notebooks/ (LAB_ARGS=--no-browser passes options on)
	cd notebooks && ../$(python) -m jupyterlab 00_start_here.ipynb --ServerApp.ip=127.0.0.1 --allow-root $(LAB_ARGS)

test: .venv/.ready ## lint, then every test and every notebook (PYTEST_ARGS=... passes options on)
	$(python) -m ruff check .
	$(python) -m ruff format --check .
	$(pytest) $(PYTEST_ARGS)

test-plain: .venv/.ready ## the fast tests and every notebook without the compiler
	LECTUREKIT_JIT=0 $(pytest) -m "not slow and not browser" $(PYTEST_ARGS)

bench: .venv/.ready ## measure speed
	$(python) -m benchmarks

notebooks: .venv/.ready ## run every notebook again and store what it shows
	$(python) tools/notebooks.py

lock: .venv/.ready ## write requirements.txt from pyproject.toml (LOCK_ARGS=--upgrade for newer pins)
	$(python) -m pip install --quiet --disable-pip-version-check uv
	$(python) -m uv pip compile --quiet pyproject.toml --extra dev --universal --python-version 3.11 \
	    --no-emit-index-url --no-annotate --custom-compile-command "make lock" --output-file requirements.txt $(LOCK_ARGS)

compile: .venv/.ready ## compile the numeric loops again
	find lecturekit \( -name '*.nbi' -o -name '*.nbc' \) -exec rm -f {} +
	$(python) -m lecturekit.warmup

clean: ## remove .venv and everything else that was made
	rm -rf .venv .hypothesis .pytest_cache .ruff_cache build dist *.egg-info
	find . -name __pycache__ -prune -exec rm -rf {} +
