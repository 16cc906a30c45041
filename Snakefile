# All computations of the studies. `snakemake --cores 8` makes all results of the thesis (Fig. 4.2,
# Table 4.1), `snakemake figures/bounds.pdf` one figure with its inputs, and `snakemake --cores 8
# STUDY` a study, by its module in src/puzzlesat_studies and its section of config.yaml.

from pathlib import Path

from snakemake.utils import min_version

min_version("9.5")

if workflow.current_basedir.is_local:
    ROOT = Path(workflow.current_basedir.get_path_or_uri(secret_free=True)).resolve()
else:  # Snakemake fetches each file of a hosted workflow when the file is first used
    ROOT = Path(workflow.source_path("config.yaml")).parent
    for path in (
        "reference/thesis_table_4_1.csv",
        "reference/published/flowfree_post.csv",
        "reference/published/minesweeper.csv",
        "workflow/envs/puzzlesat.yaml",
        "workflow/envs/puzzlesat.post-deploy.sh",
    ):
        workflow.source_path(path)


configfile: ROOT / "config.yaml"


report: "workflow/captions/workflow.rst"


include: "workflow/rules/common.smk"
include: "workflow/rules/thesis.smk"
include: "workflow/rules/studies.smk"


rule all:
    """The thesis: Fig. 2.1, Fig. 4.2, Table 4.1, and the record of their provenance."""
    default_target: True
    input:
        WORKFLOW.outputs("thesis"),
        rules.config.output,


# Short rules, which are not submitted to a cluster.
localrules:
    minima_table,
    bounds_table,
    bounds_figure,
    wins_figure,
    solution_figure,
    summary,
    config,
    record,


rule proofs:
    """A proof of every minimum of Fig. 4.2 for the verified checker, in 12,000 files."""
    input:
        WORKFLOW.steps["rows", "results/verified/kept"].outputs(WORKFLOW.config),


for name in WORKFLOW.studies.keys() - {"thesis"}:

    rule:
        name:
            name
        input:
            WORKFLOW.outputs(name),
            WORKFLOW.outputs("claims") if name == "audit" else [],


onstart:
    show_progress(workflow)
    check_machine(workflow)
    check_studies(workflow)
    if Path("results/tables").exists():
        logger.warning(
            "results/tables was made by an earlier version, whose files nothing reads any more; "
            "make clean removes them"
        )
    if workflow.executor_plugin.name == "slurm":
        start_on_slurm(Path.cwd())


onsuccess:
    logger.info(f"Results to open: {', '.join(files_to_open(workflow))}")
