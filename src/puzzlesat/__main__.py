"""Open the pages that solve puzzles, on this machine alone: the command ``puzzlesat``.

The pages are those of the package; a server answers this machine, and needs no network.
"""

import sys
import webbrowser
from argparse import ArgumentParser
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path
from typing import Any

from puzzlesat.common.page import application

PORT = 7321
"""The port, which is the same every time, so that the browser finds the boards that it keeps."""


class Handler(SimpleHTTPRequestHandler):
    """Serves the pages, with the types that browsers need."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing for each request."""


def server(folder: Path, port: int = PORT) -> ThreadingHTTPServer:
    """Return a server of a folder on this machine; on any free port if the given one is in use."""
    handler = partial(Handler, directory=str(folder))
    with suppress(OSError):
        return ThreadingHTTPServer(("127.0.0.1", port), handler)
    return ThreadingHTTPServer(("127.0.0.1", 0), handler)


def main() -> int:
    """Open the front page in the browser, and serve the pages until Ctrl-C."""
    parser = ArgumentParser(
        "puzzlesat",
        usage="puzzlesat, or in a terminal floodit, flowfree or minesweeper",
        description="Opens the pages that solve puzzles in the browser, without a network.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {version('puzzlesat')}")
    parser.parse_args()
    with server(Path(str(application()))) as serving:
        address = f"http://127.0.0.1:{serving.server_port}/index.html"
        print(f"{address} (Ctrl-C ends)")
        webbrowser.open(address)
        with suppress(KeyboardInterrupt):
            serving.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(main())
