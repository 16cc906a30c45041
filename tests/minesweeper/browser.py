"""A headless Chromium, driven by the W3C's WebDriver protocol: a handful of HTTP requests."""

import base64
import json
import shutil
import subprocess
import urllib.request
from contextlib import contextmanager

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
OPTIONS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


class Browser:
    """An open page."""

    def __init__(self, session):
        self.session = session

    def _ask(self, path, **body):
        return request(f"{self.session}/{path}", body or None)

    def run(self, script, *arguments):
        """Return what a script returns."""
        return self._ask("execute/sync", script=script, args=list(arguments))

    def open(self, path):
        self._ask("url", url=f"file://{path}")

    def click(self, selector):
        """Click on an element as a person does, with the mouse."""
        [(_, element)] = self._ask("element", using="css selector", value=selector).items()
        request(f"{self.session}/element/{element}/click", {"id": element})

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self._ask("screenshot")))


def request(url, body=None, method=None):
    """Return the answer's value; the driver answers what it cannot do with an HTTP error."""
    content = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(
        url, content, {"Content-Type": "application/json"}, method=method
    )
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return json.load(answer)["value"]


@contextmanager
def browser(profile, width=1500, height=1100):
    """Yield a new browser without a network, which ends with the block."""
    driver = subprocess.Popen(
        [DRIVER, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        port = next(
            line.split()[-1].rstrip(".") for line in driver.stdout if "successfully on port" in line
        )
        options = {
            "binary": CHROMIUM,
            "args": [
                *OPTIONS,
                f"--user-data-dir={profile}",
                f"--window-size={width},{height}",
                "--proxy-server=127.0.0.1:9",  # whatever asks the network gets an error
            ],
        }
        wanted = {"browserName": "chrome", "goog:chromeOptions": options}
        url = f"http://127.0.0.1:{port}/session"
        opened = request(url, {"capabilities": {"alwaysMatch": wanted}})
        session = f"{url}/{opened['sessionId']}"
        try:
            yield Browser(session)
        finally:
            request(session, method="DELETE")
    finally:
        driver.terminate()
        driver.wait()
