"""Checks that the page's policy has the hashes of its style and its script: policy.py [--write]"""

import base64
import hashlib
import re
import sys

import source

markup = source.MARKUP.read_text()
renewed = markup
for tag, kind in [("style", "css"), ("script", "js")]:
    # The line end that follows the tag.
    text = "\n" + (source.FOLDER / f"page.{kind}").read_text()
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    renewed, count = re.subn(f"(?<={tag}-src 'sha256-)[^']*", digest, renewed)
    assert count == 1, f"The policy has no hash of the {tag}."
if sys.argv[1:] == ["--write"]:
    source.MARKUP.write_text(renewed)
elif renewed != markup:
    sys.exit("The policy of the page forbids its own style or script. Run BroadcastMap/Tests/Page/run --write.")
