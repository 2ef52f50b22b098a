"""The page's sources, and what the program makes of them."""

import json
import pathlib

FOLDER = pathlib.Path(__file__).parents[2] / "Sources/ChannelMap/Output/Page"
MARKUP = FOLDER / "page.html"


def page(map):
    """Returns the page with a map, as the program writes it."""
    # A checkout may have other line ends, which a browser reads as these.
    markup, style, script = [(FOLDER / f"page.{kind}").read_text() for kind in ["html", "css", "js"]]
    data = json.dumps(map).replace("<", "\\u003c")
    return (
        markup.replace("<style></style>", f"<style>\n{style}</style>")
        .replace("<script></script>", f"<script>\n{script}</script>")
        .replace('id="map"></script>', f'id="map">{data}</script>')
    )
