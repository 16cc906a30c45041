# The rules of all studies but the thesis. What differs is looked up in the step of the study (`Step`
# in src/puzzlesat_studies/core/study.py) by the wildcard `stem`, the path of its output.

ROWS, TABLE, FIGURE, TEXT = (
    StepRule(WORKFLOW, kind) for kind in ("rows", "table", "figure", "text")
)
CAPTION = "../captions/result.rst"
RUN = (
    "python -P -m puzzlesat_studies run {params.command} --params {input.params:q} "
    "{params.outputs} 2> {log:q}"
)


rule rows:
    """Measure an item of a study."""
    input:
        unpack(ROWS.inputs),
        params=ancient(ROWS.params),
    output:
        "{stem}/{item}.csv",
    log:
        "logs/{stem}/{item}.txt",
    wildcard_constraints:
        stem=ROWS.stems(items=True),
    conda:
        "../envs/puzzlesat.yaml"
    resources:
        mem_mb=ROWS.mem_mb,
        runtime=ROWS.minutes,
    params:
        **ROWS.triggers,
        outputs=output_options,
    shell:
        RUN


use rule rows as timed_rows with:
    wildcard_constraints:
        stem=ROWS.stems(items=True, alone=True),
    threads: ALONE


use rule rows as all_rows with:
    output:
        "{stem}.csv",
    log:
        "logs/{stem}.txt",
    wildcard_constraints:
        stem=ROWS.stems(),


use rule all_rows as all_timed_rows with:
    wildcard_constraints:
        stem=ROWS.stems(alone=True),
    threads: ALONE


# Rows with another output next to them: a formula, or a folder of files.
use rule timed_rows as timed_rows_with_formula with:
    output:
        "{stem}/{item}.csv",
        extra="{stem}/{item}.cnf.xz",
    wildcard_constraints:
        stem=ROWS.stems(items=True, alone=True, extra_output=".cnf.xz"),
    params:
        **ROWS.triggers,
        outputs=output_and_extra_options,


use rule timed_rows as timed_rows_with_folder with:
    output:
        "{stem}/{item}.csv",
        extra=directory("{stem}/{item}"),
    wildcard_constraints:
        stem=ROWS.stems(items=True, alone=True, extra_output="/"),
    params:
        **ROWS.triggers,
        outputs=output_and_extra_options,


use rule all_rows as all_rows_with_folder with:
    output:
        "{stem}.csv",
        extra=directory("{stem}"),
    wildcard_constraints:
        stem=ROWS.stems(extra_output="/"),
    params:
        **ROWS.triggers,
        outputs=output_and_extra_options,


use rule all_rows_with_folder as all_timed_rows_with_folder with:
    wildcard_constraints:
        stem=ROWS.stems(alone=True, extra_output="/"),
    threads: ALONE


rule table:
    """Make a table of a study."""
    input:
        unpack(TABLE.inputs),
        params=ancient(TABLE.params),
    output:
        csv="{stem}.csv",
        md="{stem}.md",
        tex="{stem}.tex",
        html=report("{stem}.html", category=TABLE.category, labels=TABLE.labels),
    log:
        "logs/{stem}.txt",
    wildcard_constraints:
        stem=TABLE.stems(),
    conda:
        "../envs/puzzlesat.yaml"
    resources:
        mem_mb=TABLE.mem_mb,
        runtime=TABLE.minutes,
    params:
        **TABLE.triggers,
        outputs=output_options,
    shell:
        RUN


rule figure:
    """Draw a figure of a study."""
    input:
        unpack(FIGURE.inputs),
        params=ancient(FIGURE.params),
    output:
        pdf="{stem}.pdf",
        png="{stem}.png",
        svg=report("{stem}.svg", CAPTION, category=FIGURE.category, labels=FIGURE.labels),
    log:
        "logs/{stem}.txt",
    wildcard_constraints:
        stem=FIGURE.stems(),
    conda:
        "../envs/puzzlesat.yaml"
    params:
        **FIGURE.triggers,
        caption=FIGURE.caption,
        outputs=output_options,
    shell:
        RUN


rule text:
    """Write a text or a page of a study."""
    input:
        unpack(TEXT.inputs),
        params=ancient(TEXT.params),
    output:
        "{stem}",
    log:
        "logs/{stem}.txt",
    wildcard_constraints:
        stem=TEXT.stems(),
    conda:
        "../envs/puzzlesat.yaml"
    params:
        **TEXT.triggers,
        caption=TEXT.caption,
        outputs=output_options,
    shell:
        RUN


use rule text as page with:
    output:
        report("{stem}", CAPTION, category=TEXT.category, labels=TEXT.labels),
    wildcard_constraints:
        stem=TEXT.stems(reported=True),


rule record:
    """Write versions, machine, date and configuration of a study, after all of its results."""
    input:
        params=lambda wildcards: ancient(f"results/{wildcards.study}/params.json"),
        after=lambda wildcards: WORKFLOW.outputs(wildcards.study)[:-1],
    output:
        report(
            "results/{study}/environment.json",
            caption="../captions/environment.rst",
            category="Made with",
            labels={"item": "Versions, machine, configuration", "kind": "record"},
        ),
    log:
        "logs/{study}/environment.txt",
    wildcard_constraints:
        study="|".join(WORKFLOW.studies),
    conda:
        "../envs/puzzlesat.yaml"
    params:
        times=lambda wildcards: [PREFIX + path for path in WORKFLOW.timed_rows(wildcards.study)],
        outputs=output_options,
    shell:
        "python -P -m puzzlesat_studies record {input.params:q} {params.times:q} {params.outputs} "
        "2> {log:q}"


rule config:
    """Write the configuration of the run, with the values of all keys."""
    output:
        "results/config.yaml",
    log:
        "logs/config.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        config=lambda wildcards: WORKFLOW.config.model_dump_json(),
    shell:
        "python -P -m puzzlesat_studies config {params.config:q} -o {output:q} 2> {log:q}"
