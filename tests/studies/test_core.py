"""A study as one object: what its functions get, what a key remakes, and what is refused."""

import inspect
import re
import subprocess
import sys
import typing
from pathlib import Path

import pandas as pd
import pytest
import yaml
from pydantic import Field

from puzzlesat.common.errors import InputError
from puzzlesat_studies import MODULES
from puzzlesat_studies.core.columns import MEANINGS, meaning
from puzzlesat_studies.core.environment import record
from puzzlesat_studies.core.params import Count, Params, UniqueList
from puzzlesat_studies.core.study import Item, Row, Study, read_frame, read_models
from puzzlesat_studies.core.workflow import StepRule, Workflow, config_model
from tests.programs import load_tool, run_step

ROOT = Path(__file__).parents[2]


class PowersParams(Params):
    numbers: UniqueList[Count] = Field([1, 2], description="Numbers to square.")
    power: Count = Field(2, description="The power.")
    digits: Count = Field(3, description="Digits of the table.")


class Power(Row):
    n: int = Field(description="a number")
    power: int = Field(description="its power")
    remark: str = Field(description="text, perhaps empty")
    share: float | None = Field(description="a share, perhaps empty")
    large: bool = Field(description="whether the power is above 3")


class Total(Row):
    total: int = Field(description="the sum of all powers")


STUDY = Study("powers", PowersParams, "Examples")
STUDY.module = "floodit.competition"  # any module with a file


@STUDY.rows(Power, items=lambda config: [Item(f"n{n}", values={"n": n}) for n in config.numbers])
def powers(*, n, power):
    """Compute a power."""
    yield {"n": n, "power": n**power, "remark": "", "share": None, "large": n**power > 3}


@STUDY.table(Total, "total", rows=powers, title="Sum", note=lambda power: f"Of powers {power}.")
def total(rows, *, digits):
    """Add all powers."""
    return pd.DataFrame({"total": [round(rows["power"].sum(), digits)]})


@STUDY.table(Total, "largest", power=powers, note=lambda power: f"Of powers {power}.")
def largest(power):
    """Return the largest power; the input has the name of a key that the note uses."""
    return pd.DataFrame({"total": [power["power"].max()]})


class Whole(Params):
    """A configuration with one study."""

    powers: PowersParams = PowersParams()
    seed: int = 1

    @property
    def numbers(self):
        return self.powers.numbers


def test_rows_and_table_are_written_and_read_back(tmp_path):
    config = Whole()
    paths = []
    for item in powers.items(config):
        paths.append(str(tmp_path / f"{item.name}.csv"))
        run_step(powers, config, item.name, {}, paths[-1:])
    outputs = [tmp_path / f"total.{ending}" for ending in ("csv", "md", "html", "tex")]
    run_step(total, config, "", {"rows": paths}, outputs)
    assert outputs[0].read_text() == "total\n5\n"
    assert "Of powers 2." in outputs[1].read_text()
    run_step(largest, config, "", {"power": paths}, outputs[1:2])
    assert re.search(r"4 \|\n\nOf powers 2\.", outputs[1].read_text())
    [one, four] = read_models(paths, Power)
    assert (one.power, four.power, four.remark, four.share, four.large) == (1, 4, "", None, True)
    frame = read_frame(paths, Power)
    assert frame["large"].tolist() == [False, True]
    assert frame["remark"].tolist() == ["", ""]
    assert frame["share"].isna().all()


def test_a_step_depends_only_on_the_values_in_its_signature():
    step_item = powers.item(Whole(), "n2")
    assert powers.values(Whole(), step_item) == {"n": 2, "power": 2}
    assert total.values(Whole(), Item("")) == {"digits": 3, "power": 2}


def test_an_option_with_a_wrong_name_is_refused():
    """It would be an input, and fail only when the step runs."""
    study = Study("other", PowersParams, "Examples")
    with pytest.raises(TypeError, match="other: sum: titel is no option"):
        study.table(Total, "sum", rows=powers, titel="Sum")(lambda rows: rows)


def test_options_that_no_rule_obeys_are_refused():
    study = Study("other", PowersParams, "Examples")
    with pytest.raises(TypeError, match="other: drawn: only rows and table can have mem_mb"):
        study.figure("drawn", rows=powers, mem_mb=9000)(lambda rows: rows)
    with pytest.raises(TypeError, match="other: sum: only rows can have alone"):
        study.table(Total, "sum", rows=powers, alone=True)(lambda rows: rows)
    study.table(Total, "sum", rows=powers, mem_mb=9000)(lambda rows: rows)


def test_a_row_with_an_undeclared_column_is_refused(tmp_path):
    study = Study("other", PowersParams, "Examples")
    step = study.rows(Power, "wrong")(lambda: [{"n": 1, "more": 2}])
    with pytest.raises(InputError, match=r"Power: power: .*; the columns are n, power"):
        run_step(step, Whole(), "", {}, [str(tmp_path / "a.csv")])
    assert not (tmp_path / "a.csv").exists()


def test_a_table_without_a_declared_column_is_refused(tmp_path):
    step = Study("other", PowersParams, "Examples").table(Total, "wrong")(
        lambda: pd.DataFrame({"sum": [5]})
    )
    with pytest.raises(InputError, match="other: the table wrong lacks total"):
        run_step(step, Whole(), "", {}, [tmp_path / "a.csv"])
    assert not (tmp_path / "a.csv").exists()


def test_the_section_of_a_study_that_is_not_listed_is_refused():
    modules = [module for module in MODULES if module != "floodit.growth"]
    for key in ("growth", "tables"):
        with pytest.raises(InputError, match=f"unknown key '{key}'"):
            Workflow(modules, {key: {}})


OWN_STUDY = """
from pydantic import Field
from puzzlesat_studies.core.params import Count, Params
from puzzlesat_studies.core.study import Row, Study, column

class Squares(Params):
    numbers: Count = Field(3, description="Numbers to square.")

class Square(Row):
    n: int
    square: int = column("its square")

STUDY = Study("squares", Squares, "Examples")

@STUDY.rows(Square)
def squares(*, numbers: int):
    return ({"n": n, "square": n * n} for n in range(numbers))
"""


def test_a_study_in_a_file_elsewhere_is_run_and_its_errors_are_named(tmp_path):
    path = tmp_path / "squares.py"
    with pytest.raises(InputError, match=r"config: studies: .*squares\.py: No such file"):
        Workflow([], {"studies": [str(path)]})
    path.write_text(OWN_STUDY)
    config = {"squares": {"numbers": 4}}
    with pytest.raises(InputError, match="unknown key 'squares'"):
        Workflow([], config)
    workflow = Workflow([], config | {"studies": [str(path)]})
    step = workflow.steps["rows", "results/squares/squares"]
    run_step(step, workflow.config, "", {}, [tmp_path / "squares.csv"])
    assert [row.square for row in read_models([tmp_path / "squares.csv"], step.row)] == [0, 1, 4, 9]


class Bytes(Row):
    """A column of integers, of which some are missing."""

    bytes: int | None


def test_integers_of_tables_are_written_with_all_digits_next_to_empty_cells(tmp_path):
    step = Study("other", PowersParams, "Examples").table(Bytes, "bytes")(
        lambda: pd.DataFrame({"bytes": [1_234_567, None]})
    )
    run_step(step, Whole(), "", {}, [path := tmp_path / "bytes.csv"])
    assert read_models([path], Bytes) == [Bytes(bytes=1_234_567), Bytes(bytes=None)]


def test_empty_truth_values_are_missing_and_others_keep_their_value(tmp_path):
    """As a text, False would count as true."""

    class Answer(Row):
        unique: bool | None = Field(description="whether it is unique, perhaps unknown")

    path = tmp_path / "rows.csv"
    path.write_text('unique\nTrue\nFalse\n""\n')
    unique = read_frame([path], Answer)["unique"]
    assert unique.isna().tolist() == [False, False, True]
    assert unique.sum() == 1


@pytest.mark.parametrize("read", [read_models, read_frame])
@pytest.mark.parametrize("text", ["n,power\n1,1\n", "n,power,remark,share,large\nx,1,,,True\n"])
def test_a_file_with_other_columns_or_types_is_refused_by_its_name(tmp_path, read, text):
    path = tmp_path / "rows.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=r"rows\.csv"):
        read([path], Power)


WORKFLOW = Workflow(MODULES, {})


def test_importing_all_studies_loads_no_library_for_tables_and_figures():
    """Every job imports its study, so the import must be fast."""
    code = (
        "import sys; from puzzlesat_studies import MODULES; from puzzlesat_studies.core.run import"
        " load_study; [load_study(m) for m in MODULES];"
        "print(*{'pandas', 'scipy', 'matplotlib', 'seaborn', 'snakemake'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_the_generated_configuration_is_up_to_date():
    """`python tools/pages.py` makes it."""
    written = (ROOT / "config/studies.yaml").read_text(encoding="utf-8")
    assert written == load_tool("pages").config_text()


def test_the_site_explains_every_column():
    pages = load_tool("pages")
    text = pages.data_text()
    for study in pages.STUDIES:
        for step in study.steps.values():
            for column in step.row.model_fields if step.row else ():
                assert re.search(rf"^\| {column} \| \S", text, re.MULTILINE), column


def test_the_configuration_has_the_default_of_every_key():
    """The models have the same defaults, for workflows that use this one as a module."""
    files = ROOT / "config.yaml", ROOT / "config/studies.yaml"
    parts = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in files]
    given = parts[0] | parts[1]
    assert sum(map(len, parts)) == len(given)
    defaults = config_model(WORKFLOW.studies.values())().model_dump()
    assert given == {key: value for key, value in defaults.items() if value != {}}


@pytest.fixture(scope="module")
def config(tmp_path_factory):
    """The default configuration, with published puzzles."""
    path = tmp_path_factory.mktemp("sets")
    flowfree = {"published": str(path)}
    return Workflow(MODULES, {"flowfree": flowfree}).config


@pytest.mark.parametrize(
    "step", WORKFLOW.steps.values(), ids=lambda step: f"{step.kind} {step.stem}"
)
def test_every_step_finds_its_values(step, config):
    named = inspect.signature(step.make).parameters.values()
    needed = [each for each in named if each.kind is each.POSITIONAL_OR_KEYWORD]
    for item in step.items(config) if step.items else [Item("")]:
        values = step.values(config, item)
        assert item.values.keys() <= values.keys() == set(step.keys)
        arguments = {*step.input_files(config, item), *values, "extra_output", "law"}
        assert {each.name for each in named if each.kind is not each.VAR_KEYWORD} <= arguments
        inputs = {each.name for each in needed if each.default is each.empty}
        assert inputs == {*step.input_files(config, item)}
    assert step.make.__doc__


def texts_of(annotation):
    """Return the texts that a cell of a column may contain, as far as its type lists them."""
    inner = typing.get_args(annotation)
    if typing.get_origin(annotation) is typing.Literal:
        return {value for value in inner if isinstance(value, str)} - {""}
    return set().union(*map(texts_of, inner))


def test_the_meaning_of_a_column_contains_all_of_its_values_and_each_shared_meaning_is_used():
    shared = set()
    for row in {step.row for step in WORKFLOW.steps.values()} - {None}:
        for name, column in row.model_fields.items():
            text = meaning(row, name)
            missing = {value for value in texts_of(column.annotation) if f"`{value}`" not in text}
            assert not missing, f"{row.__module__}.{row.__name__}.{name}"
            shared |= set() if column.description else {name}
    assert shared >= MEANINGS.keys()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"sead": 5}, "unknown key 'sead'; did you mean 'seed'?"),
        ({"boards": 5}, "unknown key 'boards'; it is a key of thesis"),
        ({"thesis": {"n_values": [4]}}, "in thesis; it is a key of thesis.bounds and of thesis.wi"),
        ({"seed": -1}, "seed is -1; it should be greater than or equal to 0"),
        ({"thesis": {"wins": {"repeat": 5}}}, "unknown key 'repeat' in thesis.wins; did you mean"),
        ({"thesis": {"wins": {"xyz": 5}}}, "unknown key 'xyz' in thesis.wins; known keys are n_"),
        ({"thesis": {"boards": 100.0}}, "thesis.boards is 100.0; it should be a whole number"),
        ({"thesis": {"bounds": {"n_values": [4, 4]}}}, "bounds.n_values: an item occurs twice"),
        ({"thesis": 3}, "thesis is 3; it should be a section"),
        ({"thesis": {"solution": {"board": 100}}}, "thesis: solution.board is 100; expected"),
        ({"thesis": {"boards": -(10**400)}}, "thesis.boards is a number with too many digits"),
    ],
)
def test_invalid_configuration_is_refused_in_one_sentence_that_names_the_key(change, sentence):
    with pytest.raises(InputError) as error:
        Workflow(MODULES, change)
    text = str(error.value)
    assert text.startswith("config: ")
    assert sentence in text
    assert "\n" not in text


def test_text_in_a_configuration_stays_as_it_is():
    """A quoted path or command of a file was read as YAML again, which ends it at a #."""
    flowfree = {"published": "/data/set #1", "wall_limit": "null"}
    solvers = ["/bin/prog --tag #1"]
    config = Workflow(MODULES, {"flowfree": flowfree, "solvers": {"solvers": solvers}}).config
    assert config.solvers.solvers == solvers
    assert config.flowfree.published == "/data/set #1"
    assert config.flowfree.wall_limit is None


FRONTIER_ROWS = {("rows", f"results/frontier/{name}") for name in ("outcomes", "scaling-rows")}


def test_only_what_depends_on_a_key_is_remade():
    """Snakemake remakes a file if the values of its rule change."""

    def steps(workflow):
        return workflow.steps.items()

    def triggers(change):
        workflow = Workflow(MODULES, change)
        first = {
            key: step.items and step.items(workflow.config)[:1] for key, step in steps(workflow)
        }
        return {
            key: step.plain_values(workflow.config, first[key][0] if first[key] else Item(""))
            for key, step in steps(workflow)
            if first[key] != []
        }

    before = triggers({})
    for change, remade in [
        ({"competition": {"hardness": {"above": 1}}}, {("rows", "results/competition/solves")}),
        ({"frontier": {"memory_mb": 9}}, FRONTIER_ROWS),
        ({"audit": {"minima": {"n_values": [4, 5]}}}, set()),  # other items
    ]:
        after = triggers(change)
        assert {key for key in before if before[key] != after[key]} == remade


def test_a_column_without_a_meaning_is_named_with_its_row():
    class Unexplained(Row):
        n: int
        seed_low: int
        greedy: int

    assert [bool(meaning(Unexplained, name)) for name in ("n", "seed_low")] == [True, True]
    with pytest.raises(InputError, match=r"test_core.Unexplained: the column greedy .* column\("):
        meaning(Unexplained, "greedy")


def test_the_record_of_a_run(tmp_path):
    times = tmp_path / "times.csv"
    times.write_text("host,version\nb,1\na,1\nb,1\n")
    recorded = record({"seed": 1}, [str(times)])
    assert recorded["config"] == {"seed": 1}
    assert {"puzzlesat", "python", "python-sat", "processor", "cores", "date"} <= {*recorded}
    assert recorded["timed_on_hosts"] == ["a", "b"]
    assert recorded["timed_with"] == ["1"]


def test_workflow_rules_cover_every_step_once():
    """A step that no generic rule runs, or two, would be a file that cannot be made."""
    stems = []
    for kind in ("rows", "table", "figure", "text"):
        rule = StepRule(WORKFLOW, kind)
        for alone in (False, True):
            for extra_output in ("", "/", ".cnf.xz"):
                for reported in (False, True)[: 1 + (kind == "text")]:
                    found = rule.stems(alone=alone, extra_output=extra_output, reported=reported)
                    stems += [] if found == "(?!)" else [(kind, x) for x in found.split("|")]
    assert len(stems) == len(set(stems)) == len(WORKFLOW.steps)


def test_the_reference_is_replaced_by_declared_results_only(tmp_path, monkeypatch):
    """A file under the former name of a result would be recorded as if it were new."""
    monkeypatch.chdir(tmp_path)
    results = {f"results/flowfree/{name}" for name in ("sizes.csv", "puzzles.md")}
    figure = "figures/flowfree/times.png"
    declared = results | {"results/flowfree/environment.json", figure}
    others = {f"results/flowfree/{name}" for name in ("old.csv", "sizes.tex", "params.json")}
    others |= {"results/flowfree/rows/0.csv", "figures/flowfree/old.png"}
    for path in map(Path, {*declared, *others, "results/minesweeper/audit.csv"}):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    large = Path("results/flowfree/audit.csv")
    large.write_bytes(bytes(10**6))
    load_tool("reference").copy_results("flowfree")
    copied = {path.name for path in Path("reference/flowfree").iterdir()}
    assert copied == {Path(path).name for path in declared}


OWN = """from puzzlesat_studies.core.study import Study, Params
STUDY = Study("mine", Params, "Examples")
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (OWN.replace("mine", "growth"), "there is another study growth"),
        (OWN.replace("mine", "thesis"), "there is another study thesis"),
        (OWN + "math.nosuch = =\n", r"SyntaxError: invalid syntax \(mine\.py, line 3\)"),
        (OWN + "math.nosuch\n", "line 3: NameError: name 'math' is not defined"),
        ("-" * 10_000 + "1", "(Memory|Recursion)Error"),
        ("\0", "(ValueError|SyntaxError): source code string cannot contain null bytes"),
        ("import helper_next_to_it\n", "No module named 'helper_next_to_it'; a study of your own"),
        ("", "it declares no STUDY"),
        ("STUDY = 1", "it declares no STUDY"),
    ],
)
def test_studies_of_a_user_are_refused_in_one_sentence(tmp_path, text, message):
    path = tmp_path / "mine.py"
    path.write_text(text)
    with pytest.raises(InputError, match=f"config: studies: {path}: {message}"):
        Workflow(MODULES, {"studies": [str(path)]})
