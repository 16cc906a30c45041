"""What the rules of the workflow look up: the configuration, and the steps of all studies.

A generic rule runs all steps of one kind. Its wildcard `stem` is the path of a step's output
without the name of an item and the ending, such as ``results/hardness/hardness``.
"""

import json
import re
import shlex
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field, create_model
from snakemake.exceptions import WorkflowError

import puzzlesat_studies
from puzzlesat.common.errors import InputError
from puzzlesat_studies.core.params import Params, check_size, merge, parse_strings, validate
from puzzlesat_studies.core.provenance import step_digest
from puzzlesat_studies.core.run import load_study, params_file, resolve_text
from puzzlesat_studies.core.study import Kind, Step, Study

PACKAGE = Path(puzzlesat_studies.__file__).parent
"""The folder of the modules of studies."""


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


def config_model(studies: Iterable[Study]) -> type[Params]:
    """Return the model of the whole configuration."""
    sections: dict[str, Any] = {
        study.name: (study.params, Field(study.params(), description=study.about))
        for study in studies
    }
    return create_model("Config", __base__=Shared, **sections)


def _check_listed(keys: Collection[str]) -> None:
    """Raise `InputError` if a file declares a study of one of these names that is not listed."""
    for path in sorted(PACKAGE.rglob("*.py")):
        declared = re.search(r'(?m)^STUDY = Study\(\s*"(\w+)"', path.read_text(encoding="utf-8"))
        if declared and declared[1] in keys:
            module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
            raise InputError(
                f"config: the study {declared[1]} is not listed; add "
                f'"{module.removesuffix(".__init__")}" to MODULES in {PACKAGE / "__init__.py"}'
            )


class Workflow:
    """The studies of a workflow, with a valid configuration.

    Parameters
    ----------
    modules : sequence of str
        The modules of the studies in this package, such as ``floodit.hardness``.
    given : mapping
        The values that differ from the defaults, or all values.

    Raises
    ------
    InputError
        If a key is unknown or its value is invalid.
    """

    def __init__(self, modules: Sequence[str], overrides: Mapping[str, Any]) -> None:
        self.studies = {study.name: study for study in map(load_study, modules)}
        model = config_model(self.studies.values())
        check_size(overrides)
        if unknown_keys := overrides.keys() - model.model_fields.keys():
            _check_listed(unknown_keys)
        values = merge(model().model_dump(), parse_strings(dict(overrides), model))
        self.config: Any = validate(model, values)
        self.steps = {
            (step.kind, step.stem): step
            for study in self.studies.values()
            for step in study.steps.values()
        }

    def write_params(self, prefix: str = "") -> None:
        """Write the parameters of each study into a file, if it does not have these yet.

        The prefix is that of all files if another workflow uses this one as a module.
        """
        for study in self.studies.values():
            names = {"seed", "solver", *(section.name for section in (study, *study.uses))}
            content = json.dumps(self.config.model_dump(include=names), indent=1) + "\n"
            path = Path(f"{prefix}{params_file(study)}")
            if not path.exists() or path.read_text(encoding="utf-8") != content:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(content, encoding="utf-8")

    def values(self, step: Step, item: str = "") -> dict[str, Any]:
        """Return the values of the configuration on which the output of a step depends."""
        return step.values(self.config, step.item(self.config, item))

    def triggers(self, step: Step, item: str = "") -> str:
        """Return these values as JSON; a change of it remakes the output.

        An item with a value of its own, such as n, does not depend on the lists of all values, such
        as ``n_values``: another item remakes no file of this one.
        """
        own_values = step.item(self.config, item).values
        list_keys = {f"{name}{ending}" for name in own_values for ending in ("s", "_values")}
        return json.dumps(
            self.values(step, item),
            default=lambda value: value.model_dump(exclude=list_keys),
            sort_keys=True,
        )

    def caption(self, step: Step) -> str:
        """Return the caption of a figure or a text in the report."""
        return resolve_text(step.note, self.values(step))

    def outputs(self, name: str) -> list[str]:
        """Return all files that a study makes, and the record of their provenance."""
        study = self.studies[name]
        return [*study.outputs(self.config), f"results/{name}/environment.json"]

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


class StepRule:
    """The inputs, parameters and resources of the generic rule for the steps of one kind.

    The methods are the functions that Snakemake calls with the wildcards of a job.
    """

    def __init__(self, workflow: Workflow, kind: Kind) -> None:
        self.workflow = workflow
        self.kind = kind

    def stems(
        self,
        *,
        items: bool = False,
        alone: bool = False,
        extra_output: str = "",
        reported: bool = False,
    ) -> str:
        """Return a regular expression for the stems of the steps that one rule runs.

        A text is in the report if it has a caption (`reported`).
        """
        traits = self.kind, items, alone, extra_output
        stems = [
            re.escape(step.stem)
            for step in self.workflow.steps.values()
            if (step.kind, step.items is not None, step.alone, step.extra_output) == traits
            and not step.study.own_rules
            and (self.kind != "text" or bool(step.note) == reported)
        ]
        return "|".join(stems) or "(?!)"  # matches nothing

    def _step(self, wildcards: Any) -> tuple[Step, str]:
        return self.workflow.steps[self.kind, wildcards.stem], wildcards.get("item", "")

    def inputs(self, wildcards: Any) -> dict[str, Sequence[str]]:
        """Return the input files of a step by name; Snakemake reserves some names without `of_`."""
        step, item = self._step(wildcards)
        try:
            files = step.input_files(self.workflow.config, step.item(self.workflow.config, item))
        except InputError as error:
            raise WorkflowError(str(error)) from None
        return {f"of_{name}": list(source.paths) for name, source in files.items()}

    def params(self, wildcards: Any) -> str:
        """Return the file with the parameters of the step's study."""
        return params_file(self._step(wildcards)[0].study)

    @property
    def triggers(self) -> dict[str, Callable[[Any], str]]:
        """The parameters that each rule has; its output is made again if one of them changes."""
        return {"command": self.command, "values": self.values, "code": self.code}

    def command(self, wildcards: Any) -> str:
        """Return the arguments that run a step."""
        step, item = self._step(wildcards)
        return " ".join([step.study.module, self.kind, shlex.quote(step.name), item])

    def values(self, wildcards: Any) -> str:
        """Return the values on which the output depends, as JSON; a change of it remakes it."""
        return self.workflow.triggers(*self._step(wildcards))

    def code(self, wildcards: Any) -> str:
        """Return the digest of the code on which the output depends."""
        return step_digest(self._step(wildcards)[0])

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
        title = resolve_text(step.title, self.workflow.values(step, item))
        return {"item": step.label or title or step.name, "kind": self.kind}

    def caption(self, wildcards: Any) -> str:
        """Return the caption of a figure in the report."""
        return self.workflow.caption(self._step(wildcards)[0])
