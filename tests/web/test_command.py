"""The command `puzzlesat`: the installed pages, opened without a network."""

import subprocess
import sys
import threading
from pathlib import Path
from urllib.request import urlopen

from puzzlesat.__main__ import server
from puzzlesat.common.page import application
from tests.web.conftest import Page


def test_the_command_serves_the_pages_and_the_engine(browser):
    with server(Path(str(application())), 0) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        page = Page(browser, f"http://127.0.0.1:{serving.server_port}").open("floodit", "01/10")
        page.wait("document.querySelector('#result').dataset.state === 'optimal'")
        browser.get("about:blank")
        serving.shutdown()


def test_a_port_in_use_is_no_obstacle(tmp_path):
    (tmp_path / "index.html").write_text("pages", encoding="utf-8")
    with server(tmp_path, 0) as first, server(tmp_path, first.server_port) as second:
        assert second.server_port != first.server_port
        threading.Thread(target=second.serve_forever, daemon=True).start()
        with urlopen(f"http://127.0.0.1:{second.server_port}/") as answer:
            assert answer.read() == b"pages"
        second.shutdown()


def test_an_argument_prints_the_usage():
    command = [sys.executable, "-m", "puzzlesat", "board.txt"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert "floodit" in ran.stderr
    assert "board.txt" in ran.stderr
