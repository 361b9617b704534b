# Sets handscan up in .venv and runs it; `make help` says what there is.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check

# Installs Debian packages where that can be done without asking; elsewhere what needs them says so in one line.
INSTALL = if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then echo "Installing $(1) ..."; apt-get -qq update && \
	DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $(1) >/dev/null; fi

.PHONY: help run test release audit lock python opencv postgresql chromium

help:
	@echo "make run    set handscan up, scan the sample photos, draw what was seen into out/, and serve the page"
	@echo "make test   set up what tests need, and run audit, lint, types and tests"
	@echo "make release  run the whole release checklist, which takes half an hour (service/firmness.md)"
	@echo "make audit    ask whether the pinned libraries have known weaknesses"
	@echo "make lock     pin the newest libraries that fit pyproject.toml, in requirements.lock"
	@echo "make run PYTHON=python3.12 takes another Python than python3"

run: .venv/installed opencv
	$(BIN)/handscan scan datasets/samples/tiles-*.jpg --game rummikub --overlay out
	$(BIN)/handscan scan datasets/samples/cards-*.jpg --game rami --overlay out
	@echo "Now the page; Ctrl-C ends it."
	$(BIN)/handscan serve

test: .venv/installed-test opencv postgresql chromium audit
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest

release: .venv/installed-release opencv postgresql chromium
	$(BIN)/python -m service.release

# Where no advisory database is reached, its last line says NOT AUDITED: a change of ours is not held up by the network.
audit: .venv/installed-test
	@PATH="$(BIN):$$PATH" $(BIN)/python -m service.release.audit requirements.lock || [ $$? = 77 ]

# For each Python from 3.11 on and each system, with the hashes of every file.
lock: .venv/installed-release
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --no-python-downloads --generate-hashes \
		--custom-compile-command "make lock" pyproject.toml --output-file requirements.lock

# Installs anew only when what is to be installed has changed: the code itself is run from where it lies.
.venv/installed: pyproject.toml requirements.lock | python
	@echo "Installing handscan into .venv (once, about a minute) ..."
	@$(PYTHON) -m venv .venv
	@$(PIP) --require-hashes -r requirements.lock && $(PIP) -e . || \
		{ echo "handscan could not be installed: is this machine online?"; exit 1; }
	@touch $@

.venv/installed-test: .venv/installed
	@echo "Installing what tests need into .venv (once, about a minute) ..."
	@$(PIP) -e '.[test,cluster]' || { echo "It could not be installed: is this machine online?"; exit 1; }
	@touch $@

.venv/installed-release: .venv/installed-test
	@echo "Installing what a release needs into .venv ..."
	@$(PIP) -e '.[release]' || { echo "It could not be installed: is this machine online?"; exit 1; }
	@touch $@

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "handscan needs Python 3.11 or newer, and $(PYTHON) is not: install it, or say make run PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "$(PYTHON) has no venv module: on Debian or Ubuntu, sudo apt-get install python3-venv"; exit 1; }

# opencv-python needs libraries of the system that a bare Linux lacks.
opencv:
	@$(BIN)/python -c 'import cv2' 2>/dev/null || { $(call INSTALL,libgl1 libglib2.0-0); }
	@$(BIN)/python -c 'import cv2' 2>/dev/null || { $(BIN)/python -c 'import cv2' 2>&1 | tail -n 1; \
		echo "OpenCV does not load: on Debian or Ubuntu, sudo apt-get install libgl1 libglib2.0-0"; exit 1; }

# The store is tested on a real server, the page in a real browser. Where they cannot be had, those tests say so and skip.
postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || { $(call INSTALL,postgresql); }

chromium:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || { $(call INSTALL,chromium); }
