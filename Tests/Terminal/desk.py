"""A small vault with editors, and what a person does there with each of them."""

import os
import sys
import time

from checks import expect, until
from place import Place, program_of
from plain_terminal import ESCAPE
from sent_bytes import harm

DESK = b"# Desk\nThe lamp is on, see [[Bees]].\n\n- [ ] Dust the desk\n- [ ] Ring the bell\n"
BEES = b"---\ntags: [garden]\n---\n# Bees\nThey hum.\n- [ ] Feed the bees\n"


class Desk(Place):
    """A small vault whose newest note is `Desk.md`, and editors as scripts."""

    def __init__(self, program=None, **others):
        super().__init__(program or program_of(sys.argv), vault=None, **others)
        for number, (name, text) in enumerate({"Wax.md": b"# Wax\nYellow.\n", "Bees.md": BEES, "Desk.md": DESK}.items()):
            self.write(name, text)
            os.utime(self.path(name), (1_700_000_000 + number * 1000, 1_700_000_000 + number * 1000))
        os.mkdir(self.folder + "/bin")

    def editor(self, script):
        """An editor that does what a script says, with the note in `$note`."""
        path = self.folder + "/bin/editor"
        with open(path, "w", encoding="utf-8") as file:
            file.write('#!/bin/sh\nfor note; do :; done\n' + script + "\n")
        os.chmod(path, 0o755)
        return {"EDITOR": path}

    def gone(self, name):
        return not os.path.exists(self.path(name))


def begun(place, environment=None, **others):
    terminal = place.terminal(environment=environment, **others)
    terminal.ready("? help", "up to date", "3 notes", "Desk.md").settle()
    return terminal


def said(terminal, *words, seconds=60):
    """Waits for one of words below, or in a dialog that tells them; lines are cut, and wrapped."""
    flat = lambda: " ".join(terminal.text.replace("│", " ").split())
    return until(
        lambda: terminal.second and any(word in flat() for word in words),
        lambda: f"{' or '.join(words)} is not said:\n{terminal.text}", seconds)


def go_on(terminal, what):
    """Closes what tells something, and sees that keys are answered on a screen that is whole."""
    for _ in range(2):
        terminal.send(ESCAPE)
        time.sleep(0.15)
    terminal.send(b"1")
    terminal.settle()
    for words in harm(terminal.tokens)[:2]:
        expect(False, f"{what}: {words}")
    expect(terminal.has("1 Notes", "? help"), f"{what}: the screen is not whole:\n{terminal.text}")


def leave(terminal, what):
    terminal.send(b"q")
    status = terminal.end(60)
    expect(status == 0, f"{what}: ended with {status}")
    for words in terminal.remains():
        expect(False, f"{what}: {words}")
