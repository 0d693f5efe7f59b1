#!/usr/bin/env python3
"""500 marked rows are changed at once in `vault ui`: one question with one diff, one change, one undo, and every byte is back.

marked.py VAULT [--times] [--only WORDS]
"""

import os
import re
import sys

from checks import expect, finish, need, step
from person import Person, said_done
from sandbox import Sandbox, differing

COUNT = 500
# Several times as long as one note takes, since all are written and looked at again.
PATIENCE = 120
# The vault, in which each change is taken back before the next one.
places = []


def texts():
    """Notes with a task, a tag and a link each, in the ways in which files differ; and others that name them."""
    found = {}
    for number in range(COUNT):
        lines = ["---", f"title: Part {number:03}", "tags: [part, 'odd']", "---", f"# Part {number:03}", "",
                 f"- [ ] Count {number:03} 📅 2026-04-0{number % 9 + 1}", f"See [[Part {(number + 1) % COUNT:03}]] and [[Hub]].", ""]
        text = ("\r\n" if number % 3 == 1 else "\n").join(lines).encode()
        if number % 5 == 2:
            text = text.rstrip() + b" \t"
        if number % 7 == 3:
            text = b"\xef\xbb\xbf" + text
        found[f"parts/Part {number:03}.md"] = text
    found["Hub.md"] = "".join(f"- [[Part {number:03}|the part {number}]]\n" for number in range(COUNT))
    for number in range(30):
        found[f"others/Other {number:02}.md"] = f"# Other {number}\n\n- [ ] Leave {number}\n[[Hub]] [[Part {number:03}#Part {number:03}]]\n"
    return found


def open_tasks(sandbox):
    return len(sandbox.tasks("path:parts/"))


CHANGES = {
    "toggle": ("Tasks", None, lambda s: not open_tasks(s)),
    "due": ("Tasks", "2026-05-01", lambda s: len(s.tasks("path:parts/", "due:2026-05-01")) == COUNT),
    "tags": ("Notes", "whole -odd", lambda s: len(s.json("list", "tag:whole")) == COUNT and not s.json("list", "tag:odd")),
    "rename": ("Notes", "Part => Piece", lambda s: len(renamed(s)) == COUNT),
    "move": ("Notes", "moved/far", lambda s: len(os.listdir(s.full("moved/far"))) == COUNT and not os.listdir(s.full("parts"))),
    "delete": ("Notes", None, lambda s: not any(path.startswith("parts/") for path in s.files())),
}


def renamed(sandbox):
    return [name for name in os.listdir(sandbox.full("parts")) if name.startswith("Piece ")]


def mark_all(p, screen):
    p.go(screen)
    p.search("path:parts/")
    p.until_shows(re.compile(rf"\b{COUNT}\b"))
    p.send("*")
    p.until_shows(f"{COUNT} marked")


def change(action):
    screen, typed, is_done = CHANGES[action]

    def run():
        with Person(places[0], columns=110, rows=30) as person:
            person.until_shows(f"{COUNT + 31} notes", seconds=PATIENCE)
            go_on(person, places[0])
            status = person.leave()
            expect(status == 0, f"the program ended with {status}")

    def go_on(p, s):
        before, changes = s.bytes(), len(s.history())
        mark_all(p, screen)
        p.do(action)
        if typed:
            p.fill(typed, clear=True)
            p.answer("Enter save")
        p.until_shows("y yes", str(COUNT), seconds=PATIENCE)
        need(lambda: s.bytes() == before, "something is changed before anybody has said yes", seconds=0)
        if action != "delete":
            # The diff of all of them can be scrolled to its end.
            shown = p.text()
            need(lambda: "diff --git" in shown, lambda: p.said("no diff is shown"), seconds=0)
            p.send("End")
            need(lambda: p.text() != shown, lambda: p.said("the diff does not scroll"))
        p.answer("y yes")
        p.until(said_done, "it is not said that it was done", seconds=PATIENCE)
        need(lambda: is_done(s), lambda: p.said(f"{action} is not done in all"), seconds=PATIENCE)
        need(lambda: f"{COUNT} marked" not in p.text(), lambda: p.said("what was changed stays marked"))
        made = len(s.history()) - changes
        expect(made == 1, f"{made} changes were made instead of one")
        p.do("undo")
        p.until(lambda rows: "Undo" in rows[-2], "it is not said that it was taken back", seconds=PATIENCE)
        need(lambda: s.bytes() == before, lambda: p.said(f"not taken back: {', '.join(differing(before, s.bytes())[:5])}"), seconds=PATIENCE)
        p.until_shows(re.compile(rf"\b{COUNT}\b"), seconds=PATIENCE)
        p.clear_search()

    return run


def main():
    places.append(Sandbox(sys.argv[1], texts()))
    try:
        for action in CHANGES:
            step(action, change(action))
    finally:
        places[0].remove()
    finish(f"{COUNT} marked rows: {', '.join(CHANGES)} are one question, one change and one undo each; every byte came back.")


if __name__ == "__main__":
    main()
