# The study of Minesweeper: methods of deduction, games, and the thesis's claims.
#   results/minesweeper/states/16x30_99/500.csv     random states of a size, and their boards
#   results/minesweeper/decided/16x30_99/500.csv    the fields that each method decides in each state
#   results/minesweeper/times/16x30_99/50.csv       times and calls of each backbone procedure
#   results/minesweeper/games/16x30_99/METHOD_GUESS.csv   games, one row each
#   results/minesweeper/audit/16x30_99/60.csv       measurements for the thesis's claims, a row per state
#   results/minesweeper/constraints.csv             every possible constraint, by what it determines
#   results/minesweeper/optima/4x4.csv              perfect play for all numbers of mines on a board
#   results/minesweeper/needs/16x30_96.csv          the weakest method that solves each random board
# Tables in results/minesweeper and figures in figures/minesweeper are declared below.
# Win rates of the compiled player (minesweeper_games):
#   results/minesweeper/wins/16x30_99/safe_both/0-9999.csv   totals of games, a row for each chunk

from puzzlesat_studies.minesweeper.config import share_of

MINES = study("minesweeper", "Minesweeper", prefix="mines_")
MINES_SIZES = [f"{rows}x{cols}_{mines}" for rows, cols, mines in MINES["sizes"]]
MINES_GROWTH = [f"{n}x{n}_{n * n // 5}" for n in MINES["growth"]["n_values"]]
MINES_AUDITED = [f"{rows}x{cols}_{mines}" for rows, cols, mines in MINES["audit"]["sizes"]]
MINES_BOARDS = [f"{rows}x{cols}" for rows, cols in MINES["optimum"]["boards"]]
MINES_NEEDS = [
    f"{rows}x{cols}_{share_of(rows, cols, percent)}"
    for rows, cols in MINES["logic"]["shapes"]
    for percent in MINES["logic"]["percents"]
]
MINES_METHODS = ["single", "pairs", "total", "backbone", "backbone_total"]


wildcard_constraints:
    rows=r"\d+",
    cols=r"\d+",
    mines=r"\d+",
    states=r"\d+",
    method="|".join(MINES_METHODS),
    guess="exact|ahead|random",
    start="unprotected|safe|opening",
    strategy="safest|ahead|solving|both",


rule mines_states:
    """Draw random states; a state depends only on the seed, the size and its number."""
    output:
        "results/minesweeper/states/{rows}x{cols}_{mines}/{states}.csv",
    params:
        options=flags({}, seed=config["seed"]),
    shell:
        "minesweeper generate --rows {wildcards.rows} --cols {wildcards.cols} "
        "--mines {wildcards.mines} {params.options} --count {wildcards.states} -o {output} 2> {log}"


rule mines_decide:
    """Run every method on each state, and check it by counting and the board; timed, so alone."""
    input:
        "results/minesweeper/states/{size}/{states}.csv",
    output:
        "results/minesweeper/decided/{size}/{states}.csv",
    threads: ALONE
    shell:
        "python -m puzzlesat_studies minesweeper decide {input} -o {output} 2> {log}"


rule mines_time:
    """Time all procedures for backbones, counterbalanced, alone on the machine."""
    input:
        "results/minesweeper/states/{size}/{states}.csv",
    output:
        "results/minesweeper/times/{size}/{states}.csv",
    threads: ALONE
    resources:
        runtime=120,
    params:
        options=flags(MINES, "repeats", "timeout", "cardinality", "solver"),
    shell:
        "python -m puzzlesat_studies minesweeper time {input} {params.options} -o {output} 2> {log}"


rule mines_games:
    """Let a player play random games."""
    output:
        "results/minesweeper/games/{rows}x{cols}_{mines}/{method}_{guess}.csv",
    resources:
        runtime=120,
    params:
        options=flags({}, seed=config["seed"], count=MINES["games"]),
    shell:
        "python -m puzzlesat_studies minesweeper games --rows {wildcards.rows} --cols {wildcards.cols} "
        "--mines {wildcards.mines} --method {wildcards.method} --guess {wildcards.guess} "
        "{params.options} -o {output} 2> {log}"


rule mines_audit:
    """Measure the quantities of the thesis's claims for each state; timed, so alone."""
    input:
        "results/minesweeper/states/{size}/{states}.csv",
    output:
        "results/minesweeper/audit/{size}/{states}.csv",
    threads: ALONE
    params:
        solver=MINES["solver"],
    shell:
        "python -m puzzlesat_studies minesweeper audit {input} --solver {params.solver} -o {output} 2> {log}"


rule mines_constraints:
    """Classify every possible constraint by what it determines on its own."""
    output:
        "results/minesweeper/constraints.csv",
    shell:
        "python -m puzzlesat_studies minesweeper constraints -o {output} 2> {log}"


rule mines_optima:
    """Find the probability of winning under perfect play; with a time limit, so alone."""
    output:
        "results/minesweeper/optima/{rows}x{cols}.csv",
    threads: ALONE
    resources:
        mem_mb=MINES["optimum"]["memory"] + 500,
        runtime=120,
    params:
        options=flags(MINES["optimum"], "timeout", "memory"),
    shell:
        "python -m puzzlesat_studies minesweeper optima --rows {wildcards.rows} --cols {wildcards.cols} "
        "{params.options} -o {output} 2> {log}"


rule mines_needs:
    """Find the weakest method that solves each of some random boards."""
    output:
        "results/minesweeper/needs/{rows}x{cols}_{mines}.csv",
    params:
        options=flags({}, seed=config["seed"], count=MINES["logic"]["boards"]),
    shell:
        "python -m puzzlesat_studies minesweeper needs --rows {wildcards.rows} --cols {wildcards.cols} "
        "--mines {wildcards.mines} {params.options} -o {output} 2> {log}"


GROWN = {"size": MINES_GROWTH, "states": MINES["growth"]["states"]}
MINES_DECIDED = expand(rules.mines_decide.output, size=MINES_SIZES, states=MINES["states"])
GROWTH_DECIDED = expand(rules.mines_decide.output, **GROWN)
MINES_TIMES = expand(rules.mines_time.output, size=MINES_SIZES, states=MINES["timed"])
GROWTH_TIMES = expand(rules.mines_time.output, **GROWN)
GAMES = "results/minesweeper/games/{size}/{method}_{guess}.csv"
MINES_GAMES = [
    *expand(GAMES, size=MINES_SIZES, method=MINES_METHODS, guess=["exact", "random"]),
    *expand(GAMES, size=MINES_SIZES, method="backbone_total", guess="ahead"),
]
OPTIMA = expand("results/minesweeper/optima/{board}.csv", board=MINES_BOARDS)
NEEDS = sorted({f"results/minesweeper/needs/{size}.csv" for size in MINES_NEEDS})


rule mines_audit_table:
    """Summarize the audit, size by size."""
    input:
        expand(rules.mines_audit.output, size=MINES_AUDITED, states=MINES["audit"]["states"]),
    output:
        "results/minesweeper/audit.csv",
    shell:
        "python -m puzzlesat_studies minesweeper table audit {input} {params.to} 2> {log}"


declare("table", "minesweeper", "procedures", MINES_TIMES, "Backbone procedures", "procedures")
declare("table", "minesweeper", "optimum", OPTIMA, "Perfect play", "optimum")
declare("table", "minesweeper", "no-guess", NEEDS, "Logic that boards need", "no-guess")
for name, item in (
    ("methods", "Methods"),
    ("procedures", "Backbone procedures"),
    ("growth", "Growth"),
    ("optimum", "Perfect play"),
    ("no-guess", "Logic that boards need"),
):
    declare("figure", "minesweeper", name, f"results/minesweeper/{name}.csv", item)
declare("table", "minesweeper", "methods", MINES_DECIDED, "Methods", "methods", games=MINES_GAMES)
declare("table", "minesweeper", "growth", GROWTH_DECIDED, "Growth", "growth", times=GROWTH_TIMES)


rule minesweeper:
    """The study of Minesweeper: its tables and figures."""
    input:
        declared("minesweeper"),
        record("minesweeper", times=MINES_TIMES + GROWTH_TIMES),


MINES_WINS = MINES["wins"]


rule mines_wins:
    """Let the compiled player play a chunk of the games."""
    output:
        "results/minesweeper/wins/{rows}x{cols}_{mines}/{start}_{strategy}/{first}-{last}.csv",
    resources:
        runtime=120,
    params:
        seed=config["seed"],
        games=chunk_size,
    shell:
        "python -m puzzlesat_studies minesweeper wins --rows {wildcards.rows} --cols {wildcards.cols} "
        "--mines {wildcards.mines} --start {wildcards.start} "
        "--strategy {wildcards.strategy} --seed {params.seed} --first {wildcards.first} "
        "--count {params.games} -o {output} 2> {log}"


MINES_WINS_ROWS = expand(
    "results/minesweeper/wins/{size}/{start}_{strategy}/{piece}.csv",
    size=[f"{rows}x{cols}_{mines}" for rows, cols, mines in MINES_WINS["sizes"]],
    start=MINES_WINS["starts"],
    strategy=MINES_WINS["strategies"],
    piece=[
        f"{first}-{min(first + MINES_WINS['chunk'], MINES_WINS['games']) - 1}"
        for first in range(0, MINES_WINS["games"], MINES_WINS["chunk"])
    ],
)
PUBLISHED = ROOT / "reference/published/minesweeper.csv"
declare(
    *("table", "minesweeper", "wins", MINES_WINS_ROWS, "Games won", "wins"), published=PUBLISHED
)
declare("figure", "minesweeper", "wins", "results/minesweeper/wins.csv", "Games won")


rule minesweeper_games:
    """Win rates of the compiled player: table and figure."""
    input:
        [path for path in declared("minesweeper") if Path(path).stem == "wins"],
