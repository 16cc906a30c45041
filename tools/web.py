"""Build the web application: the engine as WebAssembly, the site and the single-file pages.

`make web` runs this program. It compiles the engine if the module in web/engine is older than the
engine's sources, or with --compile, and writes site/solve. The module is committed, so that every
clone has the complete pages; see docs/web.md.
"""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

from puzzlesat.common.page import LATER, csp_source, modules, single_page

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
MODULE = WEB / "engine/puzzlesat.wasm.gz"
RECORD = WEB / "engine/module.json"
"""What the module was made from: the digest of the sources, and the version of the compiler."""

SERVICE_WORKER = WEB / "service-worker.js"
SITE = ROOT / "site/solve"
SITE_FILES = ("*.html", "*.css", "*.svg", "*.png", "*.webmanifest", "*.js", "js/**/*.js")
PAGES = ("floodit", "flowfree", "minesweeper")

TABLES = {
    "js/palette.js": "common/palette.json",
    "js/unread.js": "common/unread.json",
    "js/flowfree/sentences.js": "flowfree/sentences.json",
    "js/minesweeper/sentences.js": "minesweeper/sentences.json",
}
"""The modules of the pages that are made from tables of the library."""

ENGINE = "common", "floodit", "flowfree", "interface", "minesweeper", "picture"
FLAGS = (
    *("-std=c++20", "-msimd128", "-fwasm-exceptions", "-ffp-contract=off", "-Iengine"),
    *("-Wall", "-Wextra"),
)
SMALL = (
    *("-O2", "-fno-unroll-loops", "-fno-vectorize", "-fno-slp-vectorize"),
    *("-mllvm", "-inline-threshold=60"),
)
FAST = (
    *("-O2", "-fno-vectorize", "-fno-slp-vectorize", "-mllvm", "-inline-threshold=120"),
    *("-mllvm", "-unroll-threshold=60", "-mllvm", "-unroll-runtime=false"),
    *("-mllvm", "-unroll-allow-partial=false"),
)
FAST_UNITS = ("floodit/search.cpp",)
"""Copies of code make the module larger, and gain little. Only Flood-It's search gains much: loops
over the few words of a set are unrolled there, and more functions are inlined."""

LINKING = (
    *("-O3", "-fwasm-exceptions", "--no-entry", "-sSTANDALONE_WASM"),
    *("-sALLOW_MEMORY_GROWTH=1", "-sMAXIMUM_MEMORY=2147483648", "-sTOTAL_STACK=8388608"),
    *("-sEXPORTED_FUNCTIONS=_malloc,_free", "-sERROR_ON_UNDEFINED_SYMBOLS=0"),
)
"""The only undefined symbol is `progress`, which web/js/worker.js provides; a module that needs
more cannot be loaded, so tests would find it."""

INSTALL = "install Emscripten (Debian: apt-get install emscripten)"


def translation_units() -> list[Path]:
    """Return the files to be compiled: the engine without the bindings for Python, web/engine."""
    units = [path for name in ENGINE for path in (ROOT / "engine" / name).glob("*.cpp")]
    units += (WEB / "engine").glob("*.cpp")
    return sorted(units)


def sources_digest() -> str:
    """Return the digest of all files and options that determine the module."""
    headers = {*(ROOT / "engine").glob("*/*.hpp")}
    entries = [repr((FLAGS, FAST, SMALL, FAST_UNITS, LINKING))]
    for path in sorted({*headers, *translation_units()}):
        text = path.read_text(encoding="utf-8")  # with the same line ends everywhere
        entries.append(f"{path.relative_to(ROOT).as_posix()} {sha256(text.encode()).hexdigest()}")
    return sha256("\n".join(entries).encode()).hexdigest()


def compiler_version() -> str | None:
    """Return the version of Emscripten on the PATH, or None if there is none."""
    if shutil.which("em++") is None:
        return None
    result = subprocess.run(["em++", "--version"], capture_output=True, text=True, check=False)
    match = re.search(r"\d+\.\d+\.\d+", result.stdout)
    return match[0] if match else None


def write_tables(folder: Path) -> None:
    """Make the modules of the pages from the tables of the library."""
    for module, name in TABLES.items():
        content = json.loads((ROOT / "src/puzzlesat" / name).read_text("utf-8"))
        text = json.dumps(content, ensure_ascii=False)
        comment = f"/** Made by tools/web.py from src/puzzlesat/{name}. */"
        script = f"{comment}\nconst TABLE = {text};\nexport default TABLE;\n"
        (folder / module).write_text(script, "utf-8")


def run(*command: str | Path) -> None:
    """Run a command in the root folder; if it fails, print its output and exit."""
    # Debian's package finds the module acorn of Node only there.
    node = os.environ.get("NODE_PATH", "/usr/share/nodejs")
    result = subprocess.run(
        list(map(str, command)),
        cwd=ROOT,  # relative paths: the module does not depend on the folder
        env=os.environ | {"NODE_PATH": node},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if result.returncode:
        sys.exit(f"{' '.join(map(str, command))}:\n{result.stdout}")


def compile_module(folder: Path) -> bytes:
    """Compile the module in a folder, and return it."""
    folder.mkdir(parents=True, exist_ok=True)

    def compile_unit(path: Path) -> Path:
        name = path.relative_to(ROOT)
        is_fast = any(path.match(f"engine/{unit}") for unit in FAST_UNITS)
        target = folder / f"{'-'.join(name.with_suffix('').parts)}.o"
        run("em++", *FLAGS, *(FAST if is_fast else SMALL), "-c", name.as_posix(), "-o", target)
        return target

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compile_unit, translation_units()))
    module = folder / "puzzlesat.wasm"
    run("em++", *LINKING, *objects, "-o", module)
    return module.read_bytes()


def update_module(force: bool = False) -> str:
    """Compile the module if it is older than the engine's sources, or anyway; say what was done."""
    digest, version = sources_digest(), compiler_version()
    record = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    if record.get("sources") == digest and not force:
        return "web/engine/puzzlesat.wasm.gz is up to date"
    if version is None:
        sys.exit(
            "web/engine/puzzlesat.wasm.gz is older than the engine's sources; "
            f"{INSTALL}, and run make web again"
        )
    module = compile_module(ROOT / "build/web")
    MODULE.write_bytes(gzip.compress(module, mtime=0))
    record = {
        "sources": digest,
        "compiler": f"Emscripten {version}",
        "module": sha256(module).hexdigest(),
    }
    RECORD.write_text(json.dumps(record, indent=2) + "\n", "utf-8")
    return f"web/engine/puzzlesat.wasm.gz compiled by Emscripten {version}: commit it"


def with_preloads(page: str, contents: dict[str, bytes]) -> str:
    """Return a page of the site with links by which a browser loads all modules at once.

    Without them, it loads one level of imports after another. Modules that are imported when they
    are needed have none.
    """
    later = re.findall(LATER.pattern.encode(), b"".join(contents.values()))
    entry = re.search(r'<script type="module" src="([^"]+)"', page)
    links = "".join(
        f'<link rel="modulepreload" href="{path}">\n'
        for path in (modules(entry[1]) if entry else [])
        if path.encode() not in later
    )
    return page.replace('<script type="module"', f'{links}<script type="module"')


def with_digests(page: str, contents: dict[str, bytes]) -> str:
    """Return a page of the site with the digest of each file that it loads."""

    def digest(name: str) -> str:
        return csp_source(contents[name]).strip("'")

    if import_map := re.search(r'<script type="importmap">(.*?)</script>', page, re.DOTALL):
        paths = [path for path in sorted(contents) if path.startswith("js/")]
        integrity = {f"./{path}": digest(path) for path in paths}
        text = json.dumps(json.loads(import_map[1]) | {"integrity": integrity})
        page = page.replace(import_map[1], text)
        page = page.replace(csp_source(import_map[1]), csp_source(text))
    page = re.sub(
        r'<meta name="(?:worker|module)" content="([^"]+)"',
        lambda tag: f'{tag[0]} data-integrity="{digest(tag[1])}"',
        page,
    )
    return re.sub(
        r'(?:<script[^>]* src|<link rel="(?:stylesheet|modulepreload)" href)="([^"]+)"',
        lambda tag: f'{tag[0]} integrity="{digest(tag[1])}"',
        page,
    )


def write_site(folder: Path) -> None:
    """Write the application as a folder of a site, and in `offline` its pages as single files.

    The pages name the digests of the files that they load, so that a browser runs no file of
    another version, and get a service worker, which keeps all files for use without a network.
    The module is not packed, so that a server can compress it in its own way.
    """
    shutil.rmtree(folder, ignore_errors=True)
    paths = {path for pattern in SITE_FILES for path in WEB.glob(pattern)} - {SERVICE_WORKER}
    contents = {path.relative_to(WEB).as_posix(): path.read_bytes() for path in paths}
    packed = MODULE.relative_to(WEB).as_posix()
    contents[packed.removesuffix(".gz")] = gzip.decompress(MODULE.read_bytes())
    for name in [name for name in contents if name.endswith(".html")]:
        page = contents[name].decode().replace(packed, packed.removesuffix(".gz"))
        register = '<script src="js/register.js"></script>\n'
        page = page.replace('<link rel="stylesheet"', f'{register}<link rel="stylesheet"')
        contents[name] = with_digests(with_preloads(page, contents), contents).encode()
    digests = {name: sha256(contents[name]).hexdigest() for name in sorted(contents)}
    version = sha256(json.dumps(digests).encode()).hexdigest()[:16]
    service = SERVICE_WORKER.read_text("utf-8")
    for old, new in (
        ('NAME = "puzzlesat-"', f'NAME = "puzzlesat-{version}"'),
        ("FILES = {}", f"FILES = {json.dumps(digests)}"),
    ):
        assert old in service, old
        service = service.replace(old, new)
    files = contents | {SERVICE_WORKER.name: service.encode()}
    files |= {f"offline/{name}.html": single_page(name).encode() for name in PAGES}
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def main() -> None:
    """Renew what is made from the engine and the library, and write the site."""
    write_tables(WEB)
    print(update_module(force="--compile" in sys.argv[1:]))
    write_site(SITE)
    print(f"{SITE.relative_to(ROOT)}/index.html")


if __name__ == "__main__":
    main()
