"""The application as it is published: use without a network, and updates in any order."""

import gzip
import random
import re
import shutil
from contextlib import suppress
from time import sleep
from urllib.parse import urlsplit

import pytest

from tests.programs import load_tool
from tests.web.conftest import WEB, Page, served
from tests.web.test_picture import flood_picture

PUZZLES = ("floodit", "flowfree", "minesweeper")
TOOL = load_tool("web")

VERSIONS = (
    "const meta = document.querySelector('meta[name=version]')?.content;"
    "const style = getComputedStyle(document.documentElement).getPropertyValue('--version');"
    "return [meta, style, ...(window.seen ?? [])].join('')"
)


@pytest.fixture(scope="module")
def versions(tmp_path_factory):
    """Two versions of the site, of which every file differs; each page says which files it has."""
    folder = tmp_path_factory.mktemp("versions")
    for version in "12":
        sources = folder / f"web{version}"
        shutil.copytree(WEB, sources)
        for path in sources.rglob("*"):
            if path.suffix == ".js":
                text = f"\n(globalThis.seen ??= new Set()).add('{version}');\n"
            elif path.suffix == ".css":
                text = f"\n:root {{ --version: {version}; }}\n"
            elif path.suffix == ".html":
                text = f"\n<meta name='version' content='{version}'>\n"
            else:
                continue
            path.write_text(path.read_text("utf-8") + text, "utf-8")
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(TOOL, "WEB", sources)
            patched.setattr(TOOL, "MODULE", sources / "engine/puzzlesat.wasm.gz")
            patched.setattr(TOOL, "SERVICE_WORKER", sources / "service-worker.js")
            TOOL.write_site(folder / version)
    return folder


@pytest.fixture
def site(versions, tmp_path, browser):
    """A server of the first version, and a page that has not been there before."""
    folder = tmp_path / "solve"
    shutil.copytree(versions / "1", folder)
    with served(folder) as server:
        yield folder, server, Page(browser, server.address)
        browser.get("about:blank")
    browser.get_log("browser")


def installed(page):
    """Wait until the service worker has installed the version of the page."""
    page.browser.execute_async_script("navigator.serviceWorker.ready.then(arguments[0])")


def reload(page, until):
    """Reload, by a script: the driver may lose a page that reloads itself; wait for a condition."""
    from selenium.common.exceptions import WebDriverException

    page.run("setTimeout(() => location.reload(), 100)")
    for _ in range(100):
        sleep(0.2)
        with suppress(WebDriverException):  # the document may be gone before it answers
            if page.run(f"return ({until})"):
                return
    page.wait(until)


def open_(page, path):
    page.browser.get("about:blank")
    page.browser.get(f"{page.address}/{path}")
    return page


def upload(folder, versions, names):
    """Yield after each file of the second version has replaced that of the first."""
    for name in names:
        shutil.copyfile(versions / "2" / name, folder / name)
        yield name


def files(versions):
    found = (versions / "2").rglob("*")
    names = [p.relative_to(versions / "2").as_posix() for p in found if p.is_file()]
    return [name for name in sorted(names) if not name.startswith("offline")]


def shown(page):
    """Return the versions of the page and of what it has run, or "" if it does not run."""
    page.wait("document.readyState === 'complete' && document.body")
    fields = "document.querySelectorAll('.field').length > 4"
    page.wait(f"{fields} || performance.now() > 3000")
    return page.run(VERSIONS) if page.run(f"return {fields}") else ""


def test_the_site_works_without_a_network(site):
    _, server, page = site
    installed(open_(page, "index.html"))
    server.shutdown()
    server.server_close()
    for path, ready in {
        "": ".card",
        "index.html": ".card",
        **{f"{name}.html": ".field" for name in PUZZLES},
    }.items():
        open_(page, path).wait(f"document.querySelector('{ready}')")
    open_(page, "floodit.html#01/10")
    page.wait("document.querySelector('#result').dataset.state === 'optimal'")
    page.browser.get("about:blank")


def test_a_person_keeps_one_version_while_another_is_uploaded(site, versions):
    folder, _, page = site
    installed(open_(page, "floodit.html"))
    names = files(versions)
    random.Random(1).shuffle(names)
    for i, name in enumerate(upload(folder, versions, names[:-1])):
        if i % 10 == 0:  # a visit takes a second
            open_(page, "floodit.html")
            assert set(shown(page)) == {"1"}, name
    for _ in upload(folder, versions, names[-1:]):
        pass
    page.browser.execute_async_script(
        "const done = arguments[0];"
        "navigator.serviceWorker.ready.then(async (registration) => {"
        "  await registration.update();"
        "  while (!registration.waiting && registration.installing)"
        "    await new Promise((resolve) => setTimeout(resolve, 50));"
        "  done();"
        "})"
    )
    assert set(page.run(VERSIONS)) == {"1"}  # an open tab keeps its version
    reload(page, "document.querySelector('meta[name=version]')?.content === '2'")
    assert set(shown(page)) == {"2"}


def test_a_first_visit_during_an_upload_mixes_nothing(site, versions):
    folder, _, page = site
    names = files(versions)
    random.Random(1).shuffle(names)
    for i, name in enumerate(upload(folder, versions, names)):
        if i % 6 and name != names[-1]:  # a visit that finds two versions takes three seconds
            continue
        page.browser.execute_cdp_cmd(
            "Storage.clearDataForOrigin", {"origin": page.address, "storageTypes": "all"}
        )
        open_(page, "floodit.html")
        assert len(set(shown(page))) <= 1, name
    assert set(shown(page)) == {"2"}


def test_a_damaged_file_that_is_kept_repairs_itself(site):
    _, _, page = site
    installed(open_(page, "floodit.html"))
    page.browser.execute_async_script(
        "const done = arguments[0];"
        "caches.keys().then(async (names) => {"
        "  const cache = await caches.open(names.find((name) => name.startsWith('puzzlesat-')));"
        "  await cache.put('js/board.js', new Response('damaged('));"
        "  await cache.delete('style.css');"
        "  done();"
        "})"
    )
    open_(page, "floodit.html")
    assert set(shown(page)) == {"1"}


def test_a_picture_that_is_shared_with_the_application_is_read(site, tmp_path):
    _, _, page = site
    installed(open_(page, "index.html"))
    open_(page, "index.html")
    picture = tmp_path / "picture.png"
    picture.write_bytes(flood_picture())
    page.run(
        "const file = document.createElement('input');"
        "Object.assign(file, {type: 'file', id: 'shared'}); document.body.append(file)"
    )
    page.find("#shared").send_keys(str(picture))
    data = (  # as the browser of a phone does, by the manifest's share_target
        "const data = new FormData();"
        "data.append('file', document.querySelector('#shared').files[0]);"
        "const done = arguments[0];"
        "fetch('index.html', {method: 'POST', body: data}).then((x) => done(x.url))"
    )
    address = page.browser.execute_async_script(data)
    open_(page, f"{urlsplit(address).path[1:]}?{urlsplit(address).query}")
    page.wait("document.querySelector('dialog button.main')?.disabled === false")


def test_a_first_visit_loads_at_most_350_kb(versions):
    """Compressed by gzip; the module is not packed, so that a server can compress it better."""
    folder = versions / "1"
    for name in PUZZLES:
        text = (folder / f"{name}.html").read_text("utf-8")
        used = {f"{name}.html", "style.css", "icon.svg", "js/register.js"}
        used |= set(
            re.findall(r'(?:src|modulepreload" href|content)="((?:js|engine)/[^"]+)"', text)
        )
        assert sum(len(gzip.compress((folder / file).read_bytes())) for file in used) < 350_000, (
            name
        )
