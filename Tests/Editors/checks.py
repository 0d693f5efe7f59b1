"""What a script finds not to be right, and how it ends: as in the tests of the web page."""

import importlib.util
import os

_place = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Browser", "checks.py")
_spec = importlib.util.spec_from_file_location("page_checks", _place)
_page = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_page)

problems, expect, until, step, finish = _page.problems, _page.expect, _page.until, _page.step, _page.finish
