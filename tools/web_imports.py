"""Write into each page of the web application the modules that it needs, and the tables of colours.

Run `python tools/web_imports.py` after adding or removing an import in web/js, or a colour in
`puzzlesat.common.colours`, whose tables web/js/palette.js repeats. A page gets an
import map and the digest of this map in its Content-Security-Policy. A test fails if a file is
stale.
"""

import json
import re
from pathlib import Path

from puzzlesat.common import colours
from puzzlesat.common.files import atomic_write
from puzzlesat.common.page import csp_source

WEB = Path(__file__).parents[1] / "web"

IMPORT = re.compile(r'^(?:import|export)\b[^;"]*?"#([^"]+)";?$', re.MULTILINE)
LATER = re.compile(r'\bimport\("#([^"]+)"\)')
MAP = re.compile(r'<script type="importmap">.*?</script>\n', re.S)
SCRIPT = re.compile(r'<script type="module" src="js/([^"]+)"></script>')


PALETTE = WEB / "js/palette.js"
TABLES = (
    *("COLOURS", "EMOJI", "TYPICAL", "OTHER_FILLS", "RARE_NAMES"),
    *("LIGHTNESS", "MAX_NAME_DISTANCE", "RARITY"),
)
"""The names in `puzzlesat.common.colours` that pages use, too."""


def palette() -> str:
    """Return the text of the module with the tables of colours."""
    lines = ["/** Tables of `puzzlesat.common.colours`; tools/web_imports.py writes this file. */"]
    for name in TABLES:
        value = getattr(colours, name)
        value = sorted(value) if isinstance(value, frozenset) else value
        lines.append(f"export const {name} = {json.dumps(value, ensure_ascii=False)};")
    return "\n".join(lines) + "\n"


def modules(entry_point: str) -> list[str]:
    """Return a module and all that it imports, by their paths in web/js."""
    names = [entry_point]
    for module in names:
        text = (WEB / "js" / module).read_text("utf-8")
        imported = dict.fromkeys(IMPORT.findall(text) + LATER.findall(text))
        names += [name for name in imported if name not in names]
    return sorted(names)


def with_imports(page: str) -> str:
    """Return the text of a page with its import map and digest brought up to date."""
    script = SCRIPT.search(page)
    if script is None:
        return page
    imports = {f"#{name}": f"./js/{name}" for name in modules(script[1])}
    text = "\n" + json.dumps({"imports": imports}, indent=2) + "\n"
    inserted = f'<script type="importmap">{text}</script>\n'
    page = MAP.sub("", page).replace(script[0], inserted + script[0])
    return re.sub(r"'sha256-[^']*'", csp_source(text), page)


def main() -> None:
    """Bring all files up to date."""
    made = {path: with_imports(path.read_text("utf-8")) for path in WEB.glob("*.html")}
    for path, after in {PALETTE: palette(), **made}.items():
        if not path.exists() or path.read_text("utf-8") != after:
            with atomic_write(str(path)) as target:
                target.write(after)


if __name__ == "__main__":
    main()
