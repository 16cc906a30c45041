"""What the rules of the workflow look up: the configuration, and the steps of all studies.

A generic rule runs all steps of one kind. Its wildcard `stem` is the path of a step's output
without the ending, such as ``results/competition/hardness``; of an item of rows, it is below that
of the step, such as ``results/frontier/outcomes/n10_k3``.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import Any

from pydantic import Field, create_model
from snakemake.exceptions import WorkflowError

from puzzlesat.common.errors import InputError
from puzzlesat.sat.solver import check_solver
from puzzlesat_studies.core.params import (
    Params,
    Text,
    check_solvers,
    merge,
    parse_strings,
    validate,
)
from puzzlesat_studies.core.run import load_study, resolve_text
from puzzlesat_studies.core.study import Files, Kind, Step, Study

VERSION = version("puzzlesat")
"""A parameter of all rules that sample, solve, measure, tabulate or draw.

Snakemake tracks their scripts, but not the modules that these import, so another version makes all
results again.
"""


class Shared(Params):
    """The keys that all studies share."""

    seed: int = Field(
        2020,
        ge=0,
        description="The seed of all random boards. Board i of size n with k colours depends only "
        "on (seed, n, k, i).",
    )
    solver: str = Field(
        "minisat22",
        min_length=1,
        description="The SAT solver: its PySAT name, such as minisat22 (the thesis's solver), "
        "glucose42 or cadical195, or the path of a program (docs/experiments.md).",
    )
    studies: list[Text] = Field(
        [],
        description="Studies of your own: paths of Python files that each declare one (docs/"
        "studies.md).",
    )


def config_model(studies: Iterable[Study]) -> type[Params]:
    """Return the model of the whole configuration."""
    sections: dict[str, Any] = {
        study.name: (study.params, Field(study.params(), description=study.about))
        for study in studies
    }
    return create_model("Config", __base__=Shared, **sections)


class Workflow:
    """The studies of a workflow, with a valid configuration.

    Parameters
    ----------
    modules : sequence of str
        The modules of the studies in this package, such as ``floodit.competition``.
    overrides : mapping
        The values that differ from the defaults, or all values.

    Raises
    ------
    InputError
        If a key is unknown or its value is invalid.
    """

    def __init__(self, modules: Sequence[str], overrides: Mapping[str, Any]) -> None:
        own = overrides.get("studies", [])
        own = [path for path in own if isinstance(path, str)] if isinstance(own, list) else []
        self.studies: dict[str, Study] = {}
        for module in (*modules, *own):
            study = load_study(module)
            if study.name in self.studies:
                raise InputError(f"config: studies: {module}: there is another study {study.name}")
            self.studies[study.name] = study
        model = config_model(self.studies.values())
        values = merge(model().model_dump(), parse_strings(dict(overrides), model))
        self.config: Any = validate(model, values)
        self.steps = {
            (step.kind, step.stem): step
            for study in self.studies.values()
            for step in study.steps.values()
        }

    def check_solver(self) -> None:
        """Raise `InputError` unless the thesis's solver exists and supports the time limit."""
        limit = self.config.thesis.wins.wall_limit
        check_solvers([self.config.solver], None, "solver")
        try:
            check_solver(self.config.solver, limit)
        except InputError as error:
            raise InputError(
                f"config: thesis.wins.wall_limit is {limit:g}: {error}, or set wall_limit: null"
            ) from None

    def caption(self, step: Step) -> str:
        """Return the caption of a figure or a text in the report."""
        return resolve_text(step.note, step.values(self.config, step.item(self.config, "")))

    def outputs(self, name: str) -> list[str]:
        """Return all files that a study makes, and the record of their provenance."""
        study = self.studies[name]
        return [*study.outputs(self.config), f"results/{name}/environment.json"]

    def config_of(self, name: str) -> dict[str, Any]:
        """Return the keys that all studies share, and the sections that a study needs."""
        study = self.studies[name]
        names = {*Shared.model_fields, *(section.name for section in (study, *study.uses))}
        return self.config.model_dump(include=names)

    def timed_rows(self, name: str) -> list[str]:
        """Return the files of a study whose rows name the machine that measured them."""
        return [
            path
            for step in self.studies[name].steps.values()
            if step.row is not None
            and step.needed(self.config)
            and {"host", "version"} <= step.row.model_fields.keys()
            for path in step.files(self.config).paths
        ]


def named_files(values: Any) -> list[str]:
    """Return the files among the words of some values, with a slash or the ending ``.py``.

    Such words are the paths of solvers, of the files among their arguments, and of encodings.
    """
    match values:
        case str():
            words = [word for word in values.split() if "/" in word or word.endswith(".py")]
            return [word for word in words if Path(word).is_file()]
        case dict():
            return named_files([*values.values()])
        case list() | tuple():
            return [path for value in values for path in named_files(value)]
    return []


class StepRule:
    """The inputs, parameters and resources of the generic rule for the steps of one kind.

    The methods are the functions that Snakemake calls with the wildcards of a job.
    """

    def __init__(self, workflow: Workflow, kind: Kind) -> None:
        self.workflow = workflow
        self.kind = kind

    def stems(self, *, alone: bool = False, extra_output: str = "", reported: bool = False) -> str:
        """Return a regular expression for the stems of the steps that one rule runs.

        A text is in the report if it has a caption (`reported`).
        """
        stems = [
            re.escape(step.stem) + "/.+" * (step.items is not None)
            for step in self.workflow.steps.values()
            if (step.kind, step.alone, step.extra_output) == (self.kind, alone, extra_output)
            and (self.kind != "text" or bool(step.note) == reported)
        ]
        return "|".join(stems) or "(?!)"  # matches nothing

    def _step(self, wildcards: Any) -> tuple[Step, str]:
        """Return the step of a job, and the name of its item, or no name."""
        stem = PurePosixPath(wildcards.stem)
        for folder in (stem, *stem.parents):
            if step := self.workflow.steps.get((self.kind, str(folder))):
                return step, str(stem.relative_to(folder)) if folder != stem else ""
        raise LookupError(f"no step makes {stem}")

    def _inputs(self, wildcards: Any) -> dict[str, Files]:
        step, item = self._step(wildcards)
        try:
            step.study.check(self.workflow.config)
            return step.input_files(self.workflow.config, step.item(self.workflow.config, item))
        except InputError as error:
            raise WorkflowError(str(error)) from None

    def inputs(self, wildcards: Any) -> dict[str, Sequence[str]]:
        """Return the input files of a step by name; Snakemake reserves some names without `of_`.

        The programs of solvers and the encodings that the step's values name are `programs`.
        """
        files = {f"of_{name}": files.paths for name, files in self._inputs(wildcards).items()}
        return files | {"programs": named_files(self.values(wildcards))}

    @property
    def params(self) -> dict[str, Any]:
        """The parameters that each rule has; its output is made again if one of them changes."""
        return {
            "step": self.step,
            "values": self.values,
            "models": self.models,
            "version": VERSION,
        }

    def step(self, wildcards: Any) -> tuple[str, str, str]:
        """Return the module of the study, and the kind and the name of the step."""
        step, _ = self._step(wildcards)
        return step.study.module, step.kind, step.name

    def values(self, wildcards: Any) -> dict[str, Any]:
        """Return the values on which the output depends."""
        step, item = self._step(wildcards)
        return step.plain_values(self.workflow.config, step.item(self.workflow.config, item))

    def models(self, wildcards: Any) -> dict[str, str]:
        """Return the places of the models of rows, by the names of the inputs that have one."""
        rows = {name: files.row for name, files in self._inputs(wildcards).items()}
        return {name: f"{row.__module__}:{row.__qualname__}" for name, row in rows.items() if row}

    def mem_mb(self, wildcards: Any, attempt: int) -> int:
        """Return the memory of a job; a retry gets twice as much."""
        memory = self._step(wildcards)[0].mem_mb
        initial = memory(self.workflow.config) if callable(memory) else memory
        return initial * 2 ** (attempt - 1)

    def minutes(self, wildcards: Any, attempt: int) -> int:
        """Return the run time of a job; a retry gets twice as much."""
        return self._step(wildcards)[0].minutes * 2 ** (attempt - 1)

    def category(self, wildcards: Any) -> str:
        """Return the category of a result in the report."""
        return self._step(wildcards)[0].study.category

    def labels(self, wildcards: Any) -> dict[str, str]:
        """Return the labels of a result in the report."""
        step, item = self._step(wildcards)
        config = self.workflow.config
        title = resolve_text(step.title, step.values(config, step.item(config, item)))
        return {"item": step.label or title or step.name, "kind": self.kind}

    def caption(self, wildcards: Any) -> str:
        """Return the caption of a figure in the report."""
        return self.workflow.caption(self._step(wildcards)[0])
