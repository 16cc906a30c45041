"""Build the documentation as a site: site/html, from the pages of docs/ and from the library.

`make docs` runs this program. It copies the pages of docs/ and their pictures to site/source, and
writes a page for every program from the --help of its commands. Sphinx adds a page for every module
from its docstrings. A broken link or an unreadable docstring fails the build.
"""

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name

import click

ROOT = Path(__file__).parents[1]
SITE = ROOT / "site"
SOURCE = SITE / "source"

PROGRAMS = {
    **{name: f"puzzlesat.{name}.cli:main" for name in ("floodit", "flowfree", "minesweeper")},
    "studies": "puzzlesat_studies.__main__:main",
}

GUIDES = (
    *("formats", "pictures", "api", "package", "first_run", "experiments", "encodings", "data"),
    "proofs",
    *("artifact", "cluster", "scaling", "speed", "studies", "design", "web", "glossary"),
    "releasing",
)
STUDIES = (
    *(
        "thesis",
        "audit",
        "timing",
        "exact",
        "results",
        "instances",
        "minesweeper",
        "flowfree",
    ),
    "sources",
)

PROJECT = ("CHANGELOG", "CONTRIBUTING", "CODE_OF_CONDUCT")

CONTENTS = """
```{{toctree}}
:hidden:
:caption: {caption}

{pages}
```
"""


def contents(caption: str, *pages: str) -> str:
    """Return a part of the table of contents."""
    return CONTENTS.format(caption=caption, pages="\n".join(pages))


def pages() -> Iterator[Path]:
    """Yield the Markdown pages of the site."""
    yield from (ROOT / f"{name}.md" for name in ("README", "config/README", *PROJECT))
    yield from sorted((ROOT / "docs").glob("*.md"))
    yield from sorted((ROOT / "docs/notes").glob("*.md"))


def copy_linked(page: Path) -> None:
    """Copy the files that a page links to, and those that linked tables link to."""
    for target in set(re.findall(r"\]\(([^)#:\s]+)", page.read_text(encoding="utf-8"))):
        linked = (page.parent / target).resolve()
        target = SOURCE / linked.relative_to(ROOT)
        if linked.is_file() and linked not in set(pages()) and not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(linked, target)
            if target.suffix == ".md":  # a table
                target.write_text(f"---\norphan: true\n---\n\n{linked.read_text('utf-8')}", "utf-8")
                copy_linked(linked)


def copy_page(page: Path) -> None:
    """Copy a page and the files that it links to; the README becomes the first page."""
    text = page.read_text(encoding="utf-8")
    copy_linked(page)
    if page == ROOT / "README.md":
        text += contents("Studies", *(f"docs/{name}" for name in STUDIES))
        text += contents("Guides", "config/README", *(f"docs/{name}" for name in GUIDES))
        text += contents("Reference", *(f"commands/{name}" for name in PROGRAMS))
        notes = sorted(page.stem for page in (ROOT / "docs/notes").glob("*.md"))
        text += contents("Notes", *(f"docs/notes/{name}" for name in notes))
        text += contents("The library", "library/puzzlesat")
        text += contents("The project", *PROJECT)
        target = SOURCE / "index.md"
    else:
        text = text.replace("../README.md", "../index.md")
        target = SOURCE / page.relative_to(ROOT)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def help_sections(command: click.Command, context: click.Context, depth: int) -> Iterator[str]:
    """Yield a section for a command, and one for each of its subcommands."""
    yield f"{'#' * depth} {context.command_path}\n\n```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            subcommand = command.get_command(context, name)
            assert subcommand is not None, name
            subcontext = click.Context(
                subcommand, parent=context, info_name=name, terminal_width=88
            )
            yield from help_sections(subcommand, subcontext, min(depth + 1, 4))


def command_page(program: str) -> None:
    """Write the page of a program's commands."""
    main = resolve_name(PROGRAMS[program])
    name = main.name if program == "studies" else program
    context = click.Context(main, info_name=name, terminal_width=88)
    target = SOURCE / f"commands/{program}.md"
    target.parent.mkdir(exist_ok=True)
    target.write_text("\n".join(help_sections(main, context, 1)), encoding="utf-8")


def build() -> int:
    """Build the site; return the exit status of Sphinx, 0 for success."""
    from pages import data_text  # the programs next to this one
    from sphinx.cmd.build import main as sphinx  # not needed by tests of the other functions
    from web import write_site

    shutil.rmtree(SITE, ignore_errors=True)
    for page in pages():
        copy_page(page)
    for program in PROGRAMS:
        command_page(program)
    (SOURCE / "docs/data.md").write_text(data_text(), encoding="utf-8")
    status = sphinx(
        ["--fail-on-warning", "--keep-going", "--quiet", "--conf-dir", str(ROOT / "tools/site"),
         str(SOURCE), str(SITE / "html")]
    )  # fmt: skip
    write_site(SITE / "html/solve")
    return status


if __name__ == "__main__":
    if build():
        sys.exit("the documentation has errors: see above")
    print(f"{SITE.relative_to(ROOT)}/html/index.html")
