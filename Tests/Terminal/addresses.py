#!/usr/bin/env python3
"""`vault ui ADDRESS`: each place that an address leads to is shown, and `Y` there gives the address back; what leads nowhere is
refused with the near names, and so is a terminal that can do too little. `--pick` prints paths into a pipe.

addresses.py VAULT [--times] [--only WORDS]
"""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios

from checks import expect, finish, need, step
from pseudo import Pseudo
from sandbox import Sandbox, differing

# An address, what is shown there, and what `Y` gives where that is another one: the shortest for the same place.
PLACES = [
    ("vault://", ["50 notes", "Saturday"], None),
    ("vault:///", ["50 notes", "Saturday"], "vault://"),
    ("vault://?q=cellar", [re.compile(r"/ cellar .*\d notes")], None),
    ("vault://?q=tag:cooking&sort=title", [re.compile(r"/ tag:cooking .*3 notes"), "Green curry"], None),
    ("vault://?sort=title", ["50 notes", "Ansel Brook"], None),
    ("vault://search?q=rye%20sourdough", ["/ rye sourdough", "Rye sourdough"], None),
    ("vault://search?q=rye+sourdough", ["/ rye sourdough", "Rye sourdough"], "vault://search?q=rye%20sourdough"),
    ("vault://search?q=%E9%BA%BB%E5%A9%86", ["麻婆豆腐"], None),
    ("vault://search", ["50 notes"], None),
    ("vault://note/Home.md", ["] next link", "The front door"], None),
    ("vault://note/Recipes/Brioche%20%C3%A0%20t%C3%AAte.md", ["] next link", "Brioche à tête"], None),
    ("vault://note/Recipes/Brioche%20à%20tête.md", ["] next link"], "vault://note/Recipes/Brioche%20%C3%A0%20t%C3%AAte.md"),
    ("vault://note/Reading/%F0%9F%93%9A%20Wish%20list.md", ["] next link", "Wish list"], None),
    ("vault://note/Home.md#most-used", ["] next link", "Most used"], None),
    ("vault://note/Home.md?line=10", ["] next link"], None),
    ("vault://note/Home.md?view=raw", ["] next link"], None),
    ("vault://note/Home.md?view=split", ["] next link"], None),
    ("vault://note/Home.md?view=history", ["] next link"], None),
    ("vault://note/No%20such.md", [re.compile(r"no note|No note|not there|not found|does not exist", re.I)], None),
    ("vault://note/\x1b[31mred.md", [re.compile(r"no note|No note|not there|not found|does not exist", re.I)], "vault://note/%1B%5B31mred.md"),
    ("vault://file/Attachments/spending-2026.csv", ["spending-2026.csv"], None),
    ("vault://file/Attachments/Rye%20loaf.png", ["Rye loaf.png"], None),
    ("vault://backlinks/Home.md", ["Backlinks of", "1 link"], None),
    ("vault://today", ["Saturday", "] next link"], "vault://note/Journal/2026-03-14.md"),
    ("vault://day/2026-03-10", ["] next link", "2026-03-10.md"], "vault://note/Journal/2026-03-10.md"),
    ("vault://tasks", ["152 open, 7 overdue"], None),
    ("vault://tasks?tab=high", ["10 open"], None),
    ("vault://tasks?tab=overdue", ["7 open"], None),
    ("vault://tasks?tab=all", ["152 open"], None),
    ("vault://tasks?q=the&tab=high", [re.compile(r"/ the .*\d open")], None),
    ("vault://agenda", ["Overdue", "entries"], None),
    ("vault://agenda?days=30", ["Overdue", "entries"], None),
    ("vault://folder/", ["Folders", "Recipes"], None),
    ("vault://folder", ["Folders", "Recipes"], "vault://folder/"),
    ("vault://folder/Recipes", ["Recipes/", "7 notes"], None),
    ("vault://folder/Areas/Health", ["2 notes", "Knee physio"], None),
    ("vault://tags", ["63 tags", "#baking"], None),
    ("vault://tag/baking", ["#baking", "5 notes"], None),
    ("vault://tag/baking/sourdough", ["#baking/sourdough", "2 notes"], None),
    ("vault://tag/%E8%AA%AD%E6%9B%B8", ["How I keep notes"], None),
    ("vault://graph", ["Home"], None),
    ("vault://graph?note=Home.md&steps=2", ["Home"], None),
    ("vault://select", ["50 notes"], None),
    ("vault://select?q=rye&folder=Recipes", ["Rye sourdough"], None),
    ("vault://trash", ["The trash is empty."], None),
    ("vault://history", ["History"], None),
    ("vault://settings", ["Settings", "appearance"], None),
    ("vault://doctor", [re.compile(r"\d+ (findings?|problems?|warnings?)|nothing", re.I)], None),
    ("vault://stats", [re.compile(r"Notes .* 50\b"), re.compile(r"Open tasks .* 152\b")], None),
    ("vault://sync", [re.compile("sync", re.I)], None),
]

# What leads nowhere, and words that have to be said.
NOWHERE = [
    ("vault://taks", ["taks", "tasks"]), ("vault://notes/Home.md", ["notes", "note"]), ("vault://tgs", ["tgs", "tags"]),
    ("vault://setings", ["settings"]), ("vault://histroy", ["history"]), ("vault://qwxyzqwxyz", ["qwxyzqwxyz"]),
    ("vault://note", ["note", "path"]), ("vault://note/", ["note", "path"]), ("vault://note/../etc/passwd", ["note"]),
    ("vault://note/.vault/config.yaml", ["note"]), ("vault://note/%00.md", ["note"]), ("vault://note/%zz.md", ["note"]),
    ("vault://note//Home.md", ["note"]), ("vault://tasks?tab=urgent", ["tab", "high", "overdue"]),
    ("vault://agenda?days=0", ["days", "1"]), ("vault://agenda?days=x", ["days"]), ("vault://day/2026-02-30", ["2026-02-30"]),
    ("vault://task/!!", ["task"]), ("vault://trash/x", ["trash"]), ("vault://graph?steps=9", ["steps", "4"]),
    ("vault://note/Home.md?view=nice", ["view", "edit", "raw"]), ("vault://note/Home.md?line=0", ["line"]),
    ("vault://\x1b]52;c;aGk=\x07", []),
]


class Places:
    sandbox = None


def place(address, shown, given):
    s = Places.sandbox
    before = s.bytes()
    with Pseudo(s, address, columns=100, rows=30) as window:
        window.until_shows(*shown)
        window.until_quiet()
        # What would be copied may still be on its way.
        window.type("Y")
        need(window.copied, lambda: window.said(f"{address}: Y copies nothing"))
        copied = window.copied()[-1]
        need(lambda: copied == (given or address), lambda: window.said(f"{address}: Y gives {copied}"), seconds=0)
        expect(not window.strangers(), f"{address}: control characters are written: {window.strangers()}")
        window.type("q")
        status = window.until_ended()
        expect(status == 0, f"{address}: the program ended with {status}")
    expect(differing(before, s.bytes()) == [], f"{address}: looking changes {differing(before, s.bytes())}")
    # What is given back leads to the same.
    if given:
        with Pseudo(s, given, columns=100, rows=30) as window:
            window.until_shows(*shown[-1:])


def task():
    s = Places.sandbox
    # One near the top, one far below, one that is done.
    handles = [s.tasks()[0], s.tasks()[120], s.tasks("--done")[0]]
    for one in handles:
        address = "vault://task/" + one["handle"]
        words = re.escape(one["description"][:10])
        with Pseudo(s, address, columns=100, rows=30) as window:
            window.until_shows(re.compile(rf"^[▌>].*{words}", re.M))
            window.until_quiet()
            window.type("Y")
            need(window.copied, lambda: window.said(f"{address}: Y copies nothing"))
            expect(window.copied()[-1] == address, window.said(f"{address}: Y gives {window.copied()[-1]}"))


def change():
    s = Places.sandbox
    for one in s.tasks()[:3]:
        s.run("tasks", "done", one["handle"])
    number = s.history()[1]["sequence"]
    address = f"vault://history?change={number}"
    with Pseudo(s, address, columns=100, rows=30) as window:
        # The one before the last is selected.
        window.until_shows("History", re.compile(r"\n[^▌\n]*\S[^\n]*\n▌"))
        window.until_quiet()
        window.type("Y")
        need(window.copied, lambda: window.said(f"{address}: Y copies nothing"))
        expect(window.copied()[-1] == address, window.said(f"{address}: Y gives {window.copied()[-1]}"))
    for _ in range(3):
        s.run("undo")


def new():
    """A form is an address, too; what is typed there goes into its line."""
    s = Places.sandbox
    before = s.bytes()
    with Pseudo(s, "vault://new?title=Miso%20soup&folder=Recipes", columns=100, rows=30) as window:
        window.until_shows("New note in Recipes", "Miso soup", "Enter save")
        window.type("Y")
        window.until_shows("Miso soupY")
        window.type("\x1b")
        need(lambda: not window.shows("Enter save"), lambda: window.said("Esc does not leave the form"))
        window.type("Y")
        need(lambda: window.copied() == ["vault://"], lambda: window.said(f"Y gives {window.copied()}"))
    expect(differing(before, s.bytes()) == [], f"a form that is left changes {differing(before, s.bytes())}")


def editing():
    """The address of a note's editor opens it, at the line."""
    s = Places.sandbox
    path = os.path.join(s.home, "vi")
    with open(path, "w") as file:
        file.write('#!/bin/sh\nprintf "%s\\n" "$@" >"$HOME/arguments"\n')
    os.chmod(path, 0o755)
    with Pseudo(s, "vault://note/Home.md?view=edit&line=9", columns=100, rows=30, environment={"VISUAL": path}) as window:
        need(lambda: os.path.exists(s.home + "/arguments"), lambda: window.said("the editor is not opened"))
        window.until_shows("Home")
        window.until_quiet()
        with open(s.home + "/arguments") as file:
            words = file.read().split("\n")
        expect(any(word.endswith("Home.md") for word in words) and "+9" in words, f"the editor gets {words}")
        window.type("q")
        window.until_ended()


def moving():
    """The address follows what is shown."""
    s = Places.sandbox
    with Pseudo(s, columns=100, rows=30) as window:
        window.until_shows("50 notes")
        for keys, shown, wanted in [
            ("2", "152 open", "vault://tasks"), ("]", "Low 12", "vault://tasks?tab=low"), ("[", "All 152", "vault://tasks"),
            ("3", "entries", "vault://agenda"), ("4", "Folders", "vault://folder/"), ("5", "63 tags", "vault://tags"),
            ("\r", "5 notes", "vault://tag/baking"), ("\x7f", "63 tags", "vault://tags"), ("6", "empty", "vault://trash"),
            ("7", "History", "vault://history"), ("8", "appearance", "vault://settings"), ("1", "50 notes", "vault://"),
            ("/cellar key\r", "/ cellar key", "vault://?q=cellar%20key|vault://search?q=cellar%20key"),
        ]:
            window.type(keys)
            window.until_shows(shown)
            window.until_quiet(0.1)
            count = len(window.copied())
            window.type("Y")
            need(lambda: len(window.copied()) > count, lambda: window.said(f"after {keys!r} Y copies nothing"))
            copied = window.copied()[-1]
            expect(copied in wanted.split("|"), window.said(f"after {keys!r} Y gives {copied}"))


def refused(words, environment=None, terminal=True):
    """Status, what is written beside the terminal, and what on it."""
    s = Places.sandbox
    main, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    done = subprocess.run(
        s.arguments(*words), env=s.environment(**(environment or {})), stdin=other if terminal else subprocess.DEVNULL,
        stdout=other if terminal else subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, start_new_session=True)
    os.close(other)
    shown = b""
    while select.select([main], [], [], 0)[0]:
        try:
            data = os.read(main, 65536)
        except OSError:
            break
        if not data:
            break
        shown += data
    os.close(main)
    return done.returncode, done.stderr.decode("utf-8", "replace"), shown + (done.stdout or b"")


def nowhere():
    for address, words in NOWHERE:
        status, said, shown = refused([address])
        expect(status == 64, f"{address!r} ends with {status}: {said}")
        expect(all(word in said for word in words), f"{address!r}: {', '.join(words)} should be said: {said}")
        expect(not shown, f"{address!r}: the screen is written to: {shown[:80]}")
        expect(not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", said), f"{address!r}: control characters are said: {said!r}")


def terminals():
    for term in (None, "", "dumb"):
        for words in ([], ["vault://tasks"], ["--pick"]):
            status, said, shown = refused(words, {"TERM": term})
            expect(status == 64 and not shown, f"TERM={term} {words}: {status} {shown[:80]}")
            expect("TERM" in said and ("vault list" in said or "vault search" in said), f"TERM={term}: what to use instead: {said}")
    status, said, shown = refused([], terminal=False)
    expect(status == 64 and not shown and "vault list" in said, f"without a terminal: {status} {said} {shown[:80]}")
    # One that nobody knows is drawn on.
    with Pseudo(Places.sandbox, environment={"TERM": "qwxyz"}) as window:
        window.until_shows("50 notes")


class Pick:
    """The program with its output in a pipe, on a terminal of its own."""

    def __init__(self, *words):
        s = Places.sandbox
        self.file = os.path.join(s.place, "picked")
        if os.path.exists(self.file):
            os.remove(self.file)
        # What stands there stands there at once.
        line = ["/bin/sh", "-c", '"$@" | cat >"$0.part"; mv "$0.part" "$0"', self.file, *s.arguments(*words)]
        self.window = Pseudo(s, arguments=line, columns=100, rows=30)

    def __enter__(self):
        return self

    def picked(self):
        need(lambda: os.path.exists(self.file), lambda: self.window.said("nothing is printed"))
        with open(self.file, "rb") as file:
            return file.read()

    def __exit__(self, *_):
        self.window.stop()


def picking():
    with Pick("--pick", "tag:cooking", "sort:title") as pick:
        pick.window.until_shows("3 notes", "Green curry")
        pick.window.type("/")
        pick.window.type("\r")
        data = pick.picked()
        expect(data.endswith(b".md\n") and data.count(b"\n") == 1, f"--pick prints {data}")
    with Pick("--pick", "-0", "cellar key") as pick:
        pick.window.until_shows("/ cellar key")
        pick.window.until_quiet()
        pick.window.type(" ")
        pick.window.until_shows("1 marked")
        pick.window.type(" ")
        pick.window.until_shows("2 marked")
        pick.window.type("\r")
        data = pick.picked()
        expect(data.endswith(b".md\0") and data.count(b"\0") == 2 and b"\n" not in data, f"-0 prints {data}")
        for name in data.split(b"\0")[:-1]:
            expect(Places.sandbox.exists(name.decode()) or os.path.exists(name), f"{name} is no file")
    # Nothing is printed where nothing is picked.
    for key in ("q", "\x1b", "\x03"):
        with Pick("--pick") as pick:
            pick.window.until_shows("50 notes")
            pick.window.type(key)
            expect(pick.picked() == b"", f"{key!r} prints something")
    status, said, shown = refused(["-0"])
    expect(status == 64 and "--pick" in said, f"-0 alone: {status} {said}")


def main():
    Places.sandbox = Sandbox(sys.argv[1])
    for address, shown, given in PLACES:
        step(f"place {address!r}", lambda: place(address, shown, given))
    for one in (task, change, new, editing, moving, nowhere, terminals, picking):
        step(one.__name__, one)
    Places.sandbox.remove()
    finish(f"{len(PLACES)} addresses are shown and given back, {len(NOWHERE)} are refused.")


if __name__ == "__main__":
    main()
