"""The engine in the worker of a real page, compared with the native engine, and stopped."""

import pytest

from puzzlesat.floodit.board.sample import random_board
from tests.web import test_engine

MANY = 15
"""The number of puzzles of each kind."""

CALL = """
const [calls, done] = arguments;
(async () => {
  const { Engine } = await import("#engine.js");
  window.engine ??= new Engine();
  const answers = [];
  for (const [method, argument] of calls) {
    try {
      answers.push({ result: await engine.call(method, argument) });
    } catch (error) {
      answers.push({ error: { name: error.name, message: error.message } });
    }
  }
  done(answers);
})();
"""


@pytest.fixture
def in_page(page, monkeypatch):
    """Let the comparisons of `test_engine` call the engine of a page."""
    page.open("minesweeper")
    page.answered()

    def call(calls):
        return page.browser.execute_async_script(CALL, calls)

    monkeypatch.setattr(test_engine, "call", call)
    return page


def test_answers_in_the_browser_are_those_of_the_native_engine(in_page):
    test_engine.compare_floodit(test_engine.boards(MANY))
    test_engine.compare_flowfree(test_engine.puzzles(MANY))
    test_engine.compare_minesweeper(test_engine.states(MANY))


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("floodit", "engine/puzzlesat.wasm.gz"),
        ("flowfree", "js/worker.js"),
        ("minesweeper", "engine/puzzlesat.wasm.gz"),
    ],
)
def test_a_page_recovers_when_the_engine_can_be_loaded(page, site, name, file):
    """By itself when the network is back, or when it is asked again."""
    site.absent.add(f"/{file}")
    try:
        page.open(name, {"floodit": "01/10", "flowfree": "A.A/B.B", "minesweeper": "1./.."}[name])
        sentence = page.wait("document.querySelector('#error').textContent")
        assert sentence.startswith("The engine") and sentence.endswith(".")
        page.run(  # but the server still has no engine
            "document.querySelector('#error').textContent = ''; dispatchEvent(new Event('online'))"
        )
        assert page.answered() is not None
        assert page.wait("document.querySelector('#error').textContent")
        page.errors()  # the missing file
    finally:
        site.absent.clear()
    page.run("dispatchEvent(new Event('online'))")
    page.wait("/\\d|only one/.test(document.querySelector('#result').textContent)")
    page.answered()
    assert not page.text("#error")


def test_the_network_that_returns_while_the_engine_is_loaded_is_not_missed(page, site):
    """The second of two events comes while the page tries again after the first."""
    site.absent.add("/engine/puzzlesat.wasm.gz")
    try:
        page.open("floodit", "01/10")
        page.wait("document.querySelector('#error').textContent")
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
    page.wait("/\\d/.test(document.querySelector('#result').textContent)")


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


def test_a_search_is_ended_and_the_next_one_begins(in_page):
    """The search reports progress; it takes minutes if it is not ended."""
    hard = test_engine.as_board(random_board(2020, 30, 8, 0))
    easy = test_engine.as_board(random_board(2020, 6, 4, 0))
    found = in_page.browser.execute_async_script(
        """
        const [hard, easy, done] = arguments;
        (async () => {
          const { Engine } = await import("#engine.js");
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
