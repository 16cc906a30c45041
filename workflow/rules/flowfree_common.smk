# What the rules of the study of Flow Free share: its configuration, checked, and its files.

import shlex

from puzzlesat.flowfree.experiment import EXTERNAL, SAT, check_methods
from puzzlesat.flowfree.external import words_of
from puzzlesat.flowfree.generate import check_room

FLOW = config["flowfree"]
FLOW_PUZZLES = (
    sorted(Path(FLOW["published"]).glob("puzzles/*.txt")) if FLOW["published"] else []
)


def flows(n):
    """How many flows an n×n puzzle gets."""
    return max(1, round(FLOW["flows_per_row"] * int(n)))


def check_flowfree():
    """Stop with one sentence if the study's configuration is not right."""
    try:
        check_methods(
            FLOW["methods"],
            config["solver"],
            FLOW["timeout"],
            words_of(FLOW["external"] or ""),
        )
        for n in FLOW["sizes"]:
            check_room(n, n, flows(n))
        if FLOW["methods"][0] not in SAT:
            raise InputError("config: flowfree.methods should begin with a SAT method")
        if FLOW["published"] and not FLOW_PUZZLES:
            raise InputError(
                f"no puzzles/*.txt in flowfree.published, {FLOW['published']}"
            )
    except InputError as error:
        raise WorkflowError(str(error)) from None


check_flowfree()
FLOW_GENERATED = expand("results/flowfree/times/n{n}.csv", n=FLOW["sizes"])
FLOW_GIVEN = ["results/flowfree/times/given.csv"] if FLOW["published"] else []
FLOW_TABLE = f"{FLOW['published']}/published.csv" if FLOW["published"] else []
# What the printed table lists: the first method and, beside published numbers, the first one that
# solves the published formula.
FLOW_PRINTED = (
    FLOW["methods"][:1]
    + [
        name
        for name in FLOW["methods"][1:]
        if FLOW["published"] and name.startswith("published/")
    ][:1]
)


def flow_options():
    """The options of `flowfree time` that the configuration sets."""
    given = {"--repeats": FLOW["repeats"], "--solver": config["solver"]}
    given |= {"--timeout": FLOW["timeout"]} if FLOW["timeout"] is not None else {}
    given |= {"--external": FLOW["external"]} if EXTERNAL in FLOW["methods"] else {}
    words = [word for item in given.items() for word in map(str, item)]
    return shlex.join(
        words + [word for name in FLOW["methods"] for word in ("--method", name)]
    )
