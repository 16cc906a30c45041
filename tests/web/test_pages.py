"""What the four pages have in common."""

import re

import pytest
from tools import web_imports

from tests.web.conftest import PAGES, SIZES, WEB


@pytest.mark.parametrize("name", PAGES)
def test_pages_list_their_modules(name):
    """Run `python tools/web_imports.py` if this fails."""
    text = (WEB / f"{name}.html").read_text("utf-8")
    assert web_imports.with_imports(text) == text


def test_no_module_is_imported_in_another_way():
    """In a single file, only `#name.js` can be found."""
    for path in (WEB / "js").rglob("*.js"):
        text = path.read_text("utf-8")
        imports = re.findall(r"^import\b|^export\b.* from ", text, re.MULTILINE)
        assert len(web_imports.IMPORT.findall(text)) == len(imports), path
        assert all(name.startswith("#") for name in re.findall(r'import\("([^"]+)"', text)), path


@pytest.mark.parametrize("name", PAGES)
def test_pages_fit_phones_and_desktops(page, name):
    for width in SIZES:
        page.resize(width)
        page.open(name)
        page.wait("document.querySelectorAll('.field, .small-board *').length > 0")
        assert page.overflow() <= 0
        page.picture(f"{name}-{width}")
