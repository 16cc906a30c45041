# make reproduce, make test: each sets up .venv first. make help lists the rest.

PYTHON ?= python3
CORES ?= $(shell nproc 2>/dev/null || sysctl -n hw.ncpu)
export PATH := $(CURDIR)/.venv/bin:$(PATH)

.DEFAULT_GOAL := help
STUDIES := audit timing frontier baselines instances verified hardness interesting flowfree \
  minesweeper minesweeper_games explorer

.PHONY: help setup reproduce $(STUDIES) report smoke test quick fuzz sanitize mutants check compare \
  benchmark reference docs dist artifact artifact-check image lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z$$(][A-Za-z%$$() -]*:.*## / { sub(/\$$\(STUDIES\)|%/, "STUDY", $$1); printf "make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## make .venv from the pinned versions
	@$(PYTHON) tools/alone.py $(MAKE) --no-print-directory .venv/installed

.venv/installed: requirements.lock pyproject.toml CMakeLists.txt $(wildcard engine/*.cpp engine/*/*)
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("puzzlesat needs Python 3.11 or newer, but $(PYTHON) is " + sys.version.split()[0] + ": make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	tools/install.sh .venv/bin/python
	@touch $@

reproduce: setup ## make all of the thesis's figures and tables (CORES=8 for eight cores)
	snakemake --cores $(CORES)
	@printf '\nFigures are in figures/, tables in results/thesis/, and in short:\n\n'
	@cat results/thesis/summary.txt
	@printf '\nBeside reference/, a full run:\n\n'
	@floodit compare || true  # another configuration may have no board in common with it

$(STUDIES): setup ## make a study: audit, frontier, baselines, flowfree, minesweeper, …
	snakemake --cores $(CORES) $@

report: reproduce ## write results/report.html, one page to send around
	snakemake --report results/report.html

smoke: setup ## make every target on a tiny grid, in smoke/
	snakemake --cores $(CORES) --configfile config/smoke.yaml --directory smoke all $(STUDIES)

test: setup check ## pass the tests
	pytest -n 3 --dist loadgroup --no-loadscope-reorder

quick: setup ## pass the quick tests, in about a minute
	pytest -n 2 -q -m "not slow and not browser"

fuzz: setup ## give damaged files to every command for longer, new ones each time (FUZZ=10)
	FUZZ=$(or $(FUZZ),10) pytest -n 0 tests/fuzz

sanitize: setup ## test the engine under AddressSanitizer and UndefinedBehaviorSanitizer
	python tools/sanitize.py

mutants: setup ## change the library here and there, and see whether its tests notice
	python tests/mutants.py --jobs $(CORES)

check: setup ## lint, check imports, formatting, types and prose
	ruff check .
	lint-imports --no-cache
	mypy
	ruff format --check .
	snakefmt --check Snakefile workflow
	snakemake --lint
	python tools/prose.py README.md config/README.md docs/*.md

compare: setup ## compare the results with the reference run: minima must be identical
	floodit compare results/thesis reference

benchmark: setup ## time encoding, loading and solving beside their baselines
	python benchmarks/thesis.py
	python benchmarks/flowfree.py

reference: reproduce ## make the thesis's results the reference
	cp results/thesis/bounds.csv results/thesis/wins.csv results/thesis/minima.csv reference/
	cp results/thesis/environment.json results/thesis/summary.txt reference/
	cp figures/bounds.png figures/wins.png figures/solution.png reference/

reference-%: ## make a study's results the reference
	$(MAKE) $*
	mkdir -p reference/$*
	find results/$* -maxdepth 1 -type f -size -1000k ! -name '*.html' \
		$(if $(filter audit,$*),,! -name 'claims.*') -exec cp {} reference/$* ';'
	if [ -d figures/$* ]; then cp figures/$*/*.png reference/$*; fi

.venv/publishing: requirements-publishing.lock | setup
	.venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-publishing.lock
	@touch $@

docs: .venv/publishing ## build the documentation as a site, site/html/index.html
	python tools/documentation.py

dist: .venv/publishing ## build the package, and try it in an environment of its own
	python tools/dist.py

artifact: .venv/publishing ## pack the code and all results that are there into one archive, for reviewers
	python tools/artifact.py make

artifact-check: .venv/publishing ## unpack ARCHIVE elsewhere, check it, and run a part of it again
	python tools/artifact.py check \
	  "$(or $(ARCHIVE),$(error say which: make artifact-check ARCHIVE=FILE))" --cores $(CORES)

image: ## go through the steps of the Dockerfile in a bare folder, where there is no Docker
	$(PYTHON) tools/image.py

LOCKED = uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
  --prerelease if-necessary-or-explicit --no-annotate --custom-compile-command 'make lock'

lock: setup ## pin the newest versions of everything anew
	python -m pip install --quiet uv
	$(LOCKED) --upgrade --extra workflow --group dev \
	  --output-file requirements.lock pyproject.toml
	$(LOCKED) --upgrade --group docs --group dist --group artifact --constraint requirements.lock \
	  --output-file requirements-publishing.lock
	python tools/conda_environment.py

clean: ## remove all that was made, the results among it
	find results figures -mindepth 1 ! -name README.md -delete
	rm -rf logs smoke site dist .snakemake
