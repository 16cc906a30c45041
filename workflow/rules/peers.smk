# Beyond the thesis: our methods and other people's solvers on the same boards.
#   results/peers/clingo.csv            raw rows of a method, one for each board
#   results/tables/peers.csv, .md       answers, time and memory; a contradiction is an error

RIVALS = config["peers"]


rule peer:
    """Have one method prove the boards, alone on the machine."""
    input:
        expand(
            "results/boards/n{n}_k{k}/0-{last}.csv",
            n=RIVALS["n_values"],
            k=RIVALS["k_values"],
            last=RIVALS["boards"] - 1,
        ),
    output:
        "results/peers/{name}.csv",
    log:
        "logs/peer/{name}.log",
    threads: ALONE
    resources:
        mem_mb=4500,
        runtime=120,
    params:
        contender=lambda wildcards: contender(wildcards.name),
        timeout=RIVALS["timeout"],
        code=sources("floodit prove"),
    shell:
        "floodit prove {input} {params.contender:q} --timeout {params.timeout} -o {output} 2> {log}"


PEERS = expand(
    "results/peers/{name}.csv",
    name=[*RIVALS["methods"], *(program["name"] for program in RIVALS["programs"])],
)


rule peers:
    """Set all methods side by side."""
    input:
        PEERS,
    output:
        **tabled("peers", "Beyond the thesis", "Other solvers"),
    log:
        "logs/peers.log",
    params:
        to=each_output,
        code=sources("floodit table peers"),
    shell:
        "floodit table peers {input} {params.to} 2> {log}"
