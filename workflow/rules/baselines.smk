# Beyond the thesis: this project's methods and other solvers on the same boards.
# The results are listed in src/puzzlesat_studies/floodit/baselines/__init__.py.

from itertools import product

from puzzlesat.floodit.solve.baselines import FILE
from puzzlesat_studies.floodit.baselines.config import (
    board_sets,
    method_option,
    set_methods,
    set_start,
)

BASELINES = study("baselines", "Beyond the thesis")
SETS = board_sets(BASELINES)


wildcard_constraints:
    set=r"[\w.-]+/[\w.-]+",


rule baseline:
    """Prove the minima of the boards with one method, alone on the machine."""
    input:
        [
            sample(n, k, BASELINES["boards"])
            for n, k in product(BASELINES["n_values"], BASELINES["k_values"])
        ],
    output:
        "results/baselines/outcomes/{name}.csv",
    threads: ALONE
    resources:
        mem_mb=4500,
        runtime=120,
    params:
        method=lambda wildcards: method_option(BASELINES, wildcards.name),
        timeout=BASELINES["timeout"],
    shell:
        "python -m puzzlesat_studies floodit frontier measure {input} {params.method:q} --timeout {params.timeout} "
        "-o {output} 2> {log}"


MEASURED = [
    *BASELINES["methods"],
    *(program["name"] for program in BASELINES["programs"] if FILE in program["command"]),
]
MEASURED_ROWS = expand(rules.baseline.output, name=MEASURED)
declare("table", "baselines", "baselines", MEASURED_ROWS, "Other solvers")


rule baseline_set:
    """Prove the minima of a public set of boards with one method, alone on the machine."""
    input:
        lambda wildcards: SETS[wildcards.set]["file"],
    output:
        "results/baselines/sets/{set}/{name}.csv",
    threads: ALONE
    resources:
        mem_mb=4500,
        runtime=720,
    params:
        method=lambda wildcards: method_option(BASELINES, wildcards.name),
        start=lambda wildcards: set_start(SETS[wildcards.set]),
        published=lambda wildcards: SETS[wildcards.set]["published"],
        timeout=BASELINES["timeout"],
    shell:
        "python -m puzzlesat_studies floodit baselines measure-set {input:q} --name {wildcards.set} {params.start:q} "
        "--published {params.published} {params.method:q} --timeout {params.timeout} "
        "-o {output} 2> {log}"


if SETS:
    SET_ROWS = [
        f"results/baselines/sets/{name}/{method}.csv"
        for name, known in SETS.items()
        for method in set_methods(BASELINES, known["start"])
    ]
    declare("table", "baselines", "sets", SET_ROWS, "Public sets of boards")


rule baselines:
    """Results of other solvers on the same boards."""
    input:
        declared("baselines"),
        record("baselines", after="results/baselines/baselines.csv"),
