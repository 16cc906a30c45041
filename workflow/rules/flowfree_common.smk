# What the rules of the study of Flow Free share: its configuration, checked, and its files.

import shlex

from puzzlesat.flowfree.studies.audit import check_solvers
from puzzlesat.flowfree.studies.rows import EXTERNAL, SAT, check_methods
from puzzlesat.flowfree.solve.external import words_of
from puzzlesat.flowfree.solve.generate import check_room

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
        check_solvers(FLOW["audit"]["solvers"], FLOW["audit"]["timeout"])
        if not FLOW_PUZZLES and min(FLOW["sizes"]) > FLOW["audit"]["largest"]:
            raise InputError(
                "config: no size in flowfree.sizes is up to flowfree.audit.largest"
            )
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
# What the post's claims are put to the test on, and its table as printed.
FLOW_AUDITED = FLOW_PUZZLES or expand(
    "results/flowfree/puzzles/n{n}.csv",
    n=[n for n in FLOW["sizes"] if n <= FLOW["audit"]["largest"]],
)
FLOW_POST = ROOT / "reference/published/flowfree_post.csv"
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
