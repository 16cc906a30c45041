"""Game IDs agree with Simon Tatham's Flood, an independent program."""

import shutil
import subprocess

import pytest

from puzzlesat.floodit import parse, parse_board, solve_board
from puzzlesat.floodit.formats.game_id import game_id_of

FLOOD = shutil.which("sgt-flood", path="/usr/games:/usr/local/bin:/usr/bin")

pytestmark = pytest.mark.skipif(
    FLOOD is None, reason="there is no sgt-flood (Debian: apt-get install sgt-puzzles)"
)


@pytest.mark.parametrize("parameters", ["4x4c4m0", "5x8c6m0", "9x6c10m0"])
def test_minimum_is_within_the_limit_of_generated_boards(parameters):
    command = [FLOOD, "--generate", "3", parameters]
    for written in subprocess.run(
        command, capture_output=True, text=True, check=True
    ).stdout.split():
        size, _, rest = written.partition(":")
        grid, _, limit = rest.partition(",")
        board = parse(written)
        assert f"{board.cols}x{board.rows}" == size
        assert board.text.replace("/", "") == grid
        assert solve_board(board).minimum <= board.limit == int(limit)


@pytest.mark.parametrize("text", ["0120/1203/3321/0012", "RRG/GBB", "10,2/2,1"])
def test_written_ids_are_opened(text, tmp_path):
    if not shutil.which("xvfb-run"):
        pytest.skip("there is no xvfb-run (Debian: apt-get install xvfb xauth)")
    picture = tmp_path / "a.png"
    for written, opened in ((game_id_of(parse_board(text)), True), ("2x2c3m0:015,2", False)):
        command = ["xvfb-run", "-a", FLOOD, "--screenshot", str(picture), written]
        done = subprocess.run(command, capture_output=True, check=False)
        assert (done.returncode == 0, picture.exists()) == (opened, opened)
        picture.unlink(missing_ok=True)
