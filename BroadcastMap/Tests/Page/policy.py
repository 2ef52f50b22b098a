"""Checks that the page's policy has the hashes of its style and its script: policy.py [--write]"""

import base64
import hashlib
import pathlib
import re
import sys

path = pathlib.Path(__file__).parents[2] / "Sources/BroadcastMapKit/Output/page.html"
# A checkout may have other line ends, which a browser reads as these.
page = path.read_text()
renewed = page
for tag in ["style", "script"]:
    [text] = re.findall(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    renewed, count = re.subn(f"(?<={tag}-src 'sha256-)[^']*", digest, renewed)
    assert count == 1, f"The policy has no hash of the {tag}."
if sys.argv[1:] == ["--write"]:
    path.write_text(renewed)
elif renewed != page:
    sys.exit("The policy of page.html forbids its own style or script. Run BroadcastMap/Tests/Page/run --write.")
