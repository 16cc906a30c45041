"""The engine in the worker of a real page: not loaded, loaded again, and stopped."""

import pytest
from selenium.webdriver import Keys

from puzzlesat.floodit.board.sample import random_board
from tests.web import test_engine
from tests.web.conftest import refusal
from tests.web.test_entry import paste
from tests.web.test_picture import flood_picture, give


@pytest.mark.parametrize(
    ("name", "fragment", "file"),
    [
        ("floodit", "01/10", "engine/puzzlesat.wasm.gz"),
        ("flowfree", "A.A/B.B", "js/worker.js"),
        ("minesweeper", "1./..", "engine/puzzlesat.wasm.gz"),
    ],
)
@pytest.mark.parametrize("is_asked", [True, False])
def test_a_page_recovers_when_the_engine_can_be_loaded(page, site, name, fragment, file, is_asked):
    """When it is asked to try again, or by itself when the network is back."""
    again = (lambda: page.click("#refusal button")) if is_asked else lambda: page.run(
        "dispatchEvent(new Event('online'))")  # fmt: skip
    site.absent.add(f"/{file}")
    try:
        page.open(name, fragment)
        for _ in range(2):
            assert refusal(page).startswith("The solver could not be loaded: ")
            assert not page.run("return document.querySelector('.panel').checkVisibility()")
            page.press(Keys.ARROW_RIGHT, Keys.CONTROL + "z")  # nothing fails
            page.run("document.querySelector('#refusal').firstChild.data = ''")
            again()
            page.wait("document.querySelector('#refusal')?.firstChild?.data")
        refusal(page)
        page.errors()  # the missing file
    finally:
        site.absent.clear()
    again()
    page.wait("/\\d|only one/.test(document.querySelector('#result')?.textContent)")
    page.answered()
    assert page.run("return document.querySelector('#refusal').hidden")


@pytest.mark.parametrize("way", [lambda page: paste(page, "RRB\nGBR", "document.body"),
                                 lambda page: give(page, flood_picture())])  # fmt: skip
def test_a_board_is_read_by_the_first_page_when_the_engine_can_be_loaded(page, site, way):
    site.absent.add("/engine/puzzlesat.wasm.gz")
    try:
        page.open("index")
        way(page)
        assert refusal(page).startswith("The solver could not be loaded: ")
        page.errors()  # the missing file
    finally:
        site.absent.clear()
    page.click("#refusal button")
    page.wait("document.querySelector('dialog[open] .preview .field, .floodit .field')")


def test_the_network_that_returns_while_the_engine_is_loaded_is_not_missed(page, site):
    """The second of two events comes while the page tries again after the first."""
    site.absent.add("/engine/puzzlesat.wasm.gz")
    try:
        page.open("floodit", "01/10")
        refusal(page)
        page.run(
            "const real = fetch; window.fetch = async (...given) => {"
            "  const answer = await real(...given); window.fetch = real; window.waits = true;"
            "  await new Promise((go) => { window.go = go; }); return answer; };"
            "dispatchEvent(new Event('online'))"
        )
        page.wait("window.waits")
        page.errors()  # the missing file
    finally:
        site.absent.clear()
    page.run("dispatchEvent(new Event('online')); window.go()")
    page.wait("/\\d/.test(document.querySelector('#result')?.textContent)")


def test_workers_get_the_engine_compiled(page):
    """Also the one that takes the place of one whose search was stopped."""
    page.open("floodit", random_board(2020, 30, 8, 0).text)
    page.intercept(
        "if (data.module) (window.modules ??= []).push(data.module instanceof WebAssembly.Module);"
        "send();"
    )
    page.wait("document.querySelector('#result').dataset.upper")
    page.click("#stop")
    page.click("#resume")
    page.wait("window.modules?.length")
    assert set(page.run("return window.modules")) == {True}
    page.click("#stop")


def test_a_search_is_ended_and_the_next_one_begins(page):
    """The search reports progress; it takes minutes if it is not ended."""
    hard = test_engine.as_board(random_board(2020, 30, 8, 0))
    easy = test_engine.as_board(random_board(2020, 6, 4, 0))
    page.open("minesweeper")
    page.answered()
    found = page.browser.execute_async_script(
        """
        const [hard, easy, done] = arguments;
        (async () => {
          const { Engine } = await import("#js/engine.js");
          const engine = new Engine();
          let progress = null;
          const ended = engine.call("floodit.solve", hard, {
            onprogress: (bounds) => {
              progress = bounds;
              engine.stop();
            },
          }).catch((error) => ({ stopped: error.stopped, message: error.message }));
          const first = await ended;
          done({ progress, first, second: await engine.call("floodit.solve", easy) });
        })();
        """,
        hard,
        easy,
    )
    assert found["progress"]["lower"] < found["progress"]["upper"]
    assert found["first"]["stopped"] and found["first"]["message"].endswith(".")
    assert found["second"]["status"] == "optimal"
