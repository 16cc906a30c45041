# An interactive page with every board of the thesis's experiments.
# The results are listed in src/puzzlesat_studies/floodit/explorer/__init__.py.

from puzzlesat_studies.floodit.files import included

EXPLORER = study("explorer")


rule optimal:
    """Count the shortest solutions of every board, and list its forced moves."""
    input:
        "results/thesis/minima/{cell}.csv",
    output:
        "results/explorer/optimal/{cell}.csv",
    resources:
        mem_mb=doubling(1000),
        runtime=doubling(60),
    shell:
        "python -m puzzlesat_studies floodit explorer optimal {input} -o {output} 2> {log}"


rule explorer_page:
    """Write the page: Fig. 4.2, Table 4.1 and the claims, with links to all boards."""
    input:
        minima=expand(MINIMA, cell=cells(THESIS["bounds"])),
        from_more=expand(MINIMA, cell=sorted({*cells(THESIS["wins"])} - {*cells(THESIS["bounds"])})),
        from_times=TIMINGS,
        from_optimal=expand(rules.optimal.output, cell=ALL_CELLS),
        from_thesis=TABLE_4_1,
        from_verified=lambda wildcards: included(EXPLORER, "verified", VERIFIED_ROWS),
        from_claims=lambda wildcards: included(
            EXPLORER,
            "audit",
            ["results/audit/claims.csv"],
            [ROOT / "reference/audit/claims.csv"],
        ),
        template=[
            ROOT / "src/puzzlesat_studies/floodit/explorer/explorer.html",
            ROOT / "src/puzzlesat/floodit/show/rules.js",
        ],
    output:
        "results/explorer.html",
    params:
        options=CLOCK,
    shell:
        "python -m puzzlesat_studies floodit explorer explorer {input.minima} {params.others} {params.options} "
        "{params.to} 2> {log}"


rule explorer:
    """The interactive page of all boards."""
    input:
        rules.explorer_page.output,
