# The rules of all studies but the thesis. What differs is looked up in the step of the study (`Step`
# in src/puzzlesat_studies/core/study.py) by the wildcard `stem`, the path of its output.

import hashlib

ROWS, TABLE, FIGURE, TEXT = (
    StepRule(WORKFLOW, kind) for kind in ("rows", "table", "figure", "text")
)
CAPTION = "../report/result.rst"


localrules:
    config,
    record,


rule boards:
    """Draw boards of a study, whose numbers of boards differ from the thesis's."""
    output:
        "results/boards/n{n}_k{k}/{first}-{last}.csv",
    log:
        "logs/boards/n{n}_k{k}/{first}-{last}.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        seed=config["seed"],
        boards=lambda wildcards: int(wildcards.last) - int(wildcards.first) + 1,
        version=VERSION,
    shell:
        "floodit sample -n {wildcards.n} -k {wildcards.k} --seed {params.seed} "
        "--first {wildcards.first} --count {params.boards} -o {output:q} 2> {log:q}"


rule rows:
    """Measure the rows of a study, or those of one of its items."""
    input:
        unpack(ROWS.inputs),
    output:
        "{stem}.csv",
    log:
        "logs/{stem}.txt",
    wildcard_constraints:
        stem=ROWS.stems(),
    conda:
        "../envs/puzzlesat.yaml"
    resources:
        mem_mb=ROWS.mem_mb,
        runtime=ROWS.minutes,
    params:
        **ROWS.params,
    script:
        "../scripts/step.py"


use rule rows as timed_rows with:
    wildcard_constraints:
        stem=ROWS.stems(alone=True),
    threads: ALONE


# Rows with another output next to them: a formula, or a folder of files.
use rule timed_rows as timed_rows_with_formula with:
    output:
        "{stem}.csv",
        extra="{stem}.cnf.xz",
    wildcard_constraints:
        stem=ROWS.stems(alone=True, extra_output=".cnf.xz"),


use rule timed_rows as timed_rows_with_folder with:
    output:
        "{stem}.csv",
        extra=directory("{stem}"),
    wildcard_constraints:
        stem=ROWS.stems(alone=True, extra_output="/"),


rule table:
    """Make a table of a study."""
    input:
        unpack(checked(TABLE.inputs)),
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
        **TABLE.params,
    script:
        "../scripts/step.py"


rule figure:
    """Draw a figure of a study."""
    input:
        unpack(checked(FIGURE.inputs)),
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
        **FIGURE.params,
        caption=FIGURE.caption,
    script:
        "../scripts/step.py"


rule text:
    """Write a text or a page of a study."""
    input:
        unpack(checked(TEXT.inputs)),
    output:
        "{stem}",
    log:
        "logs/{stem}.txt",
    wildcard_constraints:
        stem=TEXT.stems(),
    conda:
        "../envs/puzzlesat.yaml"
    params:
        **TEXT.params,
        caption=TEXT.caption,
    script:
        "../scripts/step.py"


use rule text as page with:
    output:
        report("{stem}", CAPTION, category=TEXT.category, labels=TEXT.labels),
    wildcard_constraints:
        stem=TEXT.stems(reported=True),


use rule environment as record with:
    input:
        lambda wildcards: WORKFLOW.outputs(wildcards.study)[:-1],
        times=lambda wildcards: WORKFLOW.timed_rows(wildcards.study),
    output:
        report(
            "results/{study}/environment.json",
            caption="../report/environment.rst",
            category="Made with",
            labels={"item": "Versions, machine, configuration", "kind": "record"},
        ),
    log:
        "logs/{study}/environment.txt",
    wildcard_constraints:
        study="|".join(WORKFLOW.studies.keys() - {"thesis"}),
    params:
        config=lambda wildcards: WORKFLOW.config_of(wildcards.study),


rule config:
    """Write the configuration of the run, with the values of all keys."""
    output:
        "results/config.yaml",
    log:
        "logs/config.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        digest=hashlib.sha256(str(WORKFLOW.config).encode()).hexdigest(),
    script:
        "../scripts/config.py"


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


rule studies:
    """All studies but the thesis."""
    input:
        [WORKFLOW.outputs(name) for name in WORKFLOW.studies.keys() - {"thesis"}],
