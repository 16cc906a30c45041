r"""States as rows of text: one row of the board per line, and a symbol for each field.

Symbols of other programs are read if they leave no doubt (see `state.meanings`), and so are numbers
of two digits, or with a minus, for covered fields and flags (see `CODES`). A line ``mines: N``
above the rows gives the number of mines on the whole board. Empty lines separate states.

A line of blanks counts as empty, unless it is as long as the rows next to it. A line of this length
is a row of zeros if it follows the header, or if zeros elsewhere are written only as blanks. It
counts as empty if zeros elsewhere are written only as ``0``. Otherwise it is rejected.
"""

import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, pairwise
from string import punctuation, whitespace
from typing import NamedTuple

from puzzlesat.common.cells import (
    Block,
    are_consecutive,
    split_cells,
    without_frame,
    without_gaps,
    without_labels,
)
from puzzlesat.common.errors import InputError, counted, error_context, quoted
from puzzlesat.common.files import blocks
from puzzlesat.common.limits import check_shape, parse_whole_number
from puzzlesat.common.reading import Reading, SpooledPuzzles
from puzzlesat.minesweeper.board.game_id import ID
from puzzlesat.minesweeper.board.state import (
    CONTENT,
    COVERED,
    EMPTY,
    FLAG_SYMBOLS,
    FLAGGED,
    HIDDEN,
    OTHERS,
    SYMBOL_ADVICE,
    State,
    check_symbols,
    meanings,
)

Rows = list[tuple[int, Sequence[str]]]
"""The rows of a state: the number of the line, and a symbol for each field."""

MENTION = re.compile(r"mine|bomb", re.IGNORECASE)
"""The words that make a line a header."""

NOUN = r"(?:(?:total|number|num|no|n|of|count)[\s_.]*)*(?:mines?|bombs?)"
LEFT = r"(?:left|remaining)"
HEADERS = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{NOUN}(?P<left>[\s_]*{LEFT})?\s*+[:=]?\s*+(?P<mines>\d+)",
        rf"(?P<left>{LEFT}[\s_]*){NOUN}\s*+[:=]?\s*+(?P<mines>\d+)",
        rf"(?P<mines>\d+)\s*{NOUN}(?P<left>\s*{LEFT})?",
    )
]
"""The ways to write a header, apart from punctuation at both ends."""

_BETWEEN = r"(?:\s*+[,x×]\s*+|\s++)"
SIZE_LINE = re.compile(rf"(\d{{1,7}}){_BETWEEN}(\d{{1,7}})(?:{_BETWEEN}(\d{{1,9}}))?")
"""A line with the numbers of rows and columns, in any order, and perhaps the number of mines."""

_CLOSED = f"[{re.escape(f'.F{HIDDEN}{FLAG_SYMBOLS}')}]"
BEGINS, ENDS = re.compile(f" +{_CLOSED}"), re.compile(f"{_CLOSED} +$")
BESIDE = re.compile(f" {_CLOSED}|{_CLOSED} ")
"""A blank beside a covered field or a flag: at the beginning, at the end, or anywhere."""

UNCLEAR = frozenset(f".{EMPTY}")
"""The symbols of which `meanings` may be in doubt."""

READABLE_SYMBOLS = frozenset(CONTENT) | OTHERS
"""All symbols of fields."""

LABELLED = re.compile(r"\S+\s(\s+)\S(?:(?!\s\1)\s+\S)*$")
"""A first word, and then words with smaller gaps between them than that before them."""

TITLE = re.compile(r"\s*(?:#[^\S\n]|//|;|%)[^\S\n]*[^\W\d_]{3,}[^\n]*")
"""A first line that may be a title; without a blank after #, it may be a row with a slip."""

NAME_LINE = re.compile(
    r"""^[ \t]*(?:([^\W\d]\w*)[ \t]*[=:][ \t]*(?:\"{3}|'{3})?|\"{3}|'{3})[ \t]*\r?$""", re.MULTILINE
)
"""A line with the name of the rows below it, such as ``map =``, or with the quotes around them."""

CODE = re.compile(r"-[1-9]|1[0-2]")
"""A number that is not the number of a field."""

CODES = (
    {"9": FLAGGED, "10": FLAGGED, "11": COVERED},  # sat-minesweeper: flag, mine, covered
    {"10": COVERED, "11": FLAGGED},  # ms_toollib
    {"9": COVERED, "10": FLAGGED},
    {"-1": COVERED, "-2": FLAGGED},
    {"-1": FLAGGED, "-2": COVERED},  # sgt-mines
)
"""The meanings of `CODE`, and of 9 next to it, in other programs."""


LONG_ROW = 9
"""Least length of a single row that may be a whole board."""

PLAIN_ROWS = re.compile(r"(?:[0-8.F]*+\n|mines: (?:0|[1-9]\d{0,8}+)\n)*+[0-8.F]*+", re.ASCII)
"""A text whose rows have only this project's symbols, perhaps below the number of mines."""


class Header(NamedTuple):
    """The number of mines above a state, or that of mines without a flag if `left`."""

    line: int
    text: str
    mines: int
    left: bool

    @property
    def usual(self) -> bool:
        """Whether the header is written as ``mines: N``."""
        return self.text.lower().startswith("mines:")


class Body(NamedTuple):
    """The text of a state; `separated` means that its lines were split at separators."""

    header: Header | None
    rows: Rows
    separated: bool


def read_rows(text: str, *, gaps: bool = True) -> Reading[State]:
    r"""Return the states of a text, and remarks on how it was read.

    With `gaps`, empty lines may separate the rows of one state. Raise `InputError` if a line
    belongs to no state; the message names the line.

    >>> states, remarks = read_rows("2 mines left\n1 x F\nx x x\n")
    >>> states
    [State.of(['1.F', '...'], mines=3)]
    >>> sorted(remarks)
    ["read '2 mines left' as mines: 3, since there is 1 flag", 'read x as .']
    """
    if PLAIN_ROWS.fullmatch(text) and ("0" in text or "F" not in text):  # without 0, a dot may be 0
        with suppress(InputError):  # below, other readings are tried, too
            return Reading(SpooledPuzzles(_plain(text)))
    if ID.match(text.lstrip()):
        raise InputError(
            "a game ID is a whole board, not a state; minesweeper solve finds out whether the "
            "board needs a guess, and minesweeper play plays it"
        )
    remarks: list[str] = []
    text = _without_titles(without_frame(text), remarks)
    parts = list(_bodies(text))
    if gaps:
        parts = _joined(parts, remarks)
    bodies = [_body(header, block, remarks) for header, block in parts]
    check_single_fields([body.rows for body in bodies], "state")
    _check_empty_lines(text, bodies)
    _check_shapes(bodies, remarks)
    symbols = dict.fromkeys(chain.from_iterable(row for body in bodies for _, row in body.rows))
    for body in bodies:
        for number, row in body.rows:
            check_symbols([s for s in row if not CODE.fullmatch(s)], f"line {number}")
        _check_widths(body)
    only_numbers = symbols.keys() <= set("0123456789")
    if any(map(CODE.fullmatch, symbols)) or ("9" in symbols and only_numbers):
        states = _coded(bodies, symbols, remarks)
    else:
        states = _symbolic(bodies, symbols, remarks)
    for body, state in zip(bodies, states, strict=True):
        if body.header is not None and not body.header.usual:
            remarks.append(_header_remark(body.header, state))
    if states and "*" in symbols and not any(s in symbols for s in "12345678"):
        remarks.append(
            "there is no number, so this may be a picture of the mines, which minesweeper solve "
            "reads as a board"
        )
    return Reading(states, list(dict.fromkeys(remarks)))


def _without_titles(text: str, remarks: list[str]) -> str:
    """Return a text without a title on its first line and without the names of its rows."""
    title = TITLE.match(text)
    if title and not MENTION.search(title[0]) and set(title[0]) - READABLE_SYMBOLS - {*whitespace}:
        remarks.append(f"ignored the title {quoted(title[0].strip())}")
        text = text[title.end() :]
    for named in NAME_LINE.finditer(text):
        if named[1] and not MENTION.search(named[1]):
            remarks.append(f"ignored the line {quoted(named[0].strip())}")
    return NAME_LINE.sub(lambda named: named[0] if MENTION.search(named[0]) else "", text)


def _joined(
    parts: list[tuple[Header | None, Block]], remarks: list[str]
) -> list[tuple[Header | None, Block]]:
    """Return the parts, joined if empty lines separate rows; only the first may have a header."""
    if any(header for header, _ in parts[1:]):
        return parts
    joined, remark = without_gaps([block for _, block in parts])
    if not remark:
        return parts
    remarks.append(remark)
    return [(parts[0][0] if i == 0 else None, block) for i, block in enumerate(joined)]


def check_single_fields(all_rows: Iterable[Rows], noun: str) -> None:
    """Raise `InputError` if several boards, given by their rows, have only one field."""
    single = [rows[0][0] for rows in all_rows if len(rows) == len(rows[0][1]) == 1]
    if len(single) > 1:
        raise InputError(
            f"line {single[0]}: a {noun} of one field; if the lines are the rows of one {noun}, "
            "remove the empty lines between them"
        )


def _plain(text: str) -> Iterator[State]:
    """Yield the states of plain rows, as the other functions of this module would, but faster.

    Raise `InputError` if there may be another reading.
    """
    for block in blocks(text, strip=False):
        _, _, mines = block[0][1].partition("mines: ")
        rows = [line for _, line in (block[1:] if mines else block)]
        cells = "".join(rows)
        if len(rows) < 2 or len({*map(len, rows)}) > 1 or "m" in cells:
            raise InputError("there may be another reading")
        content = tuple(map(CONTENT.__getitem__, cells))
        yield State(len(rows), len(rows[0]), content, int(mines) if mines else None)


def _name(symbol: str) -> str:
    return {" ": "a blank", "": "an empty cell"}.get(symbol, symbol)


def _header_remark(header: Header, state: State) -> str:
    flags = len(state.flagged)
    since = f", since there {'is' if flags == 1 else 'are'} {counted(flags, 'flag')}"
    return f"read {quoted(header.text)} as mines: {state.mines}{since if header.left else ''}"


def _zero_beside(state: State) -> int | None:
    """Return a field that shows 0 next to a covered field or a flag, or None."""
    for f, number in enumerate(state.content):
        if number == 0 and any(state.content[g] < 0 for g in state.neighbours[f]):
            return f
    return None


def _dot_remarks(bodies: Sequence[Body], content: Mapping[str, int]) -> list[str]:
    """Return a remark if a dot was read as covered, but may be 0; refuse it next to blanks."""
    flagged = FLAGGED in content.values() and content.keys() & set("12345678")
    if " " not in content and not flagged:
        return []
    states = [_state(body, dict(content) | {".": 0, " ": COVERED}) for body in bodies]
    if not all(_may_fit(state) and _zero_beside(state) is None for state in states):
        return []
    if " " in content:
        line = bodies[0].rows[0][0]
        raise InputError(
            f"line {line}: a dot or a blank may be 0, the other covered; {SYMBOL_ADVICE}"
        )
    return [f"read . as covered; if it is 0, {SYMBOL_ADVICE.partition(',')[0]}"]


def _check_shapes(bodies: Sequence[Body], remarks: list[str]) -> None:
    """Refuse states that are too large, and remark on a single long row."""
    if [len(body.rows) for body in bodies] == [1] and len(bodies[0].rows[0][1]) >= LONG_ROW:
        size = len(bodies[0].rows[0][1])
        remarks.append(f"read as one row of {size} fields; write a line for each row of a board")
    for body in bodies:
        with error_context(f"line {body.rows[0][0]}"):
            check_shape(len(body.rows), len(body.rows[0][1]))


def _check_zeros(bodies: Sequence[Body], states: Sequence[State]) -> None:
    """Refuse fields that were read as 0, or covered, if that is next to the other."""
    for body, state in zip(bodies, states, strict=True):
        if (f := _zero_beside(state)) is not None:
            raise InputError(
                f"line {body.rows[f // state.cols][0]}: column {f % state.cols + 1} would be 0 "
                f"next to a covered field or a flag; {SYMBOL_ADVICE}"
            )


def _check_widths(body: Body) -> None:
    first, row = body.rows[0]
    width = len(row)
    for number, cells in body.rows:
        if len(cells) != width:
            if number == body.rows[1][0] and "".join(row).isdecimal() and body.header is None:
                raise InputError(
                    f"line {first}: {quoted(''.join(row))} is not as long as the row below it; if "
                    "it is the number of mines, write mines: N"
                )
            raise InputError(
                f"line {number}: {counted(len(cells), 'field')}, but the board's first row "
                f"has {width}"
            )


def _state(body: Body, content: Mapping[str, int]) -> State:
    values = tuple(content[symbol] for _, row in body.rows for symbol in row)
    mines = None
    if body.header is not None:
        mines = body.header.mines
        if body.header.left:
            mines += values.count(FLAGGED)
    first, row = body.rows[0]
    with error_context(f"line {first if body.header is None else body.header.line}"):
        return State(len(body.rows), len(row), values, mines)


def _symbolic(
    bodies: Sequence[Body], symbols: Mapping[str, None], remarks: list[str]
) -> list[State]:
    """Return the states whose fields are symbols, by their `meanings`."""
    unclear = (n for body in bodies for n, row in body.rows if not UNCLEAR.isdisjoint(row))
    with error_context(f"line {next(unclear, 1)}"):
        meaning = meanings(symbols.keys())
    content = {symbol: CONTENT[meaning[symbol]] for symbol in symbols}
    states = [_state(body, content) for body in bodies]
    if any(symbol in EMPTY for symbol in symbols):
        _check_zeros(bodies, states)
    if "." in symbols and symbols.keys().isdisjoint(HIDDEN) and "0" not in symbols:
        remarks += _dot_remarks(bodies, content)
    others = [f"{_name(s)} as {meaning[s]}" for s in symbols if s in OTHERS and s != "#"]
    if others:
        remarks.append(f"read {', '.join(others)}")
    return states


def _coded(bodies: Sequence[Body], symbols: Iterable[str], remarks: list[str]) -> list[State]:
    """Return the states whose fields are numbers, by the only one of `CODES` that fits them."""
    states_of_codes: dict[tuple[tuple[str, int], ...], list[State]] = {}
    for codes in CODES:
        content = {str(number): number for number in range(9)} | codes
        if all(symbol in content for symbol in symbols):
            states = [_state(body, content) for body in bodies]
            if all(map(_may_fit, states)):
                states_of_codes[tuple((s, content[s]) for s in symbols if s in codes)] = states
    code, place = next(
        (symbol, f"line {number}, column {column}")
        for body in bodies
        for number, row in body.rows
        for column, symbol in enumerate(row, start=1)
        if CODE.fullmatch(symbol) or symbol == "9"
    )
    if len(states_of_codes) != 1:
        doubt = "may be covered or a flag" if states_of_codes else "is not a field"
        raise InputError(f"{place}: '{code}' {doubt}; use 0-8, . (covered) or F (flagged)")
    [(read_as, states)] = states_of_codes.items()
    words = {COVERED: ".", FLAGGED: "F"}
    remarks.append(f"read {', '.join(f'{symbol} as {words[value]}' for symbol, value in read_as)}")
    return states


def _may_fit(state: State) -> bool:
    """Return whether no number alone, nor the number of mines, excludes a state."""
    flagged, covered = len(state.flagged), len(state.covered)
    if state.mines is not None and not flagged <= state.mines <= flagged + covered:
        return False
    for f, number in enumerate(state.content):
        if number >= 0:
            around = [state.content[g] for g in state.neighbours[f]]
            least = around.count(FLAGGED)
            if not least <= number <= least + around.count(COVERED):
                return False
    return True


def _bodies(text: str) -> Iterator[tuple[Header | None, Block]]:
    """Yield the lines of each state, with the header above them, if any."""
    header = None
    for block in blocks(text, strip=False):
        for part in _split_at_blanks(block):
            if MENTION.search(part[0][1]):
                _check_followed(header)
                header, part = parse_header(*part[0]), part[1:]
            for number, line in part:
                if MENTION.search(line):
                    raise InputError(
                        f"line {number}: the number of mines must be above the rows of its state, "
                        "after an empty line"
                    )
            if part and all("/" in line for _, line in part):  # a state in each line
                for number, line in part:
                    yield header, [(number, row) for row in line.strip().split("/")]
                    header = None
            elif part:
                yield header, part
                header = None
    _check_followed(header)


def parse_header(number: int, line: str) -> Header:
    """Return the number of mines in a line that mentions it, or raise `InputError`."""
    text = line.strip()
    stripped_text = text.strip(f"{punctuation}{whitespace}")
    for pattern in HEADERS:
        match = pattern.fullmatch(stripped_text)
        if match and parse_whole_number(match["mines"], 0, 10**9 - 1) is not None:
            return Header(number, text, int(match["mines"]), bool(match["left"]))
    raise InputError(f"line {number}: {quoted(text)} is no number of mines; write mines: N")


def _check_followed(header: Header | None) -> None:
    if header is not None:
        raise InputError(f"line {header.line}: no board follows the number of mines")


def _split_at_blanks(block: Block) -> Iterator[Block]:
    """Yield the parts between blank lines; refuse a line of blanks that may be a row of zeros."""
    filled = [index for index, (_, line) in enumerate(block) if line.strip()]
    rows = [line for _, line in block if line.strip() and not MENTION.search(line)]
    with_blanks, with_zeros = any(" " in row.rstrip() for row in rows), any("0" in r for r in rows)
    with_covered = any(symbol in row for row in rows for symbol in f".{HIDDEN}")
    part: Block = []
    for index, (number, line) in enumerate(block):
        is_row = bool(line.strip())
        if not is_row:
            place = bisect(filled, index)
            before = block[filled[place - 1]][1] if place else ""
            after = block[filled[place]][1] if place < len(filled) else ""
            is_row = _may_be_row(line, before, after)
            if is_row and not MENTION.search(before):  # rows follow a header
                if (with_blanks == with_zeros or not with_covered) and "\t" not in line:
                    raise InputError(
                        f"line {number}: a line of blanks may be a row of zeros, or separate two "
                        "states; write zeros, or leave the line empty"
                    )
                is_row = with_blanks or "\t" in line
        if is_row:
            part.append((number, line))
        elif part:
            yield part
            part = []
    if part:
        yield part


def _may_be_row(line: str, before: str, after: str) -> bool:
    rows = [row for row in (before, after) if row and not MENTION.search(row)]
    return (
        bool(rows)
        and (
            set(line) == {" "}
            or all("\t" in row and row.count("\t") == line.count("\t") for row in rows)
        )
        and not MENTION.search(after)
        and ("\t" in line or all(len(row) == len(line) for row in rows))
    )


def _body(header: Header | None, block: Block, remarks: list[str]) -> Body:
    """Return a state's text, without a line that gives its size and without numbers of rows."""
    block = unlabelled(block, remarks)
    size = SIZE_LINE.fullmatch(block[0][1].strip()) if header is None else None
    if size is None or len(block) == 1 or "\t" in block[0][1]:
        if size is not None and "x" in block[0][1]:
            raise InputError(
                f"line {block[0][0]}: {quoted(block[0][1].strip())} may be a size; write the rows "
                "directly below it, or remove it"
            )
        return Body(header, *_split(block, remarks))
    number, line = block[0][0], block[0][1].strip()
    try:
        rows, separated = _split(block[1:], [])
    except InputError:
        return Body(header, *_split(block, remarks))
    widths = {len(row) for _, row in rows}
    shape = len(rows), max(widths)
    cells = len(split_cells(line) or ())
    if len(widths) > 1 or shape not in ((int(size[1]), int(size[2])), (int(size[2]), int(size[1]))):
        if len(line) in widths or cells in widths:
            return Body(header, *_split(block, remarks))
        raise InputError(
            f"line {number}: {quoted(line)} is not the size of the rows below it, "
            f"{shape[0]}×{shape[1]}; correct or remove this line"
        )
    if separated and cells == shape[1]:
        raise InputError(
            f"line {number}: {quoted(line)} may be a row, or the size of the rows below it; write "
            "the fields without separators"
        )
    mines = f" with {counted(int(size[3]), 'mine')}" if size[3] else ""
    remarks.append(f"read {quoted(line)} as {shape[0]}×{shape[1]}{mines}")
    if size[3]:
        header = Header(number, f"mines: {size[3]}", int(size[3]), left=False)
    return Body(header, rows, separated)


def unlabelled(block: Block, remarks: list[str]) -> Block:
    """Return lines without a header above them and without numbers or letters of rows."""
    words = [split_cells(line) or [] for _, line in block]
    if not all(words):
        return block
    rows, remark = without_labels(words, _is_cell)
    if remark:
        remarks.append(remark)
    if rows is words:
        return block
    numbers = [number for number, _ in block[-len(rows) :]]
    return [(number, "\t".join(row)) for number, row in zip(numbers, rows, strict=True)]


def _is_cell(word: str) -> bool:
    return len(word) < 2 or CODE.fullmatch(word) is not None


def _split(block: Block, remarks: list[str]) -> tuple[Rows, bool]:
    """Return the fields of some lines, and whether they are separated.

    Next to a field that shows 0, nothing is covered. So blanks beside a covered field or a flag
    separate fields. Raise `InputError` if blanks may be separators or fields.
    """
    words = [split_cells(line) or [] for _, line in block]
    rows: Rows = [(number, row) for (number, _), row in zip(block, words, strict=True)]
    lines = [line for _, line in block]
    stripped_lines = [line.strip() for line in lines]
    mark = next((mark for mark in ",;|\t" if all(mark in line for line in lines)), None)
    if mark is not None:
        empty = any("" in row for row in words) or all(line.endswith(" ") for line in lines)
        if empty and mark in ",;" and any(line.endswith(mark) for line in stripped_lines):
            raise InputError(
                f"line {block[0][0]}: a cell is empty, and a row ends with a "
                f"{'comma' if mark == ',' else 'semicolon'}; write 0 for an empty field"
            )
        return [(number, [cell or " " for cell in row]) for number, row in rows], True
    if not any(" " in line for line in stripped_lines):  # at most, blanks are around the rows
        fields = _stripped(lines)
        _check_ends(block[0][0], fields)
        return [(number, line) for (number, _), line in zip(block, fields, strict=True)], False
    if _are_split_at_blanks(block[0][0], lines, words, remarks):
        return rows, True
    if any(map(BESIDE.search, lines)) and all(map(READABLE_SYMBOLS.issuperset, stripped_lines)):
        raise InputError(
            f"line {block[0][0]}: blanks are beside covered fields or flags, so they are not 0; "
            "remove the blanks between fields, and write 0 for an empty field"
        )
    _check_ends(block[0][0], lines)
    return list(block), False


def _are_split_at_blanks(
    number: int, lines: Sequence[str], words: Sequence[Sequence[str]], remarks: list[str]
) -> bool:
    """Return whether the words of some lines are their fields; refuse words that may be, or not."""
    cells = list(chain.from_iterable(words))
    if len(set(map(len, words))) > 1 or len(words[0]) < 2:
        return False
    if any(map(CODE.fullmatch, cells)) and all(
        CODE.fullmatch(x) or x in "0123456789" for x in cells
    ):
        return True
    if not READABLE_SYMBOLS.issuperset(cells):
        return False
    if set(cells) <= set("012345678"):
        raise InputError(
            f"line {number}: blanks may be fields or separators; write the fields without "
            "separators, and 0 for an empty field"
        )
    if all(line.endswith("  ") for line in lines):
        _check_ends(number, lines)
    stripped_lines = [line.strip() for line in lines]
    if are_consecutive([row[0] for row in words]) and all(map(LABELLED.match, stripped_lines)):
        raise InputError(
            f"line {number}: the first column may be the numbers of the rows; remove them, and the "
            "blanks between fields"
        )
    gaps = {gap for line in stripped_lines for gap in re.findall(" +", line)}
    if len(gaps) > 1:
        return False
    if all(line.startswith(f" {gap}") for line in lines for gap in gaps):
        remarks.append(
            "read without the blanks at the beginnings of the rows; if they are fields, write 0"
        )
    return True


def _stripped(lines: Sequence[str]) -> Sequence[str]:
    """Return rows without the blanks at their beginnings or ends, if these cannot be fields."""
    stripped_lines = lines
    text = "".join(lines)
    zeros = "0" in text and any(symbol in text for symbol in f".{HIDDEN}")
    for strip, beside in ((str.lstrip, BEGINS.match), (str.rstrip, ENDS.search)):
        candidates = [strip(line) for line in stripped_lines]
        if len(set(map(len, candidates))) == 1 and (zeros or any(map(beside, stripped_lines))):
            stripped_lines = candidates
    return stripped_lines


def _check_ends(number: int, lines: Sequence[str]) -> None:
    """Refuse blanks at the beginnings or ends of all rows, which may be fields or not."""
    for where, ends in (("beginnings", str.startswith), ("ends", str.endswith)):
        if all(ends(line, " ") and line.strip() for line in lines):
            raise InputError(
                f"line {number}: blanks at the {where} of all rows may be fields or not; remove "
                "them, or write 0"
            )


def _check_empty_lines(text: str, bodies: Sequence[Body]) -> None:
    """Refuse an empty line that may be a row of blanks, the ends of which an editor has removed."""
    if any(line.endswith(" ") for line in text.splitlines()):
        return
    with_blanks = any(" " in row for body in bodies if not body.separated for _, row in body.rows)
    for above, below in pairwise(bodies):
        alike = len(above.rows[0][1]) == len(below.rows[0][1])
        if with_blanks and alike and below.header is None:
            raise InputError(
                f"line {below.rows[0][0] - 1}: an empty line may be a row of zeros, or separate "
                "two states; write 0 instead of blanks"
            )
