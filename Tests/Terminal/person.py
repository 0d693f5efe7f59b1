"""Somebody at `vault ui` in tmux, who does everything by keys, or as much as there is to click by mouse."""

import os
import re
import time

from wcwidth import wcwidth

from checks import PATIENCE, Missing, need
from tmux import Tmux

SCREENS = ["Notes", "Tasks", "Agenda", "Folders", "Tags", "Trash", "History", "Settings"]

# The key of each thing, the word that the footer has for it, and what the help says of it.
ACTIONS = {
    "query": ("/", "search", "search as you type"), "open": ("Enter", "open", "open it; follow the link"),
    "back": ("BSpace", "back", "back to where you were"), "edit": ("e", "edit", "open the note in the editor"),
    "edit at the line": ("E", None, "the same, at the line shown"), "new": ("n", "new", "write a note"),
    "add": ("a", "add task", "add a task, in quick words"), "toggle": ("x", "done", "mark a task done, or open again"),
    "due": ("D", "due", "when it is due"), "schedule": ("s", None, "when it is scheduled"),
    "priority": ("p", "priority", "its priority"), "tags": ("t", None, "add tags, or -tags to take them off"),
    "rename": ("r", None, "rename; put back from the trash"), "move": ("M", None, "move to a folder"),
    "pin": ("P", None, "pin, or take the pin off"), "delete": ("d", "delete", "delete: into the trash"),
    "undo": ("u", "undo", "take the last change back"), "redo": ("U", "redo", "do again what was taken back"),
    "sort": ("o", None, "another order"), "theme": ("T", "colours", "other colours"),
    "mark": ("Space", None, "mark the row, for a change of several"), "mark all": ("*", None, "mark all that were found; none"),
    "go to": ("C-p", None, "go to a note by its name"), "backlinks": ("b", "backlinks", "what links to the note"),
    "outline": ("O", "headings", "the note's headings"), "mentions": ("m", None, "what names it without a link"),
    "help": ("?", "help", "these keys"), "next link": ("]", "next link", "the next tab; the next link"),
    "put back": ("r", "put back", "rename; put back from the trash"), "empty": ("d", "empty", "delete: into the trash"),
    "undo this one": ("x", "undo this one", "mark a task done, or open again"),
    "other pane": ("Tab", None, "to the other pane"), "copy address": ("Y", None, "copy the address of this screen"),
}
# What the footer has while the note has the keys.
IN_PREVIEW = "] next link"


def cells(row):
    """A row of the screen with an entry for each cell; the second one of a wide character is empty."""
    found = []
    for character in row:
        width = wcwidth(character)
        if width <= 0 and found:
            found[-1] += character
        else:
            found += [character] + [""] * (max(width, 1) - 1)
    return found


class Person:
    def __init__(self, sandbox, *words, by_mouse=False, **window):
        self.by_mouse = by_mouse
        self.sandbox = sandbox
        self.window = Tmux(sandbox, *words, **window)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.window.stop()

    def __getattr__(self, name):
        # What a window can, whoever sits before it can.
        return getattr(self.window, name)

    # Where things are

    @property
    def has_sidebar(self):
        return self.columns >= 120

    @property
    def has_two_panes(self):
        return self.columns >= 80

    def divider(self):
        """The column between the list and the preview; `None` where one of them has all the room, or nothing is drawn yet."""
        if not self.has_two_panes:
            return None
        counts = {}
        for row in self.screen()[2:-2]:
            for column, cell in enumerate(cells(row)):
                if cell in ("│", "|"):
                    counts[column] = counts.get(column, 0) + 1
        return max(counts, key=counts.get, default=None)

    def body(self):
        """The rows of the screen between the heads and the line of what was done."""
        return range(1 if self.has_sidebar else 2, self.rows - 2)

    def list_rows(self):
        """The list as it is seen: its texts by the row of the screen."""
        screen, left, right = self.screen(), 16 if self.has_sidebar else 0, self.divider()
        return {row: "".join(cells(screen[row])[left:right]).rstrip() for row in self.body()}

    def head(self):
        """The line above the list: what it is of, and how many there are."""
        left, right = 16 if self.has_sidebar else 0, self.divider()
        return "".join(cells(self.screen()[0 if self.has_sidebar else 1])[left:right])

    def preview_rows(self):
        """The note as it is seen. Where there is one pane, all that is there."""
        screen, divider = self.screen(), self.divider()
        return ["".join(cells(row)[divider + 2 if divider is not None else 0 :]).rstrip() for row in screen[1:-2]]

    def preview(self):
        return "\n".join(self.preview_rows())

    def selected(self):
        """The text of the row that is selected; empty where none is seen."""
        return next((text[1:].strip() for text in self.list_rows().values() if text[:1] in ("▌", ">")), "")

    def titles(self):
        """The rows of the list without the sign of the selected one, from the first on."""
        return [text[1:].strip() for text in self.list_rows().values() if text[1:].strip()]

    def status(self):
        return self.screen()[-2]

    def footer(self):
        return self.screen()[-1]

    def place(self, text, rows=None):
        """Row and column of a text on the screen."""
        for row, line in enumerate(self.screen()):
            if rows is not None and row not in rows:
                continue
            found = line.find(text)
            if found >= 0:
                return row, len(cells(line[:found]))
        return None

    def click(self, text, rows=None, seconds=None):
        """Clicks in the middle of a text."""
        need(lambda: self.place(text, rows), lambda: self.said(f"{text!r} is not there to be clicked"), seconds)
        row, column = self.place(text, rows)
        self.mouse(row, column + len(cells(text)) // 2)

    # Going about

    def go(self, screen):
        """To one of the screens."""
        number = SCREENS.index(screen) + 1
        pattern = re.compile(rf"^ {screen}\b.*\d")
        if pattern.search(self.head()) and self.titles():
            return
        if not self.by_mouse:
            self.send(str(number))
        elif self.columns >= 80:
            self.click(f" {number} {screen}", rows=range(10) if self.has_sidebar else [0])
        else:
            self.click(f" {number} ", rows=[0])
        # The line above the list says what it is of, once it is there.
        need(lambda: pattern.search(self.head()), lambda: self.said(f"the screen {screen} does not come"))

    def do(self, action):
        """By its key, or by its word in the footer, or by its row of the help where the footer has no room."""
        key, word, help = ACTIONS[action]
        if not self.by_mouse:
            return self.send(key)
        shown = {"C-p": "Ctrl-P", "BSpace": "Backspace"}.get(key, key)
        place = word and self.place(f" {shown} {word}", rows=[self.rows - 1])
        if place:
            return self.mouse(place[0], place[1] + 2)
        self.click("? help", rows=[self.rows - 1])
        self.until_shows("Esc close")
        # A row without room shows the beginning.
        pattern = re.compile(
            "(?<=  )(?:" + "|".join([re.escape(help)] + [re.escape(help[:end]) + " ?…" for end in range(8, len(help))]) + ")")
        last = None
        while True:
            # A row moves as long as the wheel is on its way.
            now = self.settled(0.06)
            box = self.box()
            place = next(
                ((row, len(cells(now[row][: found.start()]))) for row in (box[0] if box else ())
                 if (found := pattern.search(now[row]))), None)
            if place:
                return self.mouse(*place)
            need(lambda: now != last, lambda: self.said(f"the help has no {help!r} to be clicked"), seconds=0)
            last = now
            self.wheel(self.rows // 2, self.columns // 2, 1)

    def select(self, text):
        """Selects the first row that holds a text. The list may still be about to get it."""
        if text in self.selected():
            return
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self._select_by_mouse(text) if self.by_mouse else self._select_by_keys(text)
                break
            except Missing:
                if time.monotonic() > deadline:
                    raise
        need(lambda: text in self.selected(), lambda: self.said(f"{text!r} is not selected"))

    def _select_by_keys(self, text):
        self.send("g")
        need(self._is_at_first, lambda: self.said("g does not lead to the first row"))
        key = "Down"
        while True:
            rows = list(self.list_rows().values())
            place = next((number for number, row in enumerate(rows) if row[:1] in ("▌", ">")), None)
            if place is not None and text in rows[place]:
                return
            found = next((number for number, row in enumerate(rows) if text in row[3:]), None)
            if found is None:
                # Pages, until it is seen; at the end nothing moves any more.
                key = "PgDn"
            elif place is not None:
                key = "Up" if found < place else "Down"
            self.send(key)
            last = "" if place is None else rows[place]
            try:
                need(lambda: self.selected() not in ("", last[1:].strip()), "", 2 if key == "PgDn" else None)
            except Missing:
                raise Missing(self.said(f"no row with {text!r} can be selected"))

    def _is_at_first(self):
        """True where the first row of those that are seen is selected. Titles stand further left than rows."""
        first = next((row for row in self.list_rows().values() if row[3:].strip() and row[2:3] == " "), "")
        return first[:1] in ("▌", ">")

    def _select_by_mouse(self, text):
        middle = self.body()[len(self.body()) // 2]
        self.wheel(middle, 20, -40)
        last = None
        while True:
            self.settled(0.05)
            found = [row for row, shown in self.list_rows().items() if text in shown]
            if found:
                if text not in self.selected():
                    self.mouse(found[0], 18 if self.has_sidebar else 4)
                return need(lambda: text in self.selected(), lambda: self.said(f"a click does not select {text!r}"))
            now = self.list_rows()
            if now == last and self.rows < 24:
                # Three rows at once pass over some where few are seen.
                return self._select_by_keys(text)
            need(lambda: now != last, lambda: self.said(f"no row with {text!r} is found by the wheel"), seconds=0)
            last = now
            self.wheel(middle, 20, 1)

    def open(self):
        """Opens what is selected."""
        if not self.by_mouse:
            return self.send("Enter")
        self.settled(0.06)
        row = next(row for row, text in self.list_rows().items() if text[:1] in ("▌", ">"))
        self.mouse(row, 18 if self.has_sidebar else 4)

    def search(self, text):
        """Types a query, and goes to the list that it finds."""
        if self.by_mouse:
            row = 0 if self.has_sidebar else 1
            self.mouse(row, 20 if self.has_sidebar else 4)
        else:
            self.send("/")
        self.until(lambda rows: "Esc clear" in rows[-1], "nothing can be typed")
        if text:
            self.type(text)
        self.send("Enter")
        self.until(lambda rows: "Esc clear" not in rows[-1], "Enter does not lead to the list")

    def clear_search(self):
        if self.by_mouse:
            row = 0 if self.has_sidebar else 1
            self.mouse(row, 20 if self.has_sidebar else 4)
        else:
            self.send("/")
        self.until(lambda rows: "Esc clear" in rows[-1], "nothing can be typed")
        self.send("Escape")
        self.until(lambda rows: "Esc clear" not in rows[-1], "Esc does not leave the query")

    # Dialogs

    def answer(self, button):
        """One of a dialog's buttons: `y yes`, `Enter save`."""
        need(lambda: self.place(f"[ {button} ]"), lambda: self.said(f"there is no button {button!r}"))
        if self.by_mouse:
            self.click(f"[ {button} ]")
        else:
            self.send({"Esc": "Escape"}.get(button.split()[0], button.split()[0]))
        self.until_gone(f"[ {button} ]")

    def fill(self, text, clear=False):
        """Types into a dialog's line."""
        self.until_shows("Esc leave")
        if clear:
            self.send("C-u")
        self.type(text)

    def choose(self, option):
        """One of a dialog's options."""
        self.until_shows("Enter choose")
        if self.by_mouse:
            middle = self.rows // 2
            pattern = re.compile(rf"(?:^|[│|] )\d? *{re.escape(option)}\s", re.M)
            last = None
            self.wheel(middle, self.columns // 2, -20)
            while True:
                self.settled(0.05)
                row = next((row for row, line in enumerate(self.screen()) if pattern.search(line + " ")), None)
                if row is not None:
                    return self.click(option, rows=[row])
                # The selected one may be all that changes.
                now = self.styled()
                need(lambda: now != last, lambda: self.said(f"the option {option!r} is not there to be clicked"), seconds=0)
                last = now
                self.wheel(middle, self.columns // 2, 1)
        key = "Home"
        for _ in range(60):
            now = self._chosen()
            if now == option:
                self.send("Enter")
                return self.until_gone("Enter choose")
            self.send(key)
            if key == "Home":
                # From the first on.
                key = "Down"
                self.settled(0.06)
                continue
            try:
                need(lambda: self._chosen() not in (None, now), "", 3)
            except Missing:
                break
        raise Missing(self.said(f"there is no option {option!r}"))

    def _chosen(self):
        """The option that is drawn in reverse."""
        for row, (text, reverse) in enumerate(map(_reversed, self.styled())):
            box = self.box()
            if box and row in box[0]:
                inner = "".join(one for one, flag in list(zip(text, reverse))[box[1].start : box[1].stop] if flag)
                if inner.strip():
                    return re.sub(r"^\d? +", "", inner).strip()
        return None

    def reversed_rows(self):
        """What is drawn in reverse in each row right of the list, or anywhere where there is one pane."""
        divider = self.divider()
        start = 0 if divider is None else divider + 1
        rows = [_reversed(row) for row in self.styled()[1 : self.rows - 2]]
        shown = ["".join(one for one, flag in list(zip(text, flags))[start:] if flag) for text, flags in rows]
        # How far one has come stands in reverse, too.
        return [row for row in shown if row and not re.fullmatch(r" (\d+ %|end) ", row)]

    def box(self):
        """The rows and columns of a dialog; `None` where there is none."""
        screen = [cells(row) for row in self.screen()]
        corners = {}
        for row, line in enumerate(screen):
            for column, cell in enumerate(line):
                if cell in "╭╮╰╯" and cell:
                    corners[cell] = row, column
        if len(corners) < 4:
            return None
        return range(corners["╭"][0], corners["╰"][0] + 1), range(corners["╭"][1] + 1, corners["╮"][1])

    def escape(self):
        """Esc by itself: with a key right after it, it would be that key with Alt."""
        before = self.screen()
        self.send("Escape")
        need(lambda: self.screen() != before, lambda: self.said("Esc changes nothing"))

    def did(self, words=""):
        """Waits for the line that says that something was done."""
        self.until(lambda rows: said_done(rows) and words in said_done(rows), f"it is not said that it was done ({words})")


def said_done(rows):
    """What is said to be done, on one line above the footer or a few; nothing where nothing is."""
    first = next((place for place, row in enumerate(rows[:-1]) if re.match(r" (✓|ok) \S", row) and place > len(rows) - 9), None)
    return "" if first is None else " ".join(row.strip() for row in rows[first:-1])


def _reversed(row):
    """The cells of a row with its sequences, and whether each is drawn in reverse."""
    text, flags, reverse = [], [], False
    for part in re.split(r"(\x1b\[[0-9;]*m)", row):
        if part.startswith("\x1b["):
            for code in part[2:-1].split(";"):
                reverse = code == "7" or (reverse and code not in ("", "0", "27"))
        else:
            own = cells(part)
            text += own
            flags += [reverse] * len(own)
    return text, flags


def editor(sandbox, script):
    """An editor that does what a script says to "$last"; it writes its arguments to `arguments` in the home. Its name is one that
    is known to take a line."""
    path = os.path.join(sandbox.home, "vi")
    with open(path, "w") as file:
        file.write(f'#!/bin/sh\nprintf "%s\\n" "$@" >"$HOME/arguments"\nfor last; do :; done\n{script}\n')
    os.chmod(path, 0o755)
    return path
