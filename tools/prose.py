"""Fail on sentences of more than 40 words, and on lines of more than 120 characters of pages.

Usage: python tools/prose.py README.md docs/*.md

Code, tables and headings are skipped, and lines of generated pages. `make check` runs this program.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

MAX_WORDS = 40
MAX_WIDTH = 120


def prose(text: str) -> str:
    """Return a page without code, tables, headings and comments."""
    text = re.sub(r"^ *```.*?^ *```", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"^(\||#|<!--).*$", "", text, flags=re.MULTILINE)


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of prose."""
    text = re.sub(r"`[^`]*`", "X", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )", text):
        yield from re.split(r"(?<=[.!?:])\s+(?=[A-Z*])", " ".join(paragraph.split()))


def faults(text: str) -> Iterator[str]:
    """Yield the faults of a page, one line for each."""
    for line in prose(text).splitlines() if "<!-- Made by" not in text else ():
        if len(line) > MAX_WIDTH:
            yield f"{len(line)} characters, at most {MAX_WIDTH} are allowed: {line}"
    for sentence in sentences(prose(text)):
        if (count := len(sentence.split())) > MAX_WORDS:
            yield f"{count} words, at most {MAX_WORDS} are allowed: {sentence}"


def main(names: list[str]) -> int:
    """Print the faults of all pages; return 1 if there are any, else 0."""
    pages = map(Path, names)
    messages = [f"{page}: {fault}" for page in pages for fault in faults(page.read_text("utf-8"))]
    print(*messages, sep="\n", end="\n" if messages else "")
    return bool(messages)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
