#!/usr/bin/env python3
"""Clusters about whose width terminals disagree, in a list and in the note beside it: all other cells have to stand where they belong.
The same notes with letters in their place, as many as there should be columns, say where that is.

widths.py VAULT [--times]
"""

import sys
import time

from checks import expect, finish, need, step
from person import cells as wide_cells
from pseudo import Pseudo
from sandbox import Sandbox
from tmux import Tmux

# A name for people, the texts, and the columns of each.
KINDS = {
    "families (ZWJ)": [("👩‍👩‍👧", 2), ("👨‍👩‍👧‍👦", 2), ("🏳️‍🌈", 2), ("👩‍💻", 2), ("🐻‍❄️", 2), ("❤️‍🔥", 2)],
    "skin tones": [("👍🏽", 2), ("👋🏿", 2), ("🧑🏻‍🤝‍🧑🏿", 2), ("☝🏼", 2)],
    "flags": [("🇩🇪", 2), ("🇯🇵🇫🇷", 4), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2)],
    "VS16": [("❤️", 2), ("☀️", 2), ("✈️", 2), ("🗓️", 2), ("⚠️", 2)],
    "keycaps": [("1️⃣", 2), ("2️⃣", 2)],
    "CJK": [("漢字", 4), ("かな", 4), ("한글", 4), ("ｆｕ", 4), ("ｱｲ", 2)],
    "Arabic": [("سلام", 4), ("مرحبا", 5)],
    "Hebrew": [("שלום", 4), ("שָׁלוֹם", 4)],
    "combining": [("é", 1), ("ệ", 1), ("Z͑ͫ̓a̴͝", 2), ("g̈", 1)],
    "plain emoji": [("😀", 2), ("📌", 2), ("🎉🎉", 4)],
}
# Stands for a column of one of them: no other text may hold it.
FILLER = "Q"
SIZE = {"columns": 90, "rows": 26}


def notes(fills):
    """A note for each kind; where `fills`, with letters in the place of what is disputed."""
    made = {}
    for number, (kind, texts) in enumerate(KINDS.items()):
        shown = [FILLER * width if fills else text for text, width in texts]
        lines = ["one %s two" % one for one in shown]
        lines += ["%sx" % one for one in shown] + ["x%s" % one for one in shown]
        lines += ["- [ ] a task %s of it #tag" % shown[0], "**bold %s** and `code`" % shown[-1], " ".join(shown) + " end"]
        lines += ["", "| a | b |", "|---|---|"] + ["| %s | cell |" % one for one in shown]
        body = "\n\n".join(lines[: len(shown) * 3 + 3]) + "\n" + "\n".join(lines[len(shown) * 3 + 3 :])
        made[f"{number:02} note.md"] = f'---\ntitle: "{number:02} {shown[0]} and {shown[-1]} here"\n---\n{body}\n'
    return made


class Count:
    compared = wrong = 0
    first = None

    def take(self, name, real, twin):
        """Both as rows of cells."""
        for row, (cells, wanted) in enumerate(zip(real, twin)):
            # How many words there are is another number.
            if "days ago," in "".join(wanted):
                continue
            for column, other in enumerate(wanted):
                if other == FILLER:
                    continue
                self.compared += 1
                cell = (cells[column] if column < len(cells) else "").replace("\u200e", "").rstrip() or " "
                if cell != (other.rstrip() or " "):
                    self.wrong += 1
                    self.first = self.first or (
                        f"{name}, row {row}, column {column}: {cell!r} stands where {other!r} should\n"
                        f"    |{''.join(cells)}\n    |{''.join(wanted)}")


def walk(windows, grab, count, words):
    """Goes through all notes in both windows."""
    real, twin = windows
    for number, kind in enumerate(KINDS):
        if number:
            for window in windows:
                window.send_bytes(b"j")
        # The note beside the list is this one.
        for window in windows:
            window.until(lambda *_: any(f"▌  {number:02} " in row for row in window.screen()) and
                         any(f"│ {number:02} note.md" in row for row in window.screen()), f"{words}: {kind} is not shown")
        deadline = time.monotonic() + 3
        while True:
            # What is on its way comes.
            time.sleep(0.15)
            now = Count()
            now.take(f"{words}, {kind}", grab(real), grab(twin))
            if not now.wrong or time.monotonic() > deadline:
                break
        count.compared, count.wrong, count.first = count.compared + now.compared, count.wrong + now.wrong, count.first or now.first


def in_pyte():
    count, (a, b) = Count(), places()
    with Pseudo(a, "vault://?sort=path", **SIZE) as real, Pseudo(b, "vault://?sort=path", **SIZE) as twin:
        walk((real, twin), lambda window: window.cells(), count, "pyte")
        expect(not real.strangers(), f"pyte: control characters are written: {real.strangers()}")
    tell("pyte", count)


def in_tmux():
    count, (a, b) = Count(), places()
    widths = tmux_widths(a)
    with Tmux(a, "vault://?sort=path", **SIZE) as real, Tmux(b, "vault://?sort=path", **SIZE) as twin:
        walk((real, twin), lambda window: [tmux_cells(row, widths) for row in padded(window)], count, "tmux")
    tell("tmux", count)


def padded(window):
    return [row.ljust(window.columns) for row in window.screen()]


def tmux_widths(sandbox):
    """How many columns tmux gives to each text and to its beginnings: cells that it says nothing of itself."""
    texts = {text for kind in KINDS.values() for text, _ in kind}
    texts |= {text[start:end] for text in texts for start in range(len(text)) for end in range(start + 1, len(text) + 1)}
    found = {}
    with Tmux(sandbox, arguments=["/bin/sh", "-c", "stty raw -echo; echo ready; exec cat"], **SIZE) as window:
        window.until_shows("ready")
        for text in sorted(texts):
            # A row to itself; the letter behind says when it is there.
            window.send_bytes(b"\x1b[2J\x1b[5;1H" + text.encode() + b"\x1b7\x1b[9;1Hdone\x1b8")
            need(lambda: window.screen()[8] == "done" and window.cursor()[0] == 4, "tmux shows nothing", pause=0.005)
            found[text] = window.cursor()[1]
    return found


def tmux_cells(row, widths):
    found, place = [], 0
    longest = max(map(len, widths))
    while place < len(row):
        # The longest text of one cell; a letter of another script has its own.
        text = next((row[place : place + count] for count in range(min(longest, len(row) - place), 0, -1)
                     if row[place : place + count] in widths), None)
        if text is None:
            text, parts = row[place], wide_cells(row[place])
            if text == "\u200e" or (parts and not parts[0].strip("\u200d\ufe0f")):
                if found:
                    found[-1] += text
                place += 1
                continue
            found += parts
        else:
            found += [text] + [""] * (widths[text] - 1) if widths[text] else []
            if not widths[text] and found:
                found[-1] += text
        place += len(text)
    return found


def tell(words, count):
    Told.words.append(f"{words}: {count.compared} cells compared, {count.wrong} wrong")
    expect(count.compared > 10_000, f"{words}: {count.compared} cells were compared only")
    expect(not count.wrong, f"{Told.words[-1]}; {count.first}")


class Told:
    words = []
    sandboxes = ()


def places():
    Told.sandboxes = Told.sandboxes or (Sandbox(sys.argv[1], notes(False)), Sandbox(sys.argv[1], notes(True)))
    return Told.sandboxes


def main():
    for one in (in_pyte, in_tmux):
        step(one.__name__, one)
    for sandbox in Told.sandboxes:
        sandbox.remove()
    finish("; ".join(Told.words) + ".")


if __name__ == "__main__":
    main()
