# You need Python 3.11 or newer and make. Everything else is installed into .venv the first time.
#
#   make play              play a game            make play ARGS='--help'
#   make test              run the tests          make test ARGS='-k documents'
#   make cover             run them, and show which lines they miss
#   make lint              ruff and mypy
#   make lock              update the locks of what is understood, and of what is refused and why
#   make docs              generate the pages and pictures in docs/
#   make bench             measure the speed
#   make fast              compile a copy of the hot modules (mypyc) into build/fast, and measure it
#   make fast-test         compile that copy, and play the golden games with it
#   make golden            accept games and answers of commands as they are now, on purpose
#   make dist              build a release into dist/, check it, and run it in an empty environment
#   make floors            test with the oldest allowed dependencies
#   make update            test with the newest dependencies, and update constraints.txt
#   make audit             list known vulnerabilities and licences of the dependencies
#   make clean             remove .venv and the builds in build/
#
# With another Python: make play PYTHON=python3.12

PYTHON ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
MADE := $(VENV)/.made
PLAY := $(VENV)/.installed
DEV := $(VENV)/.installed-dev
FAST := $(VENV)/.installed-fast
RELEASE := $(VENV)/.installed-release
# Pinned versions, so that the same environment can be made in two years; `make update` renews them.
LOCKED := --quiet --constraint constraints.txt
# uv installs in seconds what takes pip the better part of a minute. If uv is not available, or only
# pip knows of an index, pip does it.
INSTALL = MOONFLIGHT_PURE=1 sh -c '"$$0" -m uv pip install --python "$$0" "$$@" 2>/dev/null \
	|| "$$0" -m pip install "$$@"' $(BIN)/python $(LOCKED)
# The tests need only its axe-core, not its own browser.
AXE := axe-playwright-python

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Tests start hundreds of processes, so keep bytecode, whatever the machine's setting.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play cover dist floors update audit test lint lock docs prices golden bench fast fast-compile fast-quickly fast-games fast-test clean
.NOTPARALLEL:

# Run as a module, which still works if the tree has moved. Leaving a game in the middle is no error.
play: $(PLAY)
	@MOONFLIGHT_PLAY='make play' $(BIN)/python -m moonflight_solo play $(ARGS); code=$$?; \
	case $$code in 1|130|143) ;; *) exit $$code;; esac

# In random order. Nothing draws from Python's shared generator, so no test needs it seeded anew.
test: $(DEV)
	@$(BIN)/python -m pytest -n auto --randomly-dont-reset-seed $(ARGS)

cover: $(DEV)
	@$(BIN)/python -m pytest -n auto --cov --cov-report term $(ARGS)

lint: $(DEV)
	$(BIN)/python -m ruff check
	$(BIN)/python -m ruff format --check
	$(BIN)/python -m mypy --strict moonflight_solo moonscrown tests tools hatch_build.py $(wildcard bench)

# What this tree says is meant, also if the environment is another tree's.
docs lock prices: export PYTHONPATH := $(CURDIR)

docs: $(DEV)
	@$(BIN)/python tools/make_docs.py

# Run this after changing the grammar or printed words.
lock: $(DEV)
	@$(BIN)/python tools/make_lock.py
	@$(BIN)/python tests/mutants.py

# What the gaps of the printed AI cards are worth. Run this after changing printed words.
prices: $(DEV)
	@$(BIN)/python tools/make_prices.py

# What tests/test_golden_*.py compare with. Run this only when it is meant to change.
golden: $(DEV)
	@$(BIN)/python tools/renew_golden.py

bench: $(PLAY)
	@$(BIN)/python bench/start.py
	@$(BIN)/python bench/bench.py $(ARGS)

# The tree stays plain Python. The compiled copy is used by whatever has it on its PYTHONPATH.
fast-compile: $(FAST)
	@$(BIN)/python tools/make_fast.py

fast: fast-compile
	@PYTHONPATH=build/fast $(BIN)/python bench/bench.py $(ARGS)

# Compiled without optimization, to save time. This calls pytest directly, because `python -m pytest`
# would find the plain modules in this folder first.
fast-quickly: export MYPYC_OPT_LEVEL = 0
fast-quickly: export MYPYC_DEBUG_LEVEL = 0
fast-quickly: fast-compile

fast-test: fast-quickly fast-games

fast-games:
	@PYTHONPATH=build/fast MOONFLIGHT_EXPECT_COMPILED=1 \
	$(BIN)/pytest tests/test_golden_games.py tests/test_playtest_games.py tests/test_playtest_tally.py $(ARGS)

dist: $(RELEASE)
	rm -rf dist build/try
	$(BIN)/python -m build
	$(BIN)/python -m twine check --strict dist/*
	$(BIN)/python -m check_wheel_contents dist/*.whl
	$(BIN)/python tools/try_dist.py dist

# The oldest releases format generated pages a little differently.
floors: | $(MADE)
	$(PYTHON) -m venv build/floors
	build/floors/bin/python tools/floors.py >build/floors/floors.txt
	build/floors/bin/python -m pip install --quiet --editable '.[dev]' --constraint build/floors/floors.txt
	build/floors/bin/python -m pytest -n auto $(ARGS) \
		--deselect tests/test_docs.py::test_generated_docs_are_up_to_date

# Run this with the oldest Python: newer ones may get releases that it cannot install.
update: | $(MADE)
	rm -rf build/newest
	$(PYTHON) -m venv build/newest
	build/newest/bin/python -m pip install --quiet --upgrade pip
	build/newest/bin/python -m pip install --quiet --editable '.[dev,fast,release]' \
		hatchling hatch-fancy-pypi-readme uv
	build/newest/bin/python -m pip install --quiet --no-deps $(AXE)
	build/newest/bin/python -m pytest -n auto $(ARGS)
	build/newest/bin/python -m pip freeze --exclude-editable >constraints.txt

# Strict: if the index cannot be asked, that counts as a failure.
audit: $(RELEASE)
	$(BIN)/python -m piplicenses --from=mixed --order=license
	$(BIN)/python -m pip_audit --requirement constraints.txt --no-deps --disable-pip --strict

clean:
	rm -rf $(VENV) build/fast build/floors build/newest

# Setup prints to stderr and leaves stdin alone, so that `make play <answers >game` is only the game.
# The stamps are touched last, so that an interrupted setup is resumed.

$(MADE):
	@$(PYTHON) -c 'import sys; sys.exit("moonflight-solo needs Python 3.11 or newer: \
	make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	@echo 'Setting up $(VENV), once: up to a minute ...' >&2
	@$(PYTHON) -m venv $(VENV) </dev/null >&2
	@$(BIN)/python -m pip install $(LOCKED) uv </dev/null >/dev/null 2>&1 || true
	@touch $@

$(PLAY): pyproject.toml constraints.txt | $(MADE)
	@$(INSTALL) --editable . </dev/null >&2
	@touch $@

$(DEV): pyproject.toml constraints.txt | $(MADE)
	@$(INSTALL) --editable '.[dev]' </dev/null >&2
	@$(INSTALL) --no-deps $(AXE) </dev/null >&2
	@touch $(PLAY) $@

$(RELEASE): pyproject.toml constraints.txt | $(DEV)
	@$(INSTALL) --editable '.[dev,release]' </dev/null >&2
	@touch $@

$(FAST): pyproject.toml constraints.txt | $(MADE)
	@$(INSTALL) --editable '.[dev,fast]' </dev/null >&2
	@$(INSTALL) --no-deps $(AXE) </dev/null >&2
	@touch $(PLAY) $(DEV) $@
