# Possible measures behind Table 4.1: exact counts, instructions, and hypotheses by their likelihood.
# The results are listed in src/puzzlesat_studies/floodit/timing/__init__.py.

TIMING = study("timing", "Audit")
TIMING_GRIDS = TIMING | {
    "sizes": {key: x for key, x in TIMING["counts"].items() if key != "crossed"}
}
TIMING_ROWS = "results/timing/{counted}/n{n}.csv"


rule timing_rows:
    """Count MiniSat's conflicts and propagations, its instructions, or the size of formulas."""
    output:
        TIMING_ROWS,
    wildcard_constraints:
        counted="|".join(TIMING_GRIDS),
    resources:
        mem_mb=2000,
    params:
        options=lambda wildcards: grid_flags(TIMING_GRIDS[wildcards.counted]),
    shell:
        "python -m puzzlesat_studies floodit timing {wildcards.counted} -n {wildcards.n} {params.options} -o {output} 2> {log}"


for name, counted, item in (
    ("effects", "counts", "Conflicts and propagations"),
    ("cross", "counts", "Every numbering, order and solver"),
    ("size", "sizes", "Sizes of formulas"),
    ("instructions", "instructions", "Instructions"),
):
    rows = expand(TIMING_ROWS, counted=counted, n=TIMING_GRIDS[counted]["n_values"])
    declare("table", "timing", name, rows, item)

EFFECTS, INSTRUCTIONS = "results/timing/effects.csv", "results/timing/instructions.csv"
HYPOTHESES = "results/timing/hypotheses.csv"
declare(
    *("table", "timing", "hypotheses", EFFECTS, "Hypotheses on Table 4.1"),
    size="results/timing/size.csv",
    instructions=INSTRUCTIONS,
    wins=WINS,
    thesis=TABLE_4_1,
)
declare("figure", "timing", "search", EFFECTS, "Table 4.1 and conflicts", thesis=TABLE_4_1)
declare(
    *("figure", "timing", "cost", INSTRUCTIONS, "Table 4.1, seconds and instructions"),
    wins=WINS,
    thesis=TABLE_4_1,
)


rule timing:
    """Possible measures behind Table 4.1."""
    input:
        declared("timing"),
        record("timing", after="results/timing/hypotheses.csv"),
