# make reproduce, make test: each sets up .venv first. make help lists the rest.

PYTHON ?= python3
CORES ?= $(shell nproc 2>/dev/null || sysctl -n hw.ncpu)
export PATH := $(CURDIR)/.venv/bin:$(PATH)

.DEFAULT_GOAL := help
STUDIES := audit frontier baselines instances certificates verified hardness interesting flowfree \
  minesweeper minesweeper_games explorer

.PHONY: help setup reproduce $(STUDIES) progress report smoke test fuzz mutants check compare \
  benchmark reference docs dist artifact artifact-check image lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z$$(][A-Za-z%$$() -]*:.*## / { sub(/\$$\(STUDIES\)|%/, "STUDY", $$1); printf "make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: .venv/installed ## make .venv from the pinned versions

.venv/installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("puzzlesat needs Python 3.11 or newer, but $(PYTHON) is " + sys.version.split()[0] + ": make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	.venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-build-isolation \
	  --no-deps -e .
	@echo compiling search and printer, so that they start at once from now on
	@.venv/bin/floodit sample -n 12 -k 20 --count 1 -o .venv/compiled.csv
	@.venv/bin/floodit solve .venv/compiled.csv --method pdr --json -q > .venv/compiled.json
	@.venv/bin/floodit encode .venv/compiled.csv --moves 2 -o .venv/compiled.cnf
	@.venv/bin/flowfree generate -n 32 -k 30 --solutions any -q -o .venv/compiled.txt
	@.venv/bin/flowfree solve .venv/compiled.txt --json > .venv/compiled.json
	@.venv/bin/minesweeper wins --size beginner -o .venv/compiled.csv
	@printf '1221\n....\n' | .venv/bin/minesweeper deduce - > .venv/compiled.txt
	@.venv/bin/flowfree generate -n 7 --bridges 1 --warps 1 --walls 1 --missing 1 -q -o .venv/compiled.txt
	@.venv/bin/minesweeper optimum --rows 3 --cols 3 --mines 2 > .venv/compiled.txt
	@touch $@

reproduce: setup ## make all of the thesis's figures and tables (CORES=8 for eight cores)
	snakemake --cores $(CORES)
	@printf '\nFigures are in figures/, tables in results/thesis/, and in short:\n\n'
	@cat results/thesis/summary.txt
	@printf '\nBeside reference/, a full run:\n\n'
	@floodit compare || true  # another configuration may have no board in common with it

$(STUDIES): setup ## make a study: audit, frontier, baselines, flowfree, minesweeper, …
	snakemake --cores $(CORES) $@

progress: setup ## tell how far the run is that is going on here, how long still, which jobs are slow
	@floodit progress

report: reproduce ## write results/report.html, one page to send around
	snakemake --report results/report.html

smoke: setup ## make every target on a tiny grid, in smoke/
	snakemake --cores $(CORES) --configfile config/smoke.yaml --directory smoke all $(STUDIES)

test: setup check ## pass the tests
	pytest -n 2 --dist loadgroup --no-loadscope-reorder

fuzz: setup ## give damaged files to every command for longer, new ones each time (FUZZ=10)
	FUZZ=$(or $(FUZZ),10) pytest -n 0 tests/fuzz

mutants: setup ## change the library here and there, and see whether its tests notice
	python tests/mutants.py --jobs $(CORES)

check: setup ## lint, check the formatting and the types
	ruff check .
	mypy
	ruff format --check .
	snakefmt --check Snakefile workflow
	snakemake --lint

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
	find results/$* -maxdepth 1 -type f -size -1000k ! -name '*.html' -exec cp {} reference/$* ';'
	if [ -d figures/$* ]; then cp figures/$*/*.png reference/$*; fi

.venv/publishing: .venv/installed requirements-publishing.lock
	.venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-publishing.lock
	@touch $@

docs: .venv/publishing ## build the documentation as a site, site/html/index.html
	python tools/documentation.py

dist: .venv/publishing ## build the package, and try it in an environment of its own
	python tools/dist.py

artifact: .venv/publishing ## pack the code and all results that are there into one archive, for reviewers
	python -m puzzlesat.report.artifact make

artifact-check: .venv/publishing ## unpack ARCHIVE elsewhere, check it, and run a part of it again
	python -m puzzlesat.report.artifact check \
	  "$(or $(ARCHIVE),$(error say which: make artifact-check ARCHIVE=FILE))" --cores $(CORES)

image: ## go through the steps of the Dockerfile in a bare folder, where there is no Docker
	$(PYTHON) tools/image.py

LOCKED = uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
  --prerelease if-necessary-or-explicit --no-annotate --custom-compile-command 'make lock'

lock: setup ## pin the newest versions of everything anew
	python -m pip install --quiet uv
	$(LOCKED) --upgrade --group dev --output-file requirements.lock pyproject.toml
	$(LOCKED) --upgrade --group docs --group dist --group artifact --constraint requirements.lock \
	  --output-file requirements-publishing.lock
	python tools/conda_environment.py

clean: ## remove all that was made, the results among it
	rm -rf results figures logs smoke site dist .snakemake
