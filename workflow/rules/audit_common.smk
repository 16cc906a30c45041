# What the rules of the audit share: their commands and options, and what tables are made of.

AUDITED = config["audit"]
TIMED_ALONE = ["searches", "clocks", "table41", "solvers", "redundant"]
SOLVED = ["last", "needless", "searches", "clocks", "forced"]


def rows_of(*experiments):
    """The raw rows of experiments, a file for each n."""
    return [
        f"results/audit/{name}/n{n}.csv"
        for name in experiments
        for n in AUDITED[name]["n_values"]
    ]


def audit_command(wildcards):
    """The name of the command that makes an experiment's rows."""
    return {"large": "minima"}.get(wildcards.experiment, wildcards.experiment)


def audit_options(wildcards):
    """The options that the configuration gives to an experiment."""
    given = AUDITED[wildcards.experiment]
    solvers = given.get(
        "solvers", [config["solver"]] * (wildcards.experiment in SOLVED)
    )
    words = [f"-k {k}" for k in given["k_values"]]
    words += [f"--seed {config['seed']}", f"--boards {given['boards']}"]
    words += [f"--solver {name}" for name in solvers]
    words += [
        f"--{key} {given[key]}"
        for key in ("repeats", "timeout")
        if given.get(key) is not None
    ]
    return " ".join(words)


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
