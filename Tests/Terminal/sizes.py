"""sizes.py VAULT [--long] [--times] [--only NAMES]: `vault ui` in windows of all sizes, which change at any time."""

import os
import random
import re
import sys
import time

sys.dont_write_bytecode = True

from checks import expect, finish, judge, step, until
from place import Place, program_of, unlike
from plain_terminal import DOWN, ESCAPE, PAGE_DOWN, UP

PROGRAM, LONG = program_of(sys.argv), "--long" in sys.argv
SEED = int(os.environ.get("VAULT_SEED", "30"))


def walk(terminal):
    for key in (b"1", b"2", b"3", b"4", b"5", b"6", b"7", b"8", b"1", b"\t", PAGE_DOWN, b"\t", b"?", PAGE_DOWN, ESCAPE, b"n", b"abc", ESCAPE, b"/", b"wor", ESCAPE, b"\x10", b"a", ESCAPE, b"T", ESCAPE):
        terminal.send(key)
        # A lone ESC has to stay alone.
        if key == ESCAPE:
            time.sleep(0.06)
        yield key


def inside_of(terminal, start, columns, rows):
    """A sentence for each place outside of the window at which something is drawn."""
    for kind, value in terminal.tokens[start:]:
        match = kind == "csi" and re.match(rb"\x1b\[(\d+);(\d+)H\Z", value)
        if match and not (int(match.group(1)) <= rows and int(match.group(2)) <= columns):
            return [f"draws at row {int(match.group(1))}, column {int(match.group(2))} of a window of {columns} × {rows}"]
    return []


def sizes():
    for columns, rows in ((1, 1), (0, 0), (1, 50), (300, 1), (2, 2), (39, 7), (39, 8), (40, 7), (40, 8), (79, 24), (80, 24), (119, 30), (120, 30), (1000, 300)):
        try:
            size(columns, rows)
        except RuntimeError as error:
            expect(False, f"{columns} × {rows}: {str(error)[:300]}")


def size(columns, rows):
    what = f"{columns} × {rows}"
    with Place(PROGRAM) as place, place.terminal(columns=columns, rows=rows) as terminal:
        terminal.picture.resize(columns or 80, rows or 24)
        terminal.wait(lambda: b"\x1b[?2026l" in terminal.raw)
        for _ in walk(terminal):
            pass
        # Nothing can be seen in the smallest, but each is drawn.
        terminal.sync()
        fits = columns >= 40 and rows >= 8 or columns == 0
        if fits:
            terminal.send(b"1")
            until(lambda: terminal.has("Saturday", "Enter open"), lambda: f"{what}: the list is not drawn:\n{terminal.text[:500]}", 60)
        elif columns >= 10:
            expect(terminal.rows[0].startswith("Too small"[:columns]), f"{what}: does not say that it is too small: {terminal.rows[0][:60]!r}")
        for words in inside_of(terminal, 0, columns or 80, rows or 24):
            expect(False, f"{what}: {words}")
        # There, and back to an ordinary one.
        terminal.resize(100, 30)
        until(lambda: terminal.has("? help"), lambda: f"{what}: it is not drawn after a resize:\n{terminal.text}", 60)
        terminal.send(b"q")
        judge(terminal, what)


def resized_with_dialogs():
    for what, keys in (("help", b"?"), ("a form", b"nTitle"), ("names", b"\x10we"), ("a query", b"/wor"), ("colours", b"T"), ("a task", b"aBuy milk due:tomorrow"), ("a question", b"d"), ("the preview", b"\t")):
        with Place(PROGRAM) as place, place.terminal() as terminal:
            terminal.ready("? help", "up to date").settle()
            terminal.send(keys)
            terminal.drained(quiet=0.2)
            for columns, rows in ((1, 1), (200, 60), (40, 8), (3, 50), (120, 9), (41, 200), (80, 24)):
                start = len(terminal.tokens)
                terminal.resize(columns, rows)
                if not terminal.wait(lambda: any(one == ("csi", b"\x1b[2J") for one in terminal.update().tokens[start:]), 30):
                    return expect(False, f"{what}: {columns} × {rows} is not drawn: {terminal.process.poll()}")
                terminal.drained()
                for words in inside_of(terminal, start, columns, rows):
                    expect(False, f"{what}: {words}")
            terminal.send(ESCAPE)
            time.sleep(0.1)
            terminal.send(ESCAPE)
            time.sleep(0.1)
            terminal.sync()
            terminal.send(b"q")
            judge(terminal, what)
    return None


def resized_at_each_key():
    chance = random.Random(SEED)
    with Place(PROGRAM) as place, place.terminal() as terminal:
        terminal.ready("? help", "up to date")
        keys = [DOWN, UP, PAGE_DOWN, b"G", b"g", b"1", b"2", b"3", b"5", b"\t", b"?", b"?", b"j", b"k", b"/", b"x\x7f", b"\r"]
        for _ in range(2000 if LONG else 150):
            terminal.resize(chance.randrange(1, 220), chance.randrange(1, 70))
            terminal.send(chance.choice([key for key in keys if key != b"x\x7f"]))
            if chance.random() < 0.2:
                time.sleep(0.01)
        terminal.resize(100, 30)
        terminal.send(ESCAPE)
        time.sleep(0.2)
        terminal.send(ESCAPE)
        time.sleep(0.2)
        terminal.send(b"2")
        until(lambda: terminal.has("overdue", "? help"), lambda: f"it does not get over it:\n{terminal.text}", 60)
        terminal.drained(quiet=0.4)
        shown = terminal.text
        terminal.settle()
        expect(terminal.text == shown, f"the screen is not right: {unlike(shown, terminal.text)}")
        expect(terminal.selected, f"no row is selected in view:\n{terminal.text}")
        terminal.send(b"q")
        judge(terminal, "after the resizes")


step("sizes", sizes)
step("resized with dialogs", resized_with_dialogs)
step("resized at each key", resized_at_each_key)
finish("a window may have any size, and get another at any time")
