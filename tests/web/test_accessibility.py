"""The pages for everybody: axe-core finds nothing in them, and the keyboard alone suffices.

axe-core is not part of the application. Its pinned version is downloaded once, by npm, into the
cache of the user.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.web.conftest import PAGES, SIZES
from tests.web.test_picture import flood_picture, opened

AXE = "axe-core@4.14.1"


@pytest.fixture(scope="session")
def axe():
    """The source of axe-core."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "puzzlesat" / AXE
    source = cache / "node_modules/axe-core/axe.min.js"
    if not source.exists():
        if not shutil.which("npm"):
            pytest.skip("there is no npm to download axe-core (Debian: apt-get install npm)")
        try:
            subprocess.run(
                ["npm", "install", "--no-save", "--ignore-scripts", "--prefix", cache, AXE],
                check=True,
                capture_output=True,
                timeout=60,
            )
        except (subprocess.SubprocessError, OSError):
            pytest.skip("axe-core cannot be downloaded from the npm registry")
    return source.read_text(encoding="utf-8")


def violations(page, axe):
    """Return what axe-core finds, as lines."""
    if not page.run("return !!window.axe"):
        page.browser.execute_cdp_cmd("Runtime.evaluate", {"expression": axe})
    found = page.browser.execute_async_script(
        "const done = arguments[0];"
        "axe.run({resultTypes: ['violations']}).then("
        "  ({violations}) => done(violations), error => done(String(error)));"
    )
    assert isinstance(found, list), found
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_at_any_tab(page, axe, name):
    """In light and dark, on a phone and on a desktop."""
    for width, scheme in zip(SIZES, ("dark", "light"), strict=True):
        page.resize(width)
        page.prefer(scheme)
        page.open(name)
        tabs = page.run("return [...document.querySelectorAll('[role=tab]')].map(tab => tab.id)")
        for tab in tabs or [None]:
            if tab:
                page.click(f"#{tab}")
            page.wait("document.readyState === 'complete'")
            found = violations(page, axe)
            assert not found, f"{name} {tab} {scheme}:\n" + "\n".join(found)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_dialogue_for_pictures(page, axe, scheme):
    page.prefer(scheme)
    opened(page, "floodit", flood_picture())
    page.wait("!document.querySelector('dialog button.main').disabled")
    found = violations(page, axe)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", ["floodit", "flowfree"])
def test_axe_finds_nothing_in_clauses(page, axe, name):
    page.open(name)
    page.click("#formula-tab")
    page.wait("document.querySelector('.formula details')")
    page.run(
        "for (const details of document.querySelectorAll('.formula details')) details.open = true"
    )
    page.wait("document.querySelector('.formula [role=option]')")
    found = violations(page, axe)
    assert not found, "\n".join(found)
