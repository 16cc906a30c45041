# The study of Minesweeper, made by `snakemake minesweeper`: what logic alone can tell.
#   results/minesweeper/states/16x30_99/500.csv       random states of a size, and their boards
#   results/minesweeper/decided/16x30_99/500.csv      what each method decides of each state
#   results/minesweeper/times/16x30_99/50.csv         times and calls of each backbone procedure
#   results/minesweeper/games/16x30_99/METHOD_GUESS.csv   games, one row each
#   results/minesweeper/environment.json              versions, machine, seed, configuration
#   results/tables/minesweeper.csv, .md               methods: what they decide, and win
#   results/tables/minesweeper_procedures.csv, .md    procedures: calls and times
#   results/tables/minesweeper_growth.csv, .md        times on boards up to 100×100
#   results/minesweeper/audit/16x30_99/60.csv         what the thesis claims, measured state by state
#   results/minesweeper/constraints.csv               what each constraint decides by itself
#   results/tables/minesweeper_audit.csv              the audit, size by size
#   results/tables/minesweeper_claims.csv, .md        claim, place, measurement, verdict, evidence
#   figures/minesweeper.pdf, …, minesweeper_procedures.pdf, minesweeper_growth.pdf, .png, .svg

MINES = config["minesweeper"]
MINES_SIZES = [f"{rows}x{cols}_{mines}" for rows, cols, mines in MINES["sizes"]]
MINES_GROWTH = [f"{n}x{n}_{n * n // 5}" for n in MINES["growth"]["n_values"]]
if MINES["timed"] > MINES["states"]:
    raise WorkflowError(
        f"config: minesweeper.timed is {MINES['timed']}, but should be at most "
        f"minesweeper.states, {MINES['states']}"
    )
MINES_AUDITED = [
    f"{rows}x{cols}_{mines}" for rows, cols, mines in MINES["audit"]["sizes"]
]
MINES_METHODS = ["single", "pairs", "total", "backbone", "backbone_total"]


wildcard_constraints:
    rows=r"\d+",
    cols=r"\d+",
    mines=r"\d+",
    states=r"\d+",
    method="|".join(MINES_METHODS),
    guess="exact|ahead|random",


MINES_FILE = "results/minesweeper/{kind}/{size}/{states}.csv"
MINES_DECIDED = expand(
    MINES_FILE, kind="decided", size=MINES_SIZES, states=MINES["states"]
)
MINES_TIMES = expand(MINES_FILE, kind="times", size=MINES_SIZES, states=MINES["timed"])
GROWTH_DECIDED = expand(
    MINES_FILE, kind="decided", size=MINES_GROWTH, states=MINES["growth"]["states"]
)
GROWTH_TIMES = expand(
    MINES_FILE, kind="times", size=MINES_GROWTH, states=MINES["growth"]["states"]
)
MINES_GAMES = expand(
    "results/minesweeper/games/{size}/{method}_{guess}.csv",
    size=MINES_SIZES,
    method=MINES_METHODS,
    guess=["exact", "random"],
) + expand(
    "results/minesweeper/games/{size}/backbone_total_ahead.csv", size=MINES_SIZES
)


rule mines_states:
    """Draw random states; each depends on the seed, the size and its number alone."""
    output:
        "results/minesweeper/states/{rows}x{cols}_{mines}/{states}.csv",
    log:
        "logs/mines_states/{rows}x{cols}_{mines}_{states}.log",
    params:
        seed=config["seed"],
        code=sources("minesweeper generate"),
    shell:
        "minesweeper generate --rows {wildcards.rows} --cols {wildcards.cols} "
        "--mines {wildcards.mines} --seed {params.seed} --count {wildcards.states} "
        "-o {output} 2> {log}"


rule mines_decide:
    """Let every method decide what it can, and check it by counting and by the board."""
    input:
        "results/minesweeper/states/{size}/{states}.csv",
    output:
        "results/minesweeper/decided/{size}/{states}.csv",
    log:
        "logs/mines_decide/{size}_{states}.log",
    # Its clock wants the machine for itself, like that of rule time.
    threads: ALONE
    params:
        code=sources("minesweeper decide"),
    shell:
        "minesweeper decide {input} -o {output} 2> {log}"


rule mines_time:
    """Time all procedures for backbones, in turns, alone on the machine."""
    input:
        "results/minesweeper/states/{size}/{states}.csv",
    output:
        "results/minesweeper/times/{size}/{states}.csv",
    log:
        "logs/mines_time/{size}_{states}.log",
    threads: ALONE
    resources:
        mem_mb=1000,
        runtime=120,
    params:
        repeats=MINES["repeats"],
        timeout=MINES["timeout"],
        cardinality=MINES["cardinality"],
        solver=MINES["solver"],
        code=sources("minesweeper time"),
    shell:
        "minesweeper time {input} --repeats {params.repeats} --timeout {params.timeout} "
        "--cardinality {params.cardinality} --solver {params.solver} -o {output} 2> {log}"


rule mines_games:
    """Let a player play random games."""
    output:
        "results/minesweeper/games/{rows}x{cols}_{mines}/{method}_{guess}.csv",
    log:
        "logs/mines_games/{rows}x{cols}_{mines}_{method}_{guess}.log",
    resources:
        mem_mb=500,
        runtime=120,
    params:
        seed=config["seed"],
        games=MINES["games"],
        code=sources("minesweeper games"),
    shell:
        "minesweeper games --rows {wildcards.rows} --cols {wildcards.cols} "
        "--mines {wildcards.mines} --seed {params.seed} --count {params.games} "
        "--method {wildcards.method} --guess {wildcards.guess} -o {output} 2> {log}"


rule mines_methods_table:
    """Set what each method decides beside what its player wins."""
    input:
        decided=MINES_DECIDED,
        games=MINES_GAMES,
    output:
        **tabled("minesweeper", "Minesweeper", "Methods"),
    log:
        "logs/mines_methods_table.log",
    params:
        games=lambda wildcards, input: " ".join(
            f"--games {path}" for path in input.games
        ),
        to=each_output,
        code=sources("minesweeper table methods"),
    shell:
        "minesweeper table methods {input.decided} {params.games} {params.to} 2> {log}"


rule mines_procedures_table:
    """Set the procedures for backbones side by side."""
    input:
        MINES_TIMES,
    output:
        **tabled("minesweeper_procedures", "Minesweeper", "Backbone procedures"),
    log:
        "logs/mines_procedures_table.log",
    params:
        to=each_output,
        code=sources("minesweeper table procedures"),
    shell:
        "minesweeper table procedures {input} {params.to} 2> {log}"


rule mines_growth_table:
    """Tell how times grow with the board."""
    input:
        decided=GROWTH_DECIDED,
        times=GROWTH_TIMES,
    output:
        **tabled("minesweeper_growth", "Minesweeper", "Growth"),
    log:
        "logs/mines_growth_table.log",
    params:
        times=lambda wildcards, input: " ".join(
            f"--times {path}" for path in input.times
        ),
        to=each_output,
        code=sources("minesweeper table growth"),
    shell:
        "minesweeper table growth {input.decided} {params.times} {params.to} 2> {log}"


rule mines_methods_figure:
    """Draw what each method decides, and what its player wins."""
    input:
        rules.mines_methods_table.output.csv,
    output:
        drawn("figures/minesweeper", "Minesweeper", "Methods"),
    log:
        "logs/mines_methods_figure.log",
    params:
        to=each_output,
        code=sources("minesweeper figure methods"),
    shell:
        "minesweeper figure methods {input} {params.to} 2> {log}"


rule mines_procedures_figure:
    """Draw the calls and times of the procedures for backbones."""
    input:
        rules.mines_procedures_table.output.csv,
    output:
        drawn("figures/minesweeper_procedures", "Minesweeper", "Backbone procedures"),
    log:
        "logs/mines_procedures_figure.log",
    params:
        to=each_output,
        code=sources("minesweeper figure procedures"),
    shell:
        "minesweeper figure procedures {input} {params.to} 2> {log}"


rule mines_growth_figure:
    """Draw how times grow with the board."""
    input:
        rules.mines_growth_table.output.csv,
    output:
        drawn("figures/minesweeper_growth", "Minesweeper", "Growth"),
    log:
        "logs/mines_growth_figure.log",
    params:
        to=each_output,
        code=sources("minesweeper figure growth"),
    shell:
        "minesweeper figure growth {input} {params.to} 2> {log}"


rule minesweeper_audit:
    """Measure what the thesis claims, state by state."""
    input:
        "results/minesweeper/states/{size}/{states}.csv",
    output:
        "results/minesweeper/audit/{size}/{states}.csv",
    log:
        "logs/minesweeper_audit/{size}_{states}.log",
    # Its clock wants the machine for itself, like that of rule time.
    threads: ALONE
    params:
        solver=MINES["solver"],
        code=sources("minesweeper audit"),
    shell:
        "minesweeper audit {input} --solver {params.solver} -o {output} 2> {log}"


rule minesweeper_constraints:
    """Tell what each constraint decides by itself."""
    output:
        "results/minesweeper/constraints.csv",
    log:
        "logs/minesweeper_constraints.log",
    params:
        code=sources("minesweeper constraints"),
    shell:
        "minesweeper constraints -o {output} 2> {log}"


rule minesweeper_audit_table:
    """Sum up the audit, size by size."""
    input:
        expand(
            "results/minesweeper/audit/{size}/{states}.csv",
            size=MINES_AUDITED,
            states=MINES["audit"]["states"],
        ),
    output:
        "results/tables/minesweeper_audit.csv",
    log:
        "logs/minesweeper_audit_table.log",
    params:
        code=sources("minesweeper table audit"),
    shell:
        "minesweeper table audit {input} -o {output} 2> {log}"


rule minesweeper_claims:
    """Judge the thesis's claims."""
    input:
        rules.minesweeper_audit_table.output,
        rules.minesweeper_constraints.output,
    output:
        **tabled("minesweeper_claims", "Minesweeper", "Claims and verdicts"),
    log:
        "logs/minesweeper_claims.log",
    params:
        to=each_output,
        code=sources("minesweeper claims"),
    shell:
        "minesweeper claims {input} {params.to} 2> {log}"


rule mines_environment:
    """Write versions, machine, date, and where and with what the rows of times were made."""
    input:
        MINES_TIMES,
        GROWTH_TIMES,
    output:
        "results/minesweeper/environment.json",
    log:
        "logs/mines_environment.log",
    localrule: True
    params:
        config=json.dumps(config),
    shell:
        "python -m puzzlesat.report.provenance environment {params.config:q} {output} {input} 2> {log}"


rule minesweeper:
    """The study of Minesweeper: its tables and figures."""
    input:
        rules.mines_methods_table.output,
        rules.mines_procedures_table.output,
        rules.mines_growth_table.output,
        rules.minesweeper_claims.output,
        rules.mines_methods_figure.output,
        rules.mines_procedures_figure.output,
        rules.mines_growth_figure.output,
        rules.mines_environment.output,
