# Instances for the SAT competitions, at full size; `snakemake instances`.
#   results/instances/floodit-n70-k10-m229-s1.cnf.xz   an instance, and beside it its row (.csv)
#   results/attempts/floodit-n70-k10-m229-s1.csv       what a solver made of it within a limit
#   results/tables/instances.csv, .md, .tex            all of them
#   results/instances/description.md                   a page about them

SETS = config["instances"]["sets"]


INSTANCES = {
    instance_name(entry, s): entry for entry in SETS for s in range(entry["boards"])
}


rule instance:
    """Write an instance, and its sizes, digest and seconds; alone, as it takes all cores."""
    output:
        cnf="results/instances/floodit-n{n}-k{k}-m{m}-s{s}{variant}.cnf.xz",
        row="results/instances/floodit-n{n}-k{k}-m{m}-s{s}{variant}.csv",
    log:
        "logs/instances/n{n}_k{k}_m{m}_s{s}{variant}.log",
    wildcard_constraints:
        m=r"\d+",
        s=r"\d+",
        variant=r"(-[a-z]+)*",
    threads: ALONE
    params:
        seed=config["seed"],
        form=lambda wildcards: " ".join(
            f"--{key} {value}"
            for key, value in INSTANCES[
                "floodit-n{n}-k{k}-m{m}-s{s}{variant}".format(**wildcards)
            ].items()
            if key in ("encoding", "reading")
        ),
        code=sources("floodit instance"),
    shell:
        "floodit instance -n {wildcards.n} -k {wildcards.k} --seed {params.seed} "
        "--board {wildcards.s} --moves {wildcards.m} {params.form} --row {output.row} "
        "-o {output.cnf} 2> {log}"


rule attempt:
    """Try to solve an instance within the limit of the configuration."""
    input:
        "results/instances/{name}.cnf.xz",
    output:
        "results/attempts/{name}.csv",
    log:
        "logs/attempts/{name}.log",
    threads: ALONE
    resources:
        mem_mb=8000,
        runtime=120,
    params:
        solver=config["instances"]["solver"],
        timeout=config["instances"]["timeout"],
        code=sources("floodit attempt"),
    shell:
        "floodit attempt {input} --solver {params.solver} --timeout {params.timeout} "
        "-o {output} 2> {log}"


rule instances_table:
    """Gather sizes, digests and seconds, and what the solver found where it was run."""
    input:
        rows=expand("results/instances/{name}.csv", name=INSTANCES),
        attempts=(
            []
            if config["instances"]["timeout"] is None
            else expand("results/attempts/{name}.csv", name=INSTANCES)
        ),
    output:
        csv="results/tables/instances.csv",
        md=shown(
            "results/tables/instances.md",
            "Instances and certificates",
            "Instances",
            "table",
            "instances",
        ),
        tex="results/tables/instances.tex",
    log:
        "logs/instances_table.log",
    params:
        attempts=lambda wildcards, input: " ".join(
            f"--attempt {x}" for x in input.attempts
        ),
        to=each_output,
        code=sources("floodit table instances"),
    shell:
        "floodit table instances {input.rows} {params.attempts} {params.to} 2> {log}"


rule instances_description:
    """Write the page that describes the instances, as the competitions ask for."""
    input:
        rules.instances_table.output.csv,
    output:
        "results/instances/description.md",
    log:
        "logs/instances_description.log",
    params:
        code=sources("floodit describe"),
    shell:
        "floodit describe {input} -o {output} 2> {log}"


rule instances:
    """The instances, their table and their description."""
    input:
        expand("results/instances/{name}.cnf.xz", name=INSTANCES),
        rules.instances_table.output,
        rules.instances_description.output,


include: "hardness.smk"
