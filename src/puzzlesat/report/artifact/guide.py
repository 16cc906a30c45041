"""The page that tells how to reproduce the results: what artifact evaluation committees ask for.

Its numbers are those of the run that lies beside it.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from puzzlesat.common.files import atomic_write, read_text
from puzzlesat.report.artifact.archive import files
from puzzlesat.report.artifact.jobs import busy
from puzzlesat.report.artifact.record import (
    BOARDS,
    CODE,
    RESULTS,
    Commit,
    Record,
    machine,
    software,
)
from puzzlesat.report.claims import CLAIMS
from puzzlesat.report.rows import Row, read_rows

PAGE = """# {title}: how to reproduce the results

Version {version}, commit `{commit}`, {date}. Licence: {license} (`code/LICENSE`).

## What is here

{contents}

`ro-crate-metadata.json` describes all of it for programs (RO-Crate, Workflow Run Crate 0.5),
`SHA256SUMS` lists every other file.

What committees ask for: *functional* is the next section, *reproduced* the one after it; *reusable*
are `code/README.md` (own boards, other experiments), `code/docs/design.md` (how the pieces fit, and
how to add a puzzle or an encoding) and `code/docs/data.md` (each column).

## Getting started (10 minutes on two cores)

It takes Python 3.11 or newer, make, 2 GB of disk and, for the installation, a package index.

```sh
sha256sum --check --quiet SHA256SUMS   # says nothing if every file is whole
cd code
make setup                             # .venv, in the pinned versions
make smoke                             # every target on a tiny grid, in smoke/
. .venv/bin/activate
printf '0120\\n1203\\n3321\\n0012\\n' | floodit solve -
```

`make smoke` ends with Snakemake's line that all steps are done, the last command with
`p = 7 (the minimum)`. Where the code is in a repository, or here in `code/`, all of this and a
part of the real experiments is one command, which ends in one sentence:

```sh
make artifact-check ARCHIVE={archive}
```

## Step by step, claim by claim

In `code/`, with `.venv` activated. `results/` and `figures/` come to stand in `code/`, beside
which those of the archive, one folder up, stay as they are. Minutes are of two cores.

{items}

Then compare with the run in the archive:

```sh
floodit compare results/thesis ../results/thesis
```

It ends with status 0 if every minimum is the same, and says what became of each figure and table.

## How to read the outcome

- **Minima are facts.** Boards depend on the seed alone; every solution is replayed, every minimum
  confirmed by a search without SAT. One that differs is an error, here or there.
- **Times are not.** They depend on the machine, and wins and ratios of Table 4.1 with them, within
  what the table above says.

{summary}

{claims}

{evidence}

## What it was made with

{made}

It took this long in all, jobs of several cores at a time counted once:

{durations}

`jobs.csv` says when each file was made, by which rule. Memory: 4 GB suffice for the thesis; other
studies ask for what their rules in `code/workflow/rules` say.
"""

CLAIMED = """## Claims and verdicts

Every claim of the texts that the audit puts to the test. `snakemake --cores 2 audit` makes all of
them; one by itself is made by `snakemake --cores 2` and the file in `results/` that it rests on.

{table}
"""

EVIDENCE = """## Certificates

Folders that hold checked proofs, which are checked anew, one after the other, by

```sh
for folder in {folders}; do floodit verify --quiet $folder || break; done
```
"""

ITEMS = "What comes out"
"""The section of the code's README that says by which command each item is made."""


def write_guide(path: Path, record: Record, commit: Commit) -> None:
    """Write the page of a run."""
    with atomic_write(path) as file:
        file.write(guide(record, commit))


def guide(record: Record, commit: Commit) -> str:
    """Return the page of a run.

    Parameters
    ----------
    record : Record
    commit : Commit
        What its code is.
    """
    readme = read_text(record.folder / CODE / "README.md")
    text = PAGE.format(
        title=record.citation["title"],
        version=record.citation["version"],
        license=record.citation["license"],
        commit=commit.name,
        date=datetime.fromtimestamp(commit.seconds, UTC).date(),
        archive=f"{record.folder.name}.tar.xz",
        contents=contents(record),
        items=items(readme),
        summary=summary(record),
        claims=claims(record),
        evidence=evidence(record),
        made=made_with(record),
        durations=durations(record),
    )
    return "\n".join(_without_gaps(text.splitlines())) + "\n"


def _without_gaps(lines: Iterable[str]) -> Iterable[str]:
    """Yield lines, and one empty line where several are in a row."""
    last = None
    for line in lines:
        if line or last:
            yield line
        last = line


def table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    r"""Return a table in Markdown.

    Examples
    --------
    >>> print(table(["a", "b"], [[1, "x|y"]]))
    | a | b |
    |---|---|
    | 1 | x\|y |
    """
    lines = [headings, *([str(x).replace("|", r"\|") for x in row] for row in rows)]
    written = ["| " + " | ".join(line) + " |" for line in lines]
    return "\n".join([written[0], "|" + "---|" * len(headings), *written[1:]])


def contents(record: Record) -> str:
    """Return a table of the folders, and what is in them."""
    code = [f"{CODE}/{name}" for name in files(record.folder / CODE)]
    rows = [[f"`{CODE}/`", "the code as it was committed", *_size(record, code)]]
    for study in [*record.studies, BOARDS]:
        names = record.of(study)
        if names:
            where = ", ".join(f"`{folder}`" for folder in sorted(set(map(_folder, names))))
            rows.append([where, _told(study), *_size(record, names)])
    return table(["folder", "what", "files", "MB"], rows)


def _folder(name: str) -> str:
    """Return the folder of a file's study; the thesis's figures lie in that of all figures."""
    parts = name.split("/")
    return "/".join(parts[: min(2, len(parts) - 1)]) + "/"


def _size(record: Record, names: Sequence[str]) -> list[str]:
    return [f"{len(names):,}", f"{record.bytes_of(names) / 1e6:,.1f}"]


def _told(study: str) -> str:
    special = {"thesis": "the thesis's figures and tables", BOARDS: "random boards, and raw rows"}
    return special.get(study, f"the study {study}")


def items(readme: str) -> str:
    r"""Return the table of the README that says which command makes what.

    Examples
    --------
    >>> print(items("## What comes out\n\n| a |\n|---|\n| x |\n\nMore."))
    | a |
    |---|
    | x |
    """
    section = readme.partition(f"## {ITEMS}\n")[2].partition("\n## ")[0]
    return "\n".join(line for line in section.splitlines() if line.startswith("|"))


def summary(record: Record) -> str:
    """Return what the run has found, in short."""
    path = record.folder / RESULTS / "thesis/summary.txt"
    if not path.is_file():
        return ""
    return f"The run in the archive, in short:\n\n```\n{read_text(path).rstrip()}\n```"


def claims(record: Record) -> str:
    """Return the section on the audit, if it was run."""
    path = record.folder / RESULTS / "audit/claims.csv"
    if not path.is_file():
        return (
            "The audit of all claims was not run; "
            f"`{CODE}/reference/audit/claims.md` has the verdicts of another run."
        )
    rows = [
        [*(row[key] for key in ("source", "section", "claim", "verdict")), rests_on(row)]
        for row in read_rows(path, CLAIMS)
    ]
    return CLAIMED.format(table=table(["text", "where", "claim", "verdict", "rests on"], rows))


def rests_on(claim: Row) -> str:
    """Return what a claim's verdict rests on; what comes with the code, by its place in there.

    Examples
    --------
    >>> rests_on({"evidence": "results/audit/fit.csv"})
    '`results/audit/fit.csv`'
    >>> rests_on({"evidence": "/some/where/reference/post.csv"})
    '`reference/post.csv`'
    """
    _, folder, name = claim["evidence"].partition("reference/")
    return f"`{folder}{name}`" if folder else f"`{claim['evidence']}`"


def evidence(record: Record) -> str:
    """Return the section on certificates, if there are any."""
    parts = [folder.split("/") for folder in evidence_folders(record.names, CERTIFICATES, PROOFS)]
    patterns = {"/".join(["..", *x[:2], *["*"] * (len(x) - 2), ""]) for x in parts}
    return EVIDENCE.format(folders=" ".join(sorted(patterns))) if parts else ""


CERTIFICATES, PROOFS = "/certificates.csv", "/manifest.json"
"""The files by which ``floodit verify`` begins: of many boards, or of one."""


def evidence_folders(names: Iterable[str], *ends: str) -> list[str]:
    """Return the folders whose proofs ``floodit verify`` checks, where files end so.

    Examples
    --------
    >>> names = ["results/certificates/n4_k3/0-99/certificates.csv", "results/x.csv"]
    >>> evidence_folders(names, CERTIFICATES, PROOFS)
    ['results/certificates/n4_k3/0-99']
    """
    return sorted(
        name.rpartition("/")[0] for name in names if name.endswith(ends) and name.count("/") > 2
    )


def made_with(record: Record) -> str:
    """Return the machine and the versions of each study."""
    rows = [
        [
            study,
            x["date"],
            machine(x),
            ", ".join(f"{name} {value}" for name, value in software(x).items()),
        ]
        for study, x in record.environments.items()
    ]
    return table(["study", "date", "machine", "software"], rows)


def durations(record: Record) -> str:
    """Return how long each study took, as far as that is known."""
    rows = []
    for study in [BOARDS, *record.studies]:
        jobs = record.jobs_of(study)
        if jobs:
            rows.append([study, f"{len(jobs):,}", f"{busy(jobs) / 60:,.1f}"])
    return table(["study", "files made", "minutes"], rows)
