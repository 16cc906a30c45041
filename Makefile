# make reproduce and make test set up .venv first. make help lists all targets.

PYTHON ?= python3
CORES ?= $(shell nproc 2>/dev/null || sysctl -n hw.ncpu)
export PATH := $(CURDIR)/.venv/bin:$(PATH)

.DEFAULT_GOAL := help

.PHONY: help setup reproduce report smoke test quick fuzz sanitize check compare \
  reference docs web dist artifact lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]*:.*## / { printf "make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: .venv/installed ## set up .venv from pinned versions

# The installation knows where each package is, so it is made again for a new one.
.venv/installed: requirements.lock pyproject.toml CMakeLists.txt \
  $(wildcard engine/*.[ch]pp engine/*/*.[ch]pp src/*/__init__.py src/*/*/__init__.py src/*/*/*/__init__.py)
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("puzzlesat needs Python 3.11 or newer, but $(PYTHON) is " + sys.version.split()[0] + ": make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	tools/install.sh .venv/bin/python
	@touch $@

reproduce: setup ## make all figures and tables of the thesis (CORES=8: on eight cores)
	snakemake --cores $(CORES)
	@printf '\nComparison with the reference run:\n\n'
	@python -m puzzlesat_studies compare || [ $$? = 3 ]  # 3: another configuration, without a shared board
	@printf '\nSummary:\n\n'
	@cat results/thesis/summary.txt
	@printf '\nOpen figures/bounds.pdf (Fig. 4.2), figures/wins.pdf and results/thesis/wins.html (Table 4.1).\n'
	@printf 'make report: these results on one page. docs/experiments.md: the other studies.\n'

report: reproduce ## write results/report.html, one page with the results of the thesis
	snakemake --report results/report.html

smoke: setup ## make every target on a tiny grid, in the folder smoke/
	snakemake --cores $(CORES) --configfile config/smoke.yaml --directory smoke all studies

test: setup check ## run all tests and checks
	pytest -n 4 --dist loadgroup --no-loadscope-reorder

quick: setup ## run the quick tests, in about a minute
	pytest -n 2 -q -m "not slow and not browser"

fuzz: setup ## run every command on more damaged files, new ones each time (FUZZ=10)
	FUZZ=$(or $(FUZZ),10) pytest -n 0 tests/fuzz

sanitize: setup ## test the engine under AddressSanitizer and UndefinedBehaviorSanitizer
	python tools/sanitize.py

check: setup ## check style, imports, types and formatting
	ruff check .
	lint-imports --no-cache
	mypy
	ruff format --check .
	clang-format --dry-run -Werror engine/*.[ch]pp engine/*/*.[ch]pp web/engine/*.[ch]pp
	snakefmt --check Snakefile workflow
	snakemake --lint

compare: setup ## compare the results with the reference run: minima must be identical
	python -m puzzlesat_studies compare

reference: reproduce reference-thesis ## replace the reference with the results of the thesis's experiments

reference-%: setup
	snakemake --cores $(CORES) $*
	python tools/reference.py $*

.venv/publishing: requirements-publishing.lock | setup
	.venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-publishing.lock
	@touch $@

docs: .venv/publishing ## build the documentation as a website, site/html/index.html
	python tools/documentation.py

web: setup ## compile the engine for browsers if it has changed, and write the web application to site/solve
	python tools/web.py

dist: .venv/publishing ## build the package
	rm -rf dist && python -m build --no-isolation --outdir dist
	twine check --strict dist/*

artifact: reproduce ## pack the code and all existing results into one archive for reviewers
	git diff --quiet HEAD || { echo 'commit or restore the changed files first'; exit 1; }
	mkdir -p dist && git archive --output dist/puzzlesat.tar HEAD
	tar --append --file dist/puzzlesat.tar --exclude '.*' results figures
	xz --force dist/puzzlesat.tar

LOCKED = uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
  --prerelease if-necessary-or-explicit --no-annotate --custom-compile-command 'make lock'

lock: setup ## update all pinned versions
	python -m pip install --quiet uv
	$(LOCKED) --upgrade --extra workflow --group dev \
	  --output-file requirements.lock pyproject.toml
	$(LOCKED) --upgrade --group docs --group dist --constraint requirements.lock \
	  --output-file requirements-publishing.lock
	python tools/conda_environment.py

clean: ## remove all generated files, including results
	find results figures -mindepth 1 ! -name README.md -delete
	rm -rf logs smoke site dist .snakemake
