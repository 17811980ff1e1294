PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed
TYPED := build/typed
OLDEST := build/oldest
NUMBAS := build/numbas
VERSIONS := build/versions
FINAL_STATES := tests/*/test_final_states.py tests/shared/test_toy_game.py
DETERMINISM := tests/shared/test_determinism.py
DEMO := build/demo
AXE := build/axe
DOORS := $(foreach door,aec parallel vector learner entities illegal_actions,tests/shared/test_$(door).py)

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help install browser demo test oldest clients numbas numba-as-it-is versions soak prove lint types format bench guard clean

help: ## List the targets
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 18

install: $(INSTALLED) ## Make .venv, install the project into it and compile all games, if that is not done yet
	@$(BIN)/undersea warm
	@echo "Installed. To use it in this shell: . .venv/bin/activate"

$(INSTALLED): pyproject.toml constraints.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing into .venv ..."
	@$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[cli,dev,eval,image,train,web]'
	@touch $@

# Tests of the page skip with a message what is not there. axe-core finds what people with other senses would stumble over.
browser: $(INSTALLED) ## Fetch what tests of the page need: Debian's Chromium (as root) and axe-core, into build/axe
	@command -v chromium > /dev/null || { apt-get update -q && apt-get install -y -q chromium; }
	@test -f $(AXE)/package/axe.min.js || { mkdir -p $(AXE) && cd $(AXE) && npm pack --silent axe-core@4.10.3 && \
		tar -xzf axe-core-4.10.3.tgz; }

demo: $(INSTALLED) ## Train a network for three minutes, then see how strong it is and watch its best game
	$(BIN)/undersea warm --game underwater_cities
	$(BIN)/undersea train ppo --out $(DEMO)/run --minutes 3 --set imitation=0.6
	$(BIN)/undersea eval $(DEMO)/run --vs random --deals 100
	$(BIN)/undersea ladder --agents random,greedy,ppo:$(DEMO)/run --deals 100 --out $(DEMO)/ladder
	$(BIN)/undersea eval $(DEMO)/run --vs greedy --deals 100
	$(BIN)/undersea replay $(DEMO)/run/best_game.jsonl > $(DEMO)/best_game.txt
	$(BIN)/undersea replay $(DEMO)/run/best_game.jsonl --html $(DEMO)/best_game.html
	@echo
	@echo "The run with its curves:     $(DEMO)/run/learning_curves.png"
	@echo "The ladder with its plots:   $(DEMO)/ladder"
	@echo "Its best game, in sentences: $(DEMO)/best_game.txt (undersea replay $(DEMO)/run/best_game.jsonl)"
	@echo "To use the command yourself: . .venv/bin/activate"
	@echo "Its best game, to watch in a browser: file://$(CURDIR)/$(DEMO)/best_game.html"

# Compiled first: what takes a minute should not count as the time of whichever test comes first.
test: export NUMBA_BOUNDSCHECK := 1
test: lint ## Lint, check types and run every test, with array bounds checked
	@$(BIN)/undersea warm
	$(BIN)/python -m pytest tests -n 2 --dist loadfile

# What pyproject.toml allows at the least, laid over what is installed: ray[rllib] pins this version of Gymnasium, agilerl one of
# PettingZoo below 1.27.
oldest: export NUMBA_BOUNDSCHECK := 1
oldest: $(INSTALLED) ## Run the tests of the doors with the oldest Gymnasium and PettingZoo that are allowed
	@test -d $(OLDEST) || $(BIN)/python -m pip install --quiet --no-deps --target $(OLDEST) gymnasium==1.2.2 pettingzoo==1.26.1
	PYTHONPATH=$(OLDEST) $(BIN)/python -m pytest $(DOORS) -n 2 --dist loadfile

# Each version of numba in compiler.TESTED, and numba left as it is, laid over what is installed: a minute or two each, two at
# a time. What one has printed is shown when it has ended, also if it failed.
numbas: $(INSTALLED) ## Compare the final states of games compiled by every version of numba that we change
	@$(MAKE) --no-print-directory -j2 --output-sync=target numba-as-it-is $(addprefix numba-,$(shell \
		$(BIN)/python -c "from undersea_env.compiling.compiler import TESTED; print(*TESTED)"))

numba-as-it-is:
	@echo "numba as it is"
	@UNDERSEA_PLAIN_NUMBA=1 $(BIN)/python -m pytest -q $(FINAL_STATES)

numba-%:
	@test -d $(NUMBAS)/$* || $(BIN)/python -m pip install --quiet --target $(NUMBAS)/$* \
		numba==$* $$(grep ^numpy== constraints.txt)
	@PYTHONPATH=$(NUMBAS)/$* $(BIN)/python -c "import numba; assert numba.__version__ == '$*'"
	@echo "numba $*"
	@PYTHONPATH=$(NUMBAS)/$* $(BIN)/python -m pytest -q $(FINAL_STATES)

# Other versions of Python, each with the oldest and the newest numba and numpy that pyproject.toml allows, in environments of
# their own; and with bounds checks, which compile other code. PYTHONS="python3.12 python3.13" names those that are there.
versions: $(INSTALLED) ## Compare the final states of games with other versions of Python, numba and numpy (PYTHONS=...)
	@set -e; for python in $(or $(PYTHONS),python3.11 python3.12 python3.13); do for age in oldest newest; do \
		command -v $$python > /dev/null || { echo "$$python is not there"; continue; }; \
		environment=$(VERSIONS)/$$(basename $$python)-$$age; \
		test -x $$environment/bin/python || $$python -m venv $$environment; \
		$$environment/bin/python -m pip install --quiet -e . pytest pytest-timeout hypothesis \
			$$(test $$age = newest || sed -nE 's/^ *"(numpy|numba)>=([0-9.]+),.*/\1==\2.*/p' pyproject.toml); \
		$$environment/bin/python -c 'import platform, numba, numpy; \
			print(f"Python {platform.python_version()}, numba {numba.__version__}, numpy {numpy.__version__}")'; \
		$$environment/bin/python -m pytest -q $(FINAL_STATES) $(DETERMINISM); \
	done; done
	@echo "with bounds checks"
	@NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -q $(FINAL_STATES) $(DETERMINISM)

# Some minutes, and packages of others: no part of `make test`, which skips what it does not find.
clients: $(INSTALLED) ## Run what WITH_OTHER_LIBRARIES.md says with each library, installed into build/clients
	@$(BIN)/python -m tests.clients

soak: export NUMBA_BOUNDSCHECK := 1
soak: $(INSTALLED) ## Play, damage, compare and measure for hours (MINUTES=n); goes on where it was stopped
	$(BIN)/python -m tests.soak --minutes $(or $(MINUTES),480) --record

prove: $(INSTALLED) ## Let engine and oracle play 100,000 games (GAMES=n, GAME=name) and tell what was exercised; hours
	$(BIN)/python -m tests.prove --games $(or $(GAMES),100000) $(if $(GAME),--game $(GAME))

lint: $(INSTALLED) types ## Check style and types
	$(BIN)/ruff check .

# mypy does not follow the mapping of agents/ to undersea_env.agents, so it is shown the package as it is installed, and the
# tests beside it.
types: $(INSTALLED)
	@rm -rf $(TYPED) && mkdir -p $(TYPED)/undersea_env
	@ln -s $(CURDIR)/undersea_env/* $(CURDIR)/agents $(CURDIR)/training $(CURDIR)/benchmarks $(TYPED)/undersea_env/
	@ln -s $(CURDIR)/tests $(TYPED)/
	cd $(TYPED) && $(CURDIR)/$(BIN)/mypy --config-file $(CURDIR)/pyproject.toml --cache-dir $(CURDIR)/.mypy_cache

format: $(INSTALLED) ## Mend what the style check can mend by itself
	$(BIN)/ruff check --fix .

bench: $(INSTALLED) ## Measure the speed beside other libraries, installed into build/peers; 10 minutes after that
	@$(BIN)/python -m undersea_env.benchmarks.peers

guard: $(INSTALLED) ## Fail if the rules have become slower, measured beside a do-nothing loop
	@$(BIN)/python -m undersea_env.benchmarks.guard

clean: ## Remove what can be made again, but for .venv
	rm -rf $(INSTALLED) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis htmlcov .coverage .coverage.*
	find . -path ./.venv -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +
