"""A source text, its claims, and how one of them is judged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from puzzlesat_studies.claims.verdicts import OPEN, NoEvidenceError

if TYPE_CHECKING:
    from pandas import DataFrame

Basis = Literal["measurement", "proof", "foregone", "own table", "none"]
"""What a verdict rests on: see docs/audit.md."""

Origin = Literal["text", "extension"]

Judgement = tuple[str, str]
"""A verdict, and a sentence with the measured numbers, in which line breaks are spaces."""


@dataclass(frozen=True)
class Claim:
    """A claim in a text, as described in the columns of `ClaimVerdict`.

    `tables` gives the path of each table by the parameter of the function that judges the claim.
    """

    name: str
    section: str
    claim: str
    origin: Origin
    basis: Basis
    evidence: Sequence[str]
    tables: Mapping[str, str]
    function: Callable[..., Judgement]

    def judge(self, tables: Mapping[str, DataFrame]) -> Judgement:
        """Return the verdict by the tables, given by their paths, and the sentence."""
        try:
            frames = {name: tables.get(path) for name, path in self.tables.items()}
            if any(frame is None or frame.empty for frame in frames.values()):
                raise NoEvidenceError
            verdict, measured = self.function(**frames)
        except NoEvidenceError:
            paths = ", ".join(self.evidence)
            return OPEN, f"The evidence is missing: no rows of {paths} decide this claim."
        return verdict, " ".join(measured.split())


@dataclass(frozen=True)
class Source:
    """A text with its claims, in the module ``MODULE.py`` of this package."""

    module: str
    name: str
    claims: list[Claim] = field(default_factory=list)

    def claim(
        self,
        name: str,
        section: str,
        evidence: Sequence[str],
        *,
        basis: Basis = "measurement",
        origin: Origin = "text",
        further: Sequence[str] = (),
        claim: str = "",
    ) -> Callable[[Callable[..., Judgement]], Callable[..., Judgement]]:
        """Declare the function that judges a claim; its docstring is the claim, unless given.

        Each table of the evidence, and each `further` table, is the argument that has the name of
        its file.
        """

        def declare(function: Callable[..., Judgement]) -> Callable[..., Judgement]:
            tables = [path for path in (*evidence, *further) if path.endswith(".csv")]
            by_parameter = {Path(path).stem.replace("-", "_"): path for path in tables}
            text = claim or " ".join((function.__doc__ or "").split()).removesuffix(".")
            declared = Claim(name, section, text, origin, basis, evidence, by_parameter, function)
            self.claims.append(declared)
            return function

        return declare


def listed(parts: Iterable[str]) -> str:
    """Return a list in a sentence."""
    return "; ".join(parts) or "none"
