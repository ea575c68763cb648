# The two commands that matter: `make play` and `make test`. Both need Python 3.11 or newer;
# the tests also need npm and Chromium, and install them where they can.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TSC := $(VENV)/typescript/node_modules/.bin/tsc
# One more process than cores: tests spend a third of their time waiting for browsers and servers.
WORKERS := $(shell expr $$($(PYTHON) -c 'import os; print(os.cpu_count() or 1)') + 1)
# Installs a Debian or Ubuntu package if we are root; one at a time.
apt = { [ "$$(id -u)" = 0 ] && flock $(VENV)/.apt sh -c 'apt-get update -qq && apt-get install --yes -qq $(1) >/dev/null'; }

.PHONY: play test warm check interpreted figures studies strength inside pictures docs language clean

play: $(VENV)/.play ## open the lobby in the browser (sets up the environment first)
	$(BIN)/katzentisch

test: $(VENV)/.play ## all checks and all tests, rules compiled and interpreted
	@$(MAKE) --no-print-directory --jobs=6 \
	  warm check interpreted $(VENV)/.browser $(VENV)/.axe $(VENV)/.learn
	$(BIN)/pytest -n $(WORKERS) -q --durations=10

# Compiling takes longest and needs the fewest packages, so it starts while others install.
warm: $(VENV)/.play
	$(BIN)/python scripts/warm.py

# Each game's own tests reach nearly every rule. Measuring doubles the CPU time, so only these are
# measured.
interpreted: $(VENV)/.test ## the rules' tests in plain Python, and their coverage of the rules
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n auto -q --durations=10 tests/games --cov
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n auto -q --durations=10 tests/contract

check: $(VENV)/.test $(VENV)/.typescript ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(TSC)

figures: $(VENV)/.test ## the figures in docs/random-play.md, from 100,000 games each
	$(BIN)/python scripts/random_play.py > docs/random-play.md

studies: $(VENV)/.test ## docs/studies, from the games in .studies; plays those that are missing
	$(BIN)/python -m katzentisch.bots.precompile
	$(BIN)/python scripts/studies.py .studies docs/studies

strength: $(VENV)/.test ## docs/strength.md, from docs/strength.json; plays the games that are missing
	$(BIN)/python -m katzentisch.bots.precompile
	$(BIN)/python scripts/strength.py play docs/strength.json
	$(BIN)/python scripts/strength.py page docs/strength.json > docs/strength.md

inside: $(VENV)/.test ## docs/experts.md, from docs/inside.json; plays the games that are missing
	$(BIN)/python -m katzentisch.bots.precompile
	$(BIN)/python scripts/inside.py play docs/inside.json
	$(BIN)/python scripts/inside.py page docs/inside.json > docs/experts.md

pictures: $(VENV)/.test $(VENV)/.browser ## the pictures of the table in the docs
	$(BIN)/python -m katzentisch.bots.precompile
	$(BIN)/python scripts/make_pictures.py

docs: $(VENV)/.test ## the generated parts of the docs: commands, observations and two pictures
	$(BIN)/python scripts/make_commands.py
	$(BIN)/python scripts/make_environments.py
	$(BIN)/python scripts/make_terminal_picture.py
	$(BIN)/python scripts/make_move_picture.py

# Desktops set LANGUAGE for gettext, so only one given to make counts.
language: $(VENV)/.test ## update the catalogues; with LANGUAGE=fr, also start French ones
	$(BIN)/python scripts/translate.py $(if $(filter command,$(origin LANGUAGE)),$(LANGUAGE))

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Katzentisch needs Python 3.11 or newer; say which: make PYTHON=python3.12 …"; exit 1; }
	@$(PYTHON) -m venv $(VENV) \
	  || { echo "Python's venv module is missing (Debian and Ubuntu: apt install python3-venv)."; exit 1; }

$(VENV)/.play: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[compiled]' \
	  || { echo "Numba cannot be had here, so rules are interpreted: games play as well, bots think less."; \
	    $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .; }
	@touch $@

$(VENV)/.test: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[tools]'
	@touch $@ $(VENV)/.play

# PyTorch, for the tests of learning; this version is known to work. It is large, so the rest of what
# tests need is installed before it.
$(VENV)/.learn: | $(VENV)/.test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]' torch==2.13.0
	@touch $@

# Chromium: the one installed, or Debian's, or Playwright's own.
$(VENV)/.browser: | $(VENV)/.test
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null \
	  || $(call apt,chromium) \
	  || $(BIN)/playwright install chromium >/dev/null 2>&1 \
	  || { echo "The browser tests need Chromium (Debian and Ubuntu: apt install chromium)."; exit 1; }
	@touch $@

$(VENV)/.npm: | $(VENV)/bin/python
	@command -v npm >/dev/null \
	  || $(call apt,npm) \
	  || { echo "The tests need npm, for axe-core and TypeScript (Debian and Ubuntu: apt install npm)."; exit 1; }
	@touch $@

# axe-core looks for accessibility problems; only tests use it.
$(VENV)/.axe: | $(VENV)/.npm
	@npm install --silent --no-save --prefix $(VENV)/axe axe-core@4 >/dev/null \
	  || { echo "npm could not install axe-core."; exit 1; }
	@touch $@

# TypeScript checks the types in the comments of the pages' scripts; nothing is built.
$(VENV)/.typescript: | $(VENV)/.npm
	@npm install --silent --no-save --prefix $(VENV)/typescript typescript@7 >/dev/null \
	  || { echo "npm could not install TypeScript."; exit 1; }
	@touch $@

clean: ## remove the environment, caches and build products
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .studies dist build
