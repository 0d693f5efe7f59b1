"""What a script finds not to be right, and how it ends: as in the tests of the web page."""

import difflib
import importlib.util
import json
import os
import sys

_place = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Browser", "checks.py")
_spec = importlib.util.spec_from_file_location("page_checks", _place)
_page = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_page)

problems, expect, until, step, finish = _page.problems, _page.expect, _page.until, _page.step, _page.finish


def show(what, value=None):
    """Prints what was typed, or what came of it, where a script is run with --show."""
    if "--show" not in sys.argv:
        return
    words = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False) if value is not None else ""
    print(f"  {what} {words if len(words) < 400 else words[:400] + ' …'}".rstrip(), flush=True)


def show_changes(before, after):
    """Shows what has become of files, which are bytes by path."""
    for path in sorted(set(before) | set(after)):
        old, new = ((tree.get(path) or b"").decode("utf-8", "replace").splitlines() for tree in (before, after))
        names = (path if path in before else "(none)", path if path in after else "(none)")
        for line in difflib.unified_diff(old, new, *names, lineterm="", n=0):
            show("   ", line)
