# From nothing to the thesis's Fig. 4.2 and Table 4.1. `snakemake --cores 8` makes all of it,
# `snakemake figures/bounds.pdf` one figure and what it needs. The steps are in workflow/rules.

from pathlib import Path

from snakemake.utils import min_version

min_version("9.5")

ROOT = Path(workflow.current_basedir.get_path_or_uri(secret_free=True)).resolve()


configfile: ROOT / "config.yaml"


report: "workflow/captions/workflow.rst"


include: "workflow/rules/common.smk"
include: "workflow/rules/boards.smk"
include: "workflow/rules/bounds.smk"
include: "workflow/rules/wins.smk"
include: "workflow/rules/provenance.smk"
include: "workflow/rules/frontier.smk"
include: "workflow/rules/peers.smk"
include: "workflow/rules/minesweeper.smk"
include: "workflow/rules/flowfree_common.smk"
include: "workflow/rules/flowfree.smk"
include: "workflow/rules/audit_common.smk"
include: "workflow/rules/audit.smk"
include: "workflow/rules/instances.smk"
include: "workflow/rules/certificates.smk"


onstart:
    held.append(start_in(Path.cwd()))


rule all:
    """The thesis: Fig. 2.1, Fig. 4.2 and Table 4.1, and what they were made with."""
    default_target: True
    input:
        rules.bounds_table.output,
        rules.bounds_figure.output,
        rules.wins_table.output,
        rules.wins_figure.output,
        rules.solution_figure.output,
        rules.summary.output,
        rules.environment.output,
        rules.config.output,
        rules.minima_table.output,


rule audit:
    """A verdict on every claim of the thesis, and the tables and figures behind it."""
    input:
        AUDIT,


# Documents the software of every rule. Activate it (README) instead of having Snakemake deploy it:
# it installs this folder, which Snakemake would not find.
for each in workflow.rules:
    each.conda_env = str(ROOT / "environment.yml")
