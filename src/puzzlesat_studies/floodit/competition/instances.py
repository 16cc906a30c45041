"""The instances of the paper, and the description that the SAT Competitions require."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from puzzlesat.common.files import atomic_write, sha256
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.instance import Instance
from puzzlesat_studies.core.study import Item, Record, Row, column
from puzzlesat_studies.floodit.competition.study import STUDY, PaperInstances

if TYPE_CHECKING:
    import pandas as pd


class InstanceKey(Row):
    """The instance of a board."""

    name: str
    n: int
    k: int
    m: int
    seed: int
    board: int


class WrittenInstance(InstanceKey):
    """A written instance."""

    name: str = column("name of the file")
    variables: int
    clauses: int
    bytes: int
    compressed_bytes: int
    sha256: str
    seconds: float = column("wall-clock time to write the file")


def sampled_instance(seed: int, n: int, k: int, i: int, m: int) -> Instance:
    """Return the instance of board i of the sample of (seed, n, k), with m moves allowed."""
    origin = f"seed {seed}, n {n}, k {k}, board {i}"
    return Instance(replace(random_board(seed, n, k, i), origin=origin), m)


def write_instance(instance: Instance, path: Path) -> Record:
    """Write an instance, and return sizes, digest and wall-clock seconds as columns.

    The file has the bytes that ``floodit sample … | floodit encode -`` writes.
    """
    command = (
        f"floodit encode - --format auto --board 0 --moves {instance.p} "
        f"--encoding {instance.encoding} --variant {instance.variant}"
    )
    started = monotonic()
    formula = instance.formula()
    with atomic_write(path, binary=True) as file:
        counting_file = _CountingFile(file)
        instance.write(command, counting_file)
    return {
        "variables": formula.variables,
        "clauses": len(formula),
        "bytes": counting_file.bytes,
        "compressed_bytes": path.stat().st_size,
        "sha256": sha256(path),
        "seconds": round(monotonic() - started, 3),
    }


class _CountingFile:
    """A binary file that counts the bytes written to it."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.bytes = 0

    def write(self, content: Any) -> int:
        self.bytes += len(content)
        return int(self.file.write(content))


def instance_items(config: Any) -> list[Item]:
    """Return an item for each instance of the paper."""
    sample = config.competition.instances
    return [
        Item(f"floodit-n{sample.n}-k{sample.k}-m{m}-s{i}", values={"i": i, "m": m})
        for i in range(sample.boards)
        for m in [sample.moves[i % len(sample.moves)]]
    ]


# Alone, as writing uses all cores.
@STUDY.rows(WrittenInstance, "formulas", items=instance_items, alone=True, extra_output=".cnf.xz")
def formulas(
    *, instances: PaperInstances, i: int, m: int, seed: int, extra_output: Path
) -> Iterator[Record]:
    """Write an instance of the paper."""
    n, k = instances.n, instances.k
    key = {"name": extra_output.name, "n": n, "k": k, "m": m, "seed": seed, "board": i}
    yield key | write_instance(sampled_instance(seed, n, k, i, m), extra_output)


def display_instances(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table laid out for reading."""
    import pandas as pd

    return pd.DataFrame(
        {
            "instance": table["name"].str.removeprefix("floodit-").str.removesuffix(".cnf.xz"),
            **table[["n", "k", "m", "seed"]],
            **{name: table[name].map("{:,}".format) for name in ("variables", "clauses")},
            "MB": (table["bytes"] / 1e6).map("{:.1f}".format),
            "xz MB": (table["compressed_bytes"] / 1e6).map("{:.1f}".format),
            "SHA-256": table["sha256"].str[:12] + "…",
            "s": table["seconds"].map("{:.1f}".format),
        }
    )


@STUDY.table(
    WrittenInstance, "instances", rows=formulas, display=display_instances, label="Instances"
)
def instances_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each instance of the paper."""
    return rows


@STUDY.text("instances-description.md", table=instances_table, label="Description of the instances")
def describe_instances(table: pd.DataFrame) -> str:
    """Return the description of the instances that the SAT competitions require."""
    from puzzlesat_studies.core.environment import environment

    return described(
        *("problem", "instances", "made", "cost"),
        **table.iloc[0][["n", "k", "seed"]],
        count=len(table),
        moves=", ".join(map(str, sorted(table["m"].unique()))),
        each=display_instances(table).to_markdown(index=False, tablefmt="pipe"),
        total=table["seconds"].sum(),
        least=table["seconds"].min(),
        most=table["seconds"].max(),
        text=table["bytes"].sum() / 1e9,
        packed=table["compressed_bytes"].sum() / 1e6,
        **environment(),
    )


def described(*parts: str, **values: Any) -> str:
    """Return the parts of a description, with the values at their places."""
    folder = Path(__file__).with_name("descriptions")
    template = "".join((folder / f"{part}.md").read_text(encoding="utf-8") for part in parts)
    return template.format(**values)
