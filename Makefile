# Every target does its own set-up; the second time it is quick.
PYTHON ?= python3
BIN := .venv/bin
EXTENSION := vscode-client
HAVE_NPM := $(shell command -v npm 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help run test test-python coverage faults test-extension check fmt e2e pictures bench vsix clean

help: ## show this list
	@grep -hE '^[a-z0-9-]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 18

.venv/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Cortex needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1). Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -m venv .venv || { echo "The venv module is missing; on Debian: apt-get install python3-venv"; rm -rf .venv; exit 1; }

.venv/.cortex: pyproject.toml constraints.txt | .venv/pyvenv.cfg
	@echo "Installing Cortex into .venv ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable .
	@touch $@

.venv/.cortex-dev: pyproject.toml constraints.txt | .venv/pyvenv.cfg
	@echo "Installing Cortex and its development tools into .venv ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,postgres]'
	@touch $@ .venv/.cortex

run: .venv/.cortex ## the main job on examples/: check a broken request, compile a good one
	@$(BIN)/python examples/tour.py

test: test-python test-extension ## all tests that need no root and no real editor

faults: .venv/.cortex-dev ## the ledger's attacks and faults, at full size, with figures
	@CORTEX_FULL_FAULTS=1 $(BIN)/python -m pytest -q tests/planner/cassette/test_cassette_faults.py \
		tests/planner/cassette/test_cassette_attacks.py

test-python: .venv/.cortex-dev
	@$(BIN)/python -m pytest -q -n 2

coverage: .venv/.cortex-dev ## which lines no test runs (slower than the tests alone)
	@$(BIN)/python -m pytest -q -n 2 --cov --cov-report=term:skip-covered

ifeq ($(HAVE_NPM),)
test-extension:
	@echo "npm is not installed: the extension's unit tests were not run."
else
test-extension: $(EXTENSION)/node_modules/.cortex
	@cd $(EXTENSION) && npm test --silent
endif

$(EXTENSION)/node_modules/.cortex: $(EXTENSION)/package-lock.json
	@echo "Installing the extension's packages ..."
	@cd $(EXTENSION) && npm ci --silent --no-audit --no-fund
	@touch $@

check: .venv/.cortex-dev ## linters, types, layers, schemas
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet . || { echo "Run: make fmt"; exit 1; }
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/cortex schema --check schemas
ifneq ($(HAVE_NPM),)
	@$(MAKE) --no-print-directory $(EXTENSION)/node_modules/.cortex
	@cd $(EXTENSION) && npm run --silent lint && npm run --silent typecheck
endif

fmt: .venv/.cortex-dev ## format, and sort imports
	@$(BIN)/ruff check --quiet --fix . || true
	@$(BIN)/ruff format --quiet .
	@$(BIN)/cortex schema --write schemas

e2e: .venv/.cortex-dev ## drive real editors against the server
	@tests/e2e/setup.sh $(BIN)/python
	@$(BIN)/python tests/e2e/lanes.py

pictures: .venv/.cortex-dev ## take the pictures of the READMEs anew
	@tests/e2e/setup.sh $(BIN)/python
	@CORTEX_E2E_IMAGES="$$PWD/docs/images" $(BIN)/python -m pytest -q tests/e2e/test_vscode_pictures.py

bench: .venv/.cortex-dev ## measure, as ratios against peers in the same run
	@$(BIN)/python benchmarks/run.py

vsix: .venv/.cortex-dev $(EXTENSION)/node_modules/.cortex ## package the VS Code extension with the server inside
	@rm -rf dist && $(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	@cd $(EXTENSION) && npm run --silent package -- --wheel "$$(ls "$$PWD"/../dist/*.whl)" \
		--constraints "$$PWD/../constraints.txt" --out "$$PWD/cortex-plan.vsix"
	@echo "Built $(EXTENSION)/cortex-plan.vsix"

clean: ## remove what the other targets made
	rm -rf .venv $(EXTENSION)/node_modules $(EXTENSION)/out
