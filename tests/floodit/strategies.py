"""Boards for property tests."""

from hypothesis import strategies as st

from puzzlesat.floodit.board.board import Board


@st.composite
def boards(draw: st.DrawFn, most_fields: int = 16, most_colours: int = 5) -> Board:
    """Small rectangular boards; not every colour need be shown."""
    rows = draw(st.integers(1, most_fields))
    cols = draw(st.integers(1, most_fields // rows))
    k = draw(st.integers(1, most_colours))
    colour = st.integers(0, k - 1)
    row = st.lists(colour, min_size=cols, max_size=cols)
    return Board.of(draw(st.lists(row, min_size=rows, max_size=rows)), k)
