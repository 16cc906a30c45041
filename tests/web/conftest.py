"""The pages of the web application, opened in Chromium from a server on this machine."""

import base64
import http.server
import json
import os
import shutil
import subprocess
import threading
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

WEB = Path(__file__).parents[2] / "web"
"""The sources of the application."""

PAGES = ("index", "floodit", "flowfree", "minesweeper")
SIZES = {320: 640, 390: 844, 1400: 900}
"""The width and height of a phone and of a desktop, in CSS pixels."""


def field(r, c):
    """Return the selector of a field."""
    return f".field[aria-label^='{chr(65 + c)}{r + 1},']"


class Server(http.server.ThreadingHTTPServer):
    """A server of a folder on this machine.

    `requested` lists the paths of all requests; those in `absent` are answered by an error.
    """

    daemon_threads = True

    def __init__(self, folder):
        self.requested = requested = []
        self.absent = absent = set()

        class Handler(http.server.SimpleHTTPRequestHandler):
            extensions_map = {  # noqa: RUF012 - declared so by the standard library
                **http.server.SimpleHTTPRequestHandler.extensions_map,
                ".js": "text/javascript",
                ".wasm": "application/wasm",
                ".webmanifest": "application/manifest+json",
            }

            def __init__(self, *arguments):
                super().__init__(*arguments, directory=folder)

            def do_GET(self):
                requested.append(self.path)
                if self.path in absent:
                    self.send_error(503)
                else:
                    super().do_GET()

            def log_message(self, *arguments):
                pass

            def end_headers(self):
                self.send_header("Cache-Control", "no-store")
                super().end_headers()

        super().__init__(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server_port}"


@contextmanager
def served(folder):
    """Yield a running `Server` of a folder."""
    with Server(folder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture(scope="session")
def site():
    """The server of the application."""
    with served(WEB) as server:
        yield server


class Page:
    """One tab of the browser, with short names for what tests do in it."""

    def __init__(self, browser, address):
        self.browser, self.address = browser, address

    def emulate(self, command, **options):
        self.browser.execute_cdp_cmd(f"Emulation.{command}", options)

    def resize(self, width):
        """Set the size of the screen to one of `SIZES`; a narrow one is that of a phone."""
        self.width = width
        self.emulate(
            "setDeviceMetricsOverride",
            width=width,
            height=SIZES[width],
            deviceScaleFactor=1,
            mobile=width < 500,
        )
        self.emulate("setTouchEmulationEnabled", enabled=width < 500)

    def prefer(self, scheme="light", motion="no-preference"):
        """Set the preferences for light or dark colours and for reduced motion."""
        self.emulate(
            "setEmulatedMedia",
            media="",
            features=[
                {"name": "prefers-color-scheme", "value": scheme},
                {"name": "prefers-reduced-motion", "value": motion},
            ],
        )

    def open(self, name, fragment=""):
        """Open a page of the application, or a `Path`, afresh."""
        self.name = name
        self.browser.get("about:blank")  # another fragment alone does not load the page again
        given = name.as_uri() if isinstance(name, Path) else f"{self.address}/{name}.html"
        self.browser.get(given + (f"#{fragment}" if fragment else ""))
        self.browser.execute_async_script(  # wait until it has started
            "const entries = [...document.querySelectorAll('script[type=module]')].map("
            "  (script) => import(`#js/${/\\w+\\.js/.exec(script.src || script.textContent)[0]}`));"
            "Promise.allSettled(entries).then(arguments[0])"
        )
        return self

    def start(self, given):
        """Give a puzzle to the page, as a single file does."""
        self.browser.execute_async_script(
            "const [module, given, done] = arguments;"
            "import(module).then((page) => { page.start(given); done(); });",
            f"#js/{self.name}.js",
            given,
        )

    def enter(self, **numbers):
        """Type numbers into the inputs with these names."""
        from selenium.webdriver import Keys

        for name, number in numbers.items():
            self.find(f"#{name}").clear()
            self.find(f"#{name}").send_keys(str(number), Keys.TAB)

    def choose(self, selector, value, event="change"):
        """Give an input or a menu a value, as a person does."""
        self.run(
            "const [selector, value, event] = arguments, x = document.querySelector(selector);"
            "x.value = value; x.dispatchEvent(new Event(event))",
            selector,
            value,
            event,
        )

    def intercept(self, code, *given):
        """Run JavaScript for each message to a worker, `data`, which is sent if it calls `send`."""
        self.run(
            "const given = arguments, post = Worker.prototype.postMessage;"
            "Worker.prototype.postMessage = function (data, ...more) {"
            f"  const send = () => post.call(this, data, ...more); {code}"
            "};",
            *given,
        )

    def labels(self):
        """Return what a screen reader says about each field, once a shown answer is complete."""
        self.wait("document.querySelector('#result:not([hidden])')?.ariaBusy !== 'true'")
        return self.run("return [...document.querySelectorAll('.field')].map(x => x.ariaLabel)")

    def said(self, words):
        """Wait until the status contains some words, and return it."""
        self.wait("document.querySelector('#status').textContent.includes(arguments[0])", words)
        return self.text("#status")

    def run(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def find(self, selector):
        return self.browser.find_element("css selector", selector)

    def all(self, selector):
        return self.browser.find_elements("css selector", selector)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).textContent", selector)

    def click(self, selector):
        element = self.find(selector)
        self.run("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def press(self, *keys):
        """Press keys: a character or one of `Keys`, perhaps after `Keys.CONTROL` or `SHIFT`."""
        from selenium.webdriver import ActionChains, Keys

        actions = ActionChains(self.browser, duration=0)
        for key in keys:
            held = key[0] if key[0] in (Keys.CONTROL, Keys.SHIFT) else ""
            if held:
                actions.key_down(held)
            actions.send_keys(key.removeprefix(held))
            if held:
                actions.key_up(held)
        actions.perform()

    def right_click(self, selector):
        from selenium.webdriver import ActionChains

        ActionChains(self.browser, duration=0).context_click(self.find(selector)).perform()

    def touch(self, selector, until="true"):
        """Touch an element until a JavaScript expression is true."""
        element = self.find(selector)
        self.run("arguments[0].scrollIntoView({block: 'center'})", element)
        x, y = self.run(
            "const {x, y, width, height} = arguments[0].getBoundingClientRect();"
            "return [x + width / 2, y + height / 2]",
            element,
        )
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            self.browser.execute_cdp_cmd(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points}
            )
            self.wait(until)

    def wait(self, condition, *arguments, seconds=30):
        """Return the value of a JavaScript expression as soon as it is true."""
        end = monotonic() + seconds
        while not (found := self.run(f"return ({condition})", *arguments)):
            assert monotonic() < end, f"not true within {seconds} s: {condition}"
            sleep(0.02)
        return found

    def answered(self):
        """Wait until the answer is that of the position on the board, and return its note."""
        self.wait("document.querySelector('#result').ariaBusy === 'false'")
        return self.text("#note")

    def picture(self, name):
        """Save a picture of the whole page, if the variable PUZZLESAT_PICTURES names a folder."""
        if folder := os.environ.get("PUZZLESAT_PICTURES"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            size = self.browser.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]
            found = self.browser.execute_cdp_cmd(
                "Page.captureScreenshot",
                {"captureBeyondViewport": True, "clip": {**size, "scale": 1}},
            )
            Path(folder, f"{name}.png").write_bytes(base64.b64decode(found["data"]))

    def overflow(self):
        """Return by how many pixels the page is wider than the screen."""
        return self.run("return document.scrollingElement.scrollWidth") - self.width

    def errors(self):
        """Return the messages in the console since the last call."""
        return [
            f"{entry['level']}: {entry['message']}" for entry in self.browser.get_log("browser")
        ]


@pytest.fixture
def page(browser, site):
    """A page of the application; messages in the console fail the test."""
    opened = Page(browser, site.address)
    browser.execute_cdp_cmd(
        "Storage.clearDataForOrigin", {"origin": site.address, "storageTypes": "all"}
    )
    opened.errors()
    opened.resize(1400)
    opened.prefer()
    yield opened
    found = opened.errors()
    browser.get("about:blank")
    for command, options in (
        ("clearDeviceMetricsOverride", {}),
        ("setTouchEmulationEnabled", {"enabled": False}),
        ("setEmulatedMedia", {"media": "", "features": []}),
        ("setCPUThrottlingRate", {"rate": 1}),
    ):
        opened.emulate(command, **options)
    assert found == []


def node(script, data=None, *arguments):
    """Return what a program in Node prints as JSON; its input is the JSON of some data.

    The program is a file, or the lines of a module in which `data` is what it reads.
    """
    program = shutil.which("node")
    if not program:
        pytest.skip("there is no Node (Debian: apt-get install nodejs)")
    begin = 'import { readFileSync } from "node:fs"; const data = JSON.parse(readFileSync(0));\n'
    is_file = isinstance(script, Path)
    words = [script, *arguments] if is_file else ["--input-type=module", "-e", begin + script]
    ran = subprocess.run(
        [program, *words], input=json.dumps(data), cwd=WEB, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def refusal(page):
    """Wait for the headline that refuses what was given; neither a board nor an answer is shown."""
    page.wait("document.querySelector('#refusal').checkVisibility()")
    for selector in ("#board", "#answer", "#example"):
        assert not page.run(
            "return document.querySelector(arguments[0])?.checkVisibility()", selector
        )
    return page.text("#refusal")


def filled(page, board="#board"):
    """Return the rows of the fields of a board: a, b, … for each colour, and . for none."""
    found = page.run(
        "return [...document.querySelectorAll(`${arguments[0]} [role=row]`)].map((row) =>"
        " [...row.children].map((field) => field.style.backgroundColor))",
        board,
    )
    letters: dict[str, str] = {"": "."}
    for fill in (fill for row in found for fill in row if fill):
        letters.setdefault(fill, chr(ord("a") + len(letters) - 1))
    return ["".join(letters[fill] for fill in row) for row in found]


def colours(page):
    return "/".join(filled(page))
