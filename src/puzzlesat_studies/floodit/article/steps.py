"""The step that typesets the article."""

import json
from pathlib import Path

import click
import typst
import yaml

from puzzlesat.common.command import output_option
from puzzlesat.common.errors import InputError
from puzzlesat.common.files import atomic_write, read_text
from puzzlesat_studies.floodit.article.files import files


@click.command()
@click.argument("text", type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--results",
    type=click.Choice(["reference", "results"]),
    default="reference",
    show_default=True,
    help="The folder of the tables and figures.",
)
@click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False),
    default=".",
    show_default=True,
    help="The folder of the project.",
)
@output_option
def typeset(text: str, results: str, root: str, output: str) -> None:
    """Typeset the article TEXT, a Typst file, as a PDF file."""
    paths = {name: Path(path).resolve() for name, path in files(results, root).items()}
    for path in paths.values():
        if not path.is_file():
            raise InputError(f"{path} does not exist; `snakemake article` creates it")
    with atomic_write(output, binary=True) as file:
        file.write(typeset_pdf(Path(text), paths, authors(Path(root))))


def authors(root: Path) -> str:
    """Return the names of the authors in CITATION.cff."""
    people = yaml.safe_load(read_text(root / "CITATION.cff"))["authors"]
    return ", ".join(
        each.get("name") or f"{each['given-names']} {each['family-names']}" for each in people
    )


def typeset_pdf(text: Path, paths: dict[str, Path], names: str) -> bytes:
    """Return the PDF file made from a Typst file.

    Raise `InputError` if the Typst file cannot be compiled, for example because a table lacks a
    column.
    """
    try:
        pdf: bytes = typst.compile(
            str(text.resolve()),
            root="/",
            format="pdf",
            ignore_system_fonts=True,
            sys_inputs={
                "paths": json.dumps({name: str(path) for name, path in paths.items()}),
                "authors": names,
            },
        )
    except typst.TypstError as error:
        raise InputError(f"{text} cannot be typeset: {error}") from None
    return pdf
