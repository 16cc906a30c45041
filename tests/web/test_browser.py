"""The browser fixture itself: what it shows, and what it reports."""

import pytest

from tests.web.conftest import Page, served


@pytest.fixture
def draft(browser, tmp_path):
    """A page of a folder of its own."""
    with served(tmp_path) as server:
        yield tmp_path, Page(browser, server.address), server


def test_messages_in_the_console_are_reported(draft):
    folder, page, _ = draft
    (folder / "a.html").write_text("<link rel=icon href=data:,><script>oops()</script>")
    (folder / "b.html").write_text("<link rel=icon href=data:,><script>void 0</script>")
    page.open("a")
    assert "oops is not defined" in "".join(page.errors())
    page.open("b")
    assert page.errors() == []
