"""What a script finds not to be right, and how it ends: as in the tests of the web page."""

import importlib.util
import os
import sys
import time

from sent_bytes import harm

_place = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Browser", "checks.py")
_spec = importlib.util.spec_from_file_location("page_checks", _place)
_page = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_page)

problems, expect, until = _page.problems, _page.expect, _page.until

_taken = [0]


def finish(sentence):
    """Ends the script. Where `--only` names no step, nothing was tried, which is no success."""
    if "--only" in sys.argv and not _taken[0]:
        problems.append("no step is called " + sys.argv[sys.argv.index("--only") + 1])
    _page.finish(sentence)


# How long the slowest machine may take for one thing.
PATIENCE = float(os.environ.get("VAULT_TEST_PATIENCE", "45"))


def step(name, run):
    """One of many: only those whose names hold one of the texts given after `--only`, where that is given. What is found is
    said at once beside `--times`."""
    if "--only" in sys.argv and not any(part in name for part in sys.argv[sys.argv.index("--only") + 1].split(",")):
        return
    _taken[0] += 1
    count = len(problems)
    _page.step(name, run)
    if "--times" in sys.argv and len(problems) > count:
        print("\n".join(problems[count:]), flush=True)


class Missing(Exception):
    """Something did not come about, and what follows cannot be tried."""


def need(condition, words, seconds=None, pause=0.02):
    """Waits for something without which the rest of a step says nothing. `words` may be a function, for what is known in the end."""
    deadline = time.monotonic() + (PATIENCE if seconds is None else seconds)
    while True:
        if condition():
            return
        if time.monotonic() > deadline:
            raise Missing(words() if callable(words) else words)
        time.sleep(pause)


def long():
    return "--long" in sys.argv


def judge(terminal, what="", status=0):
    """It has ended well, and nothing is left. What it prints once the screen is given back is its own matter."""
    ended = terminal.end()
    expect(ended == status, f"{what}: ended with {ended} instead of {status}")
    told = terminal.remains()
    last = max((place for place, token in enumerate(terminal.tokens) if token == ("csi", b"\x1b[?1049l")), default=len(terminal.tokens))
    for words in (told + harm(terminal.tokens[:last]))[:4]:
        expect(False, f"{what}: {words}")
    expect(not terminal.second, f"{what}: the second screen is left")
