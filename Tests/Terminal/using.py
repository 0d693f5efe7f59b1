"""A day's use of `vault ui` in a window of tmux, on the sample vault: everything that is changed is taken back, to the byte.

Usage: using.py VAULT [--long] [--times] [--frames FOLDER]

`--frames FOLDER` keeps what was seen at each step, in windows of 80 x 24 and of 140 x 40, on dark and on light ground: as text, and
with its colours (`.ansi`) for a terminal that is dark or light itself.
"""

import itertools
import os
import sys

from checks import expect, finish, step
from sandbox import Sandbox, differing
from tmux import Tmux

SIZES = [(80, 24), (140, 40)]
GROUNDS = ["dark", "light"]
# An editor that adds a line.
EDITOR = 'sh -c \'printf "%s\\n" "One more line." >> "$0"\''


def frames_folder():
    return sys.argv[sys.argv.index("--frames") + 1] if "--frames" in sys.argv else None


class Day:
    def __init__(self, program, columns, rows, ground):
        self.sandbox = Sandbox(program, settings=f"\nappearance: {ground}\n")
        self.before = self.sandbox.bytes()
        self.size = f"{columns}x{rows} {ground}"
        self.number = 0
        self.window = Tmux(self.sandbox, columns=columns, rows=rows, environment={"EDITOR": EDITOR})

    def keep(self, name):
        folder = frames_folder()
        if folder:
            self.number += 1
            os.makedirs(folder, exist_ok=True)
            path = os.path.join(folder, f"{self.size.replace(' ', '-')}-{self.number:02}-{name}")
            text = self.window.settled()
            for ending, rows in ((".txt", text), (".ansi", self.window.styled())):
                with open(path + ending, "w", encoding="utf-8") as file:
                    file.write("\n".join(rows) + "\n")

    def same(self, words):
        changed = differing(self.before, self.sandbox.bytes())
        expect(not changed, f"{self.size}: {words}: {', '.join(changed)}")

    def read(self):
        window = self.window
        window.until_shows("Notes", "50 notes", "Saturday")
        self.keep("notes")
        window.send("/")
        window.type("rye sourdough")
        window.until_shows("/ rye sourdough", "Rye sourdough", "door you should not open")
        self.keep("search")
        window.send("Enter")
        window.send("Enter")
        window.until_shows("next link")
        window.send("]")
        self.keep("note")
        window.send("b")
        window.until_shows("Backlinks of", "How I keep notes")
        self.keep("backlinks")
        self.same("reading has changed files")

    def tasks(self):
        window = self.window
        window.send("2")
        window.until_shows("152 open, 7 overdue", "Scan the train")
        self.keep("tasks")
        window.send("x")
        window.until_shows("151 open", "u takes it back")
        expect(len(differing(self.before, self.sandbox.bytes())) == 1, f"{self.size}: x has not changed one note")
        self.keep("done")
        window.send("u")
        window.until_shows("152 open, 7 overdue")
        self.same("u does not bring back what x did")
        window.send("a")
        window.type("Buy yeast !high due:tomorrow")
        window.until_shows("priority: high", "due: 2026-03-15")
        self.keep("new-task")
        window.send("Enter")
        window.until_shows("153 open")
        window.send("u")
        window.until_shows("152 open")
        window.send("3")
        window.until_shows("Agenda", "Saturday 14 March")
        self.keep("agenda")

    def notes(self):
        window = self.window
        window.send("C-p")
        window.until_shows("Go to a note")
        window.type("oma gerda")
        window.until_shows("People/Oma Gerda.md")
        self.keep("names")
        window.send("Enter")
        window.until_shows("People/Oma Gerda.md", "next link")
        window.send("e")
        window.until_shows("Edited People/Oma Gerda.md")
        expect(self.sandbox.read("People/Oma Gerda.md").endswith(b"One more line.\n"), f"{self.size}: the editor had another file")
        window.send("u")
        window.until_shows("Undo: edit People/Oma Gerda.md")
        self.same("u does not bring back what the editor did")
        window.send("r")
        window.send("C-u")
        window.type("Gerda")
        window.send("Enter")
        window.until_shows("Rename Oma Gerda.md to Gerda?", "y yes")
        self.keep("rename")
        self.same("a rename that was only shown has changed files")
        window.send("y")
        window.until_shows("u takes it back")
        expect(self.sandbox.exists("People/Gerda.md"), f"{self.size}: nothing was renamed")
        window.send("u")
        window.until_shows("Undo: rename")
        self.same("u does not bring back the name")

    def rest(self):
        window = self.window
        for key, texts in (("4", ["Folders", "Recipes"]), ("5", ["Tags", "#baking"]), ("6", ["Trash"]), ("7", ["History", "8 changes"]),
                           ("8", ["Settings", "theme"])):
            window.send(key)
            window.until_shows(*texts)
            self.keep(texts[0].lower())
        window.send("?")
        window.until_shows("Keys", "one row up")
        self.keep("keys")
        window.send("Escape")
        window.until_gone("one row up")
        expect(window.leave() == 0, f"{self.size}: q has not ended it with 0")
        expect(window.modes().startswith("000 11"), f"{self.size}: the terminal is not as it was: {window.modes()}")
        self.same("a day's use has left changes")

    def end(self):
        self.window.stop()
        self.sandbox.remove()


def main():
    days = itertools.product(SIZES, GROUNDS) if frames_folder() else zip(SIZES, GROUNDS)
    for (columns, rows), ground in days:
        day = Day(sys.argv[1], columns, rows, ground)
        try:
            for name in ("read", "tasks", "notes", "rest"):
                step(f"{day.size} {name}", getattr(day, name))
        finally:
            day.end()
    finish("a day's use leaves every byte and the terminal as they were")


main()
