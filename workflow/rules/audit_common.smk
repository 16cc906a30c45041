# What the rules of the audit share: how its files and options are named.

AUDITED = config["audit"]


def rows_of(*experiments):
    """The raw rows of experiments, a file for each n."""
    return [
        f"results/audit/{name}/n{n}.csv"
        for name in experiments
        for n in AUDITED[name]["n_values"]
    ]


def colours_of(experiment):
    """The options for the numbers of colours of an experiment."""
    return " ".join(f"-k {k}" for k in AUDITED[experiment]["k_values"])


def limit(seconds):
    """The option for a time limit, or none."""
    return "" if seconds is None else f"--timeout {seconds}"


# What each table is made of, and what each figure is drawn from.
AUDIT_TABLES = {
    "last": rows_of("last"),
    "needless": rows_of("needless"),
    "overlap": rows_of("clauses"),
    "counts": rows_of("clauses"),
    "quartiles": rows_of("minima", "large"),
    "offsets": rows_of("minima"),
    "fit": rows_of("minima", "large"),
    "growth": rows_of("minima", "large"),
    "searches": rows_of("searches"),
    "clocks": rows_of("clocks"),
    "clocks-summary": ["results/tables/audit-clocks.csv"],
    "table41": rows_of("table41"),
    "table41-summary": ["results/tables/audit-table41.csv"],
    "solvers": rows_of("solvers"),
    "redundant": rows_of("redundant"),
    "forced": rows_of("forced"),
}
AUDIT_FIGURES = {
    name: [f"results/tables/audit-{table}.csv" for table in tables]
    for name, tables in {
        "last": ["last"],
        "needless": ["needless"],
        "quartiles": ["quartiles"],
        "growth": ["quartiles", "fit"],
        "searches": ["searches"],
        "clocks": ["clocks"],
        "table41": ["table41"],
        "solvers": ["solvers"],
        "redundant": ["redundant"],
        "forced": ["forced"],
    }.items()
}
# Times are measured alone: Snakemake lowers this to what --cores allows.
ALONE = 1024
