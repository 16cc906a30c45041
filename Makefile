# make reproduce, make test: each sets up .venv first. make help lists the rest.

PYTHON ?= python3
CORES ?= $(shell nproc 2>/dev/null || sysctl -n hw.ncpu)
export PATH := $(CURDIR)/.venv/bin:$(PATH)

.DEFAULT_GOAL := help
.PHONY: help setup reproduce audit frontier peers minesweeper flowfree report smoke test check \
  compare benchmark reference audit-reference frontier-reference flowfree-reference \
  minesweeper-reference lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: .venv/installed ## make .venv from the pinned versions

.venv/installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("puzzlesat needs Python 3.11 or newer, but $(PYTHON) is " + sys.version.split()[0] + ": make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	.venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-build-isolation \
	  --no-deps -e .
	@echo compiling search and printer, so that they start at once from now on
	@.venv/bin/floodit sample -n 9 -k 6 --count 1 -o .venv/compiled.csv
	@.venv/bin/floodit solve .venv/compiled.csv --method pdr --json -q > .venv/compiled.json
	@.venv/bin/floodit encode .venv/compiled.csv --moves 2 -o .venv/compiled.cnf
	@touch $@

reproduce: setup ## make all of the thesis's figures and tables (CORES=8 for eight cores)
	snakemake --cores $(CORES)
	@printf '\nFigures are in figures/, tables in results/tables/, and in short:\n\n'
	@cat results/summary.txt

audit: setup ## put every claim of the thesis to the test
	snakemake --cores $(CORES) audit

frontier: setup ## prove minima of boards up to 40×40
	snakemake --cores $(CORES) frontier

peers: setup ## set other people's solvers beside ours
	snakemake --cores $(CORES) peers

minesweeper: setup ## make the companion study, Minesweeper
	snakemake --cores $(CORES) minesweeper

flowfree: setup ## make the companion study, Flow Free
	snakemake --cores $(CORES) flowfree

report: reproduce ## write results/report.html, one page to send around
	snakemake --report results/report.html

smoke: setup ## make every target on a tiny grid, in smoke/
	snakemake --cores $(CORES) --configfile config/smoke.yaml --directory smoke

test: setup check ## pass the tests
	pytest -n 2 --dist loadgroup --no-loadscope-reorder

check: setup ## lint, check the formatting and the types
	ruff check .
	mypy
	ruff format --check .
	snakefmt --check Snakefile workflow
	snakemake --lint

compare: setup ## compare the results with the reference run: minima must be identical
	floodit compare results/tables reference

benchmark: setup ## time encoding, loading and solving beside their baselines
	python benchmarks/thesis.py
	python benchmarks/flowfree.py

reference: reproduce ## make the results the reference
	cp results/tables/bounds.csv results/tables/wins.csv results/tables/minima.csv reference/
	cp results/environment.json results/summary.txt reference/
	cp figures/bounds.png figures/wins.png figures/solution.png reference/

flowfree-reference: flowfree ## make its results the reference
	mkdir -p reference/flowfree
	cp results/tables/flowfree.csv results/tables/flowfree_sizes.csv reference/flowfree/
	cp results/tables/flowfree_claims.csv results/tables/flowfree_sizes.md reference/flowfree/
	cp results/flowfree/environment.json reference/flowfree/
	cp figures/flowfree.png reference/flowfree/times.png
	cp figures/flowfree_puzzle.png reference/flowfree/puzzle.png

minesweeper-reference: minesweeper ## make its results the reference
	mkdir -p reference/minesweeper
	cp results/tables/minesweeper.csv reference/minesweeper/methods.csv
	cp results/tables/minesweeper_procedures.csv reference/minesweeper/procedures.csv
	cp results/tables/minesweeper_growth.csv reference/minesweeper/growth.csv
	cp results/tables/minesweeper_claims.csv reference/minesweeper/
	cp results/minesweeper/environment.json reference/minesweeper/
	cp figures/minesweeper.png reference/minesweeper/methods.png
	cp figures/minesweeper_procedures.png reference/minesweeper/procedures.png
	cp figures/minesweeper_growth.png reference/minesweeper/growth.png

frontier-reference: frontier peers ## make the frontier the reference
	mkdir -p reference/frontier
	cp results/tables/frontier.* results/tables/law.* results/tables/race.* reference/frontier/
	cp results/tables/large.* results/tables/peers.* reference/frontier/
	cp figures/frontier.png figures/extended.png reference/frontier/

audit-reference: audit ## make the results of the audit the reference
	mkdir -p reference/audit
	cp results/tables/claims.csv results/tables/claims.md results/tables/audit-*.csv reference/audit/
	cp figures/audit-*.png results/audit/environment.json reference/audit/

lock: setup ## pin the newest versions of everything anew
	python -m pip install --quiet uv
	uv pip compile --quiet --upgrade --universal --python-version 3.11 --fork-strategy fewest \
	  --prerelease if-necessary-or-explicit --group dev --no-annotate \
	  --custom-compile-command 'make lock' --output-file requirements.lock pyproject.toml

clean: ## remove all that was made, the results among it
	rm -rf results figures logs smoke .snakemake
