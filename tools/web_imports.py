"""Write into each page of the web application the modules that it needs.

Run `python tools/web_imports.py` after adding or removing an import in web/js. A page gets an
import map, the digest of this map in its Content-Security-Policy, and links by which a browser
loads all modules at once rather than one level of imports after another. A test fails if a page is
stale.
"""

import json
import re
from pathlib import Path

from puzzlesat.common.files import atomic_write
from puzzlesat.common.page import csp_source

WEB = Path(__file__).parents[1] / "web"

IMPORT = re.compile(r'^(?:import|export)\b[^;"]*?"#([^"]+)";?$', re.MULTILINE)
MAP = re.compile(
    r'<script type="importmap">.*?</script>\n(?:<link rel="modulepreload"[^>]*>\n)*', re.S
)
SCRIPT = re.compile(r'<script type="module" src="js/([^"]+)"></script>')


def modules(entry_point: str) -> list[str]:
    """Return a module and all that it imports, directly or not, by their paths in web/js."""
    names = [entry_point]
    for module in names:
        text = (WEB / "js" / module).read_text("utf-8")
        names += [name for name in dict.fromkeys(IMPORT.findall(text)) if name not in names]
    return sorted(names)


def with_imports(page: str) -> str:
    """Return the text of a page with its import map, links and digest brought up to date."""
    script = SCRIPT.search(page)
    if script is None:
        return page
    names = modules(script[1])
    imports = {f"#{name}": f"./js/{name}" for name in names}
    text = "\n" + json.dumps({"imports": imports}, indent=2) + "\n"
    links = "".join(
        f'<link rel="modulepreload" href="js/{name}">\n' for name in names if name != script[1]
    )
    inserted = f'<script type="importmap">{text}</script>\n{links}'
    page = MAP.sub("", page).replace(script[0], inserted + script[0])
    return re.sub(r"'sha256-[^']*'", csp_source(text), page)


def main() -> None:
    """Bring all pages up to date."""
    for path in WEB.glob("*.html"):
        before = path.read_text("utf-8")
        after = with_imports(before)
        if after != before:
            with atomic_write(str(path)) as target:
                target.write(after)


if __name__ == "__main__":
    main()
