"""A claim about a board: how the bundle that proves it is written and verified."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Self

from puzzlesat.common.errors import InputError, error_context
from puzzlesat.proofs import bundle
from puzzlesat.sat.formula import Formula
from puzzlesat.sat.proof import CAKE_LPR, check_installed

Refuted = tuple[Formula, Mapping[str, object]]
"""A formula that must be unsatisfiable, and the comments of its file."""


@dataclass(frozen=True)
class Claim(ABC):
    """A claim about a board and, once its proof is verified, the cost of this proof.

    The board is the attribute with the name `noun`. `check_seconds` is the running time of
    cake_lpr, `search_seconds` the time to find the answer, and `write_seconds` the time to prove it
    and to write all files, without `check_seconds`. The last two are 0 after `verify`.
    """

    form: ClassVar[bundle.ManifestForm]
    noun: ClassVar[str]
    inputs: ClassVar[str]  # the parts of a manifest that determine the refuted formula
    generator: ClassVar[str] = bundle.GENERATOR

    formula_bytes: int = field(default=0, kw_only=True)
    proof_bytes: int = field(default=0, kw_only=True)
    check_seconds: float = field(default=0.0, kw_only=True)
    search_seconds: float = field(default=0.0, kw_only=True)
    write_seconds: float = field(default=0.0, kw_only=True)

    @staticmethod
    @abstractmethod
    def identity(board: Any) -> tuple[object, str]:
        """Return a board up to differences that do not matter, and its size in words."""

    @staticmethod
    def required_files(manifest: bundle.Manifest) -> Sequence[str]:
        """Return the names of the files that a manifest must list."""
        return bundle.FILES

    @classmethod
    @abstractmethod
    def of_manifest(cls, manifest: bundle.Manifest) -> Self:
        """Return the claim of a manifest, still without its solution."""

    @property
    @abstractmethod
    def entries(self) -> Mapping[str, Any]:
        """The claim as in a manifest."""

    @property
    @abstractmethod
    def short_answer(self) -> str:
        """The answer without its board, such as ``minimum 7``."""

    @property
    @abstractmethod
    def answer(self) -> str:
        """The answer as the end of a sentence that begins with the board."""

    @property
    @abstractmethod
    def solution(self) -> list[str] | None:
        """The lines of the solution, if there is one."""

    @abstractmethod
    def with_solution(self, text: str) -> Self:
        """Return the claim with the solution in a text; raise `InputError` if it is wrong."""

    @property
    @abstractmethod
    def formula(self) -> tuple[Formula, str]:
        """The formula whose models are solutions, and its name in messages."""

    @abstractmethod
    def check_model(self, model: Sequence[int]) -> None:
        """Raise `InputError` unless a model of the formula contains the solution."""

    @abstractmethod
    def formula_to_refute(self, model: Sequence[int] | None) -> Refuted:
        """Return the formula that must be unsatisfiable, given the model of the solution."""

    def in_words(self, number: int) -> str:
        """Return a sentence on the verified answer for the board with this number."""
        size = self.identity(getattr(self, self.noun))[1]
        return f"{self.noun} {number} ({size}){self.answer}, {bundle.in_words(self.check_seconds)}"

    def check_expected(self, expected: Any, number: int) -> None:
        """Raise `InputError` unless the claim is about the reader's board with this number."""
        board, size = self.identity(getattr(self, self.noun))
        expected_board, expected_size = self.identity(expected)
        if board != expected_board:
            words = f": {size}, not {expected_size}" if size != expected_size else ""
            noun = self.noun
            raise InputError(f"the evidence is for a {noun} other than {noun} {number}{words}")

    def write_bundle(
        self, folder: Path, model: Sequence[int] | None, refute: Callable[..., float] | None
    ) -> Self:
        """Write a bundle to an empty folder, and return the claim with the cost of its proof.

        `refute` receives `formula_to_refute`. It writes this formula and its proof, has the proof
        checked, and returns the running time of the checker. It is None if there is nothing to
        prove.
        """
        if self.solution is not None and model is not None:
            bundle.write_lines(self.solution, folder / bundle.SOLUTION)
            bundle.write_model(model, folder / bundle.MODEL)
        seconds = refute(*self.formula_to_refute(model)) if refute else 0.0
        manifest = bundle.write_manifest(folder, self.form, self.entries, self.generator)
        return self._with_costs(manifest, seconds)

    @classmethod
    def verify(cls, folder: Path, expected: Any = None, number: int = 0) -> Self:
        """Verify the proof in a folder, starting from its manifest, and return the claim.

        The solution is checked by the rules. The model is checked clause by clause and compared
        with the solution. The formula that must be unsatisfiable is written again and compared with
        the file byte by byte, and cake_lpr checks the proof against the formula just written.

        `expected` is the reader's own board, and `number` its number in messages. Raise
        `InputError` if cake_lpr is not installed, the claim is about another board, or a check
        fails, with the name of the file; or `OSError` if a file cannot be read.
        """
        check_installed(CAKE_LPR)
        manifest = bundle.read_manifest(folder, cls.form, cls.required_files)
        solution_path, model_path, model = folder / bundle.SOLUTION, folder / bundle.MODEL, None
        with error_context(folder / bundle.MANIFEST):
            claim = cls.of_manifest(manifest)
            if expected is not None:
                claim.check_expected(expected, number)
        if solution_path.name in manifest["files"]:
            text = bundle.read_short(solution_path)
            with error_context(solution_path):
                claim = claim.with_solution(text)
        with error_context(folder / bundle.MANIFEST):
            formula = claim.formula
        if solution_path.name in manifest["files"]:
            model = bundle.check_model(model_path, *formula)
            with error_context(model_path):
                claim.check_model(model)
        seconds = 0.0
        if bundle.PROOF in manifest["files"]:
            refuted = claim.formula_to_refute(model)
            seconds = bundle.check_refutation(folder, *refuted, manifest["generator"], cls.inputs)
        return claim._with_costs(manifest, seconds)

    def _with_costs(self, manifest: bundle.Manifest, seconds: float) -> Self:
        formula, proof = bundle.sizes(manifest)
        return replace(self, formula_bytes=formula, proof_bytes=proof, check_seconds=seconds)
