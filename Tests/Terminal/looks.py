#!/usr/bin/env python3
"""How `vault ui` looks: six themes on a light and a dark background, as the terminal says (OSC 11) or the settings; without colours;
in ASCII alone. All has to be read on each background, and nothing may be said by colour alone.

looks.py VAULT [--times] [--only WORDS]
"""

import itertools
import re
import sys

from checks import expect, finish, need, step
from pseudo import Pseudo
from sandbox import Sandbox

THEMES = ["grey", "blue", "orange", "yellow", "indigo", "green"]
BACKGROUNDS = {"dark": (b"\x1b]11;rgb:0000/0000/0000\x07", (0, 0, 0)), "light": (b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\", (255, 255, 255))}
# The screens and dialogs that are gone through: what is typed, and what is shown then.
WALK = [
    ("", "50 notes"), ("2", "7 overdue"), ("]", "12 open"), ("[", "152 open"), ("G", "Done and cancelled"),
    ("\r", "Done and cancelled"), ("3", "entries"), ("4", "Folders"),
    ("5", "63 tags"), ("6", "empty"), ("7", "History"), ("8", "appearance"), ("1", "50 notes"), ("/tag:cooking ", "3 notes"),
    ("\r", "3 notes"), ("\r", "next link"), ("]", "next link"), ("O", "Headings"), ("\x1b", "next link"), ("b", "Backlinks of"),
    ("?", "one row up"), ("\x1b", "Backlinks of"), ("1", "50 notes"), ("T", "Indigo"), ("\x1b", "50 notes"),
    ("\x10knee", "Knee physio"), ("\x1b", "50 notes"), ("2", "7 overdue"), ("a", "Esc leave"),
    ("Pay due:2020-01-01", "has passed"), ("\x1b", "7 overdue"), (" ", "1 marked"), ("d", "y yes"), ("n", "Nothing was changed"),
    ("/(", "/ ("), ("\x1b", "7 overdue"),
]
_COLOUR = re.compile(rb"\x1b\[([0-9;:]*)m")


class Places:
    sandbox = None
    # The colours of each theme by what it was drawn for.
    seen = {}


def codes(data):
    """The parameters of all sequences for styles, one by one; a colour's own stay together."""
    found = set()
    for one in _COLOUR.findall(data):
        parts = one.decode().replace(":", ";").split(";")
        while parts:
            code = parts.pop(0)
            if code in ("38", "48") and parts:
                count = 4 if parts[0] == "2" else 2
                code = ";".join([code, *parts[:count]])
                del parts[:count]
            found.add(code)
    return found


def walk(window):
    """Goes through all there is to be seen; the texts of what was shown."""
    shown = []
    for keys, text in WALK:
        window.type(keys)
        window.until_shows(text)
        window.until_quiet(0.06)
        shown.append(window.text())
    return shown


def contrast(a, b):
    def light(colour):
        parts = [part / 255 for part in colour]
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    high, low = sorted((light(a), light(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def drawn(*words, reply=None, environment=None, shown="7 overdue"):
    """The bytes of the tasks, once the terminal has said what its background is. What was drawn before it had is left out."""
    with Pseudo(Places.sandbox, "vault://tasks", *words, columns=100, rows=30,
                environment={"COLORTERM": "truecolor", **(environment or {})}) as window:
        window.until_shows(shown)
        if reply:
            window.send_bytes(reply)
        window.until_quiet()
        return anew(window)


def anew(window):
    """The bytes of the whole screen, drawn once more."""
    start = window.count()
    window.type("\x0c")
    need(lambda: window.count() > start + 500, lambda: window.said("Ctrl-L draws nothing"))
    window.until_quiet()
    return window.raw(start)


def theme(name):
    seen = {}
    for background, (reply, colour) in BACKGROUNDS.items():
        told = codes(drawn("--theme", name, reply=reply))
        other = BACKGROUNDS["light" if background == "dark" else "dark"][0]
        Places.sandbox.run("config", "set", "appearance", background)
        # What is set counts, whatever the terminal says.
        for answer in (None, other):
            found = codes(drawn("--theme", name, reply=answer))
            expect(found == told, f"{name}: {background} by the settings is not {background} by the terminal: {sorted(found ^ told)}")
        Places.sandbox.run("config", "set", "appearance", "auto")
        seen[background] = told
        colours = [tuple(map(int, one.split(";")[2:])) for one in told if one.startswith("38;2;")]
        expect(len(colours) >= 4, f"{name} on {background}: there are hardly any colours: {sorted(told)}")
        for one in colours:
            expect(contrast(one, colour) >= 3, f"{name} on {background}: {one} has a contrast of {contrast(one, colour):.1f} only")
    expect(seen["light"] != seen["dark"], f"{name} is the same on light and dark")
    Places.seen[name] = seen
    # By the setting it looks the same as by the option.
    Places.sandbox.run("config", "set", "theme", name)
    found = codes(drawn(reply=BACKGROUNDS["dark"][0]))
    expect(found == seen["dark"], f"{name} by the settings is not {name} by the option: {sorted(found ^ seen['dark'])}")
    # With 256 colours, too.
    few = codes(drawn(reply=BACKGROUNDS["dark"][0], environment={"COLORTERM": None}))
    expect(not any(one.startswith(("38;2", "48;2")) for one in few), f"{name}: true colours where the terminal has 256: {sorted(few)}")
    Places.seen[name]["few"] = few


def differing():
    """No two themes look alike."""
    for a, b in itertools.combinations(Places.seen, 2):
        for background in ("dark", "light", "few"):
            expect(Places.seen[a][background] != Places.seen[b][background], f"{a} and {b} look alike ({background})")


def late():
    """A reply that comes late, or in parts, or again, changes the colours; none of it is taken for keys."""
    with Pseudo(Places.sandbox, columns=100, rows=30, environment={"COLORTERM": "truecolor"}) as window:
        window.until_shows("50 notes", "created today", "up to date")
        window.until_quiet()
        begun = window.text()
        last = codes(anew(window))
        looks = []
        for reply in (b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\", b"\x1b]11;rgb:00/00/00\x07", b"\x1b]11;rgba:f/f/f/f\x07"):
            for byte in reply:
                window.send_bytes(bytes([byte]))
            # The first frames behind the reply may still be those of before it.
            need(lambda: codes(anew(window)) != last, lambda: window.said(f"{reply} changes nothing"))
            last = codes(anew(window))
            looks.append(last)
        expect(looks[0] == looks[2] != looks[1], f"the colours do not follow the replies: {[sorted(look) for look in looks]}")
        expect(window.text() == begun, window.said("replies change what is shown"))


def no_color():
    with Pseudo(Places.sandbox, columns=100, rows=30) as window:
        coloured = walk(window)
    for words, environment in ((), {"NO_COLOR": "1"}), (("--color", "never"), {}):
        with Pseudo(Places.sandbox, *words, columns=100, rows=30, environment=environment) as window:
            plain = walk(window)
            found = codes(window.raw())
            bad = sorted(code for code in found if code not in ("", "0", "1", "2", "3", "4", "7", "9", "22", "23", "24", "27", "29"))
            expect(not bad, f"{environment or words}: colours are drawn: {bad}")
            expect({"1", "7"} <= found, f"{environment or words}: nothing is bold or in reverse: {sorted(found)}")
        # Notes show more of their marks without colours; lists are the same.
        for (keys, _), a, b in zip(WALK, coloured, plain):
            a, b = ("\n".join(row[:44].rstrip() for row in text.split("\n")) for text in (a, b))
            expect(a == b, f"{environment or words}: after {keys!r} another list is shown than in colours:\n{a}\n{b}")
    # What is selected, done or overdue has a sign.
    expect(all(sign in coloured[1] for sign in "▌!▶○"), f"signs are missing:\n{coloured[1]}")


def ascii_only():
    """All that is not a note's own is drawn in ASCII; a note's own text stands in it as it is."""
    notes = {f"Note {number}.md": f"---\ntags: [a, b]\npinned: {str(number < 3).lower()}\n---\n# Head\n\n- [ ] Task {number} !high\n"
             f"- [x] Done {number}\n- [ ] Late {number} [due:: 2026-03-01]\n"
             "\n> [!note] Box\n> text\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n---\n\n1. [[Note 1]] \"quoted\" text\n" for number in range(40)}
    s = Sandbox(sys.argv[1], notes, "tasks:\n  format: dataview\n")
    for words, environment in ((), {"LC_ALL": "C"}), (("--ascii",), {}), ((), {"LC_ALL": "en_US.ISO-8859-1"}):
        shown = []
        with Pseudo(s, *words, columns=100, rows=30, environment=environment) as window:
            for keys, text in ASCII_WALK:
                window.type(keys)
                window.until_shows(text)
                window.until_quiet(0.06)
                shown.append(window.text())
            high = sorted(set(window.raw()) & set(range(128, 256)))
            place = next((row for text in shown for row in text.split("\n") if not row.isascii()), "")
            expect(not high, f"{environment or words}: bytes of {len(high)} kinds are not ASCII: {place}")
            expect(not window.strangers(), f"{environment or words}: control characters: {window.strangers()}")
        signs = [sign for sign in (">  ", "! Late", "o Task", " | ") if sign not in shown[1]]
        expect(not signs, f"{environment or words}: the signs {signs} are missing:\n{shown[1]}")


ASCII_WALK = [
    ("", "40 notes"), ("2", "open"), ("G", "Done and cancelled"), ("\r", "Done and cancelled"), ("3", "entries"), ("4", "Folders"),
    ("5", "2 tags"), ("6", "empty"), ("7", "History"), ("8", "appearance"), ("1", "40 notes"), ("/tag:a ", "40 notes"),
    ("\r", "40 notes"), ("\r", "next link"), ("]", "next link"), ("O", "headings"), ("b", "Backlinks of"),
    ("?", "one row up"), ("\x1b", "Backlinks of"), ("1", "40 notes"), ("T", "Indigo"), ("\x1b", "40 notes"), ("2", "open"),
    ("a", "Esc leave"), ("Pay due:2020-01-01", "has passed"), ("\x1b", "open"), (" ", "1 marked"), ("d", "y yes"),
    ("n", "Nothing was changed"), ("/(", "/ ("), ("\x1b", "open"),
]


def spacing():
    """Rows of two lines, by the setting."""
    Places.sandbox.run("config", "set", "ui.spacing", "compact")
    close = close_rows()
    Places.sandbox.run("config", "set", "ui.spacing", "comfortable")
    wide = close_rows()
    expect(wide < close, f"as many rows are seen spaced as close: {wide}, {close}")


def close_rows():
    with Pseudo(Places.sandbox, "vault://?sort=title", columns=100, rows=30) as window:
        window.until_shows("50 notes")
        window.until_quiet()
        # How old each note is stands at the end of its first row.
        return sum(1 for row in window.screen()[2:-2] if re.search(r"\d (min|h|d|wk|mo|y) │", row))


def main():
    Places.sandbox = Sandbox(sys.argv[1])
    for name in THEMES:
        step(f"theme {name}", lambda: theme(name))
    for one in (differing, late, no_color, ascii_only, spacing):
        step(one.__name__, one)
    Places.sandbox.remove()
    finish(f"{len(THEMES)} themes on light and dark, no colours and ASCII show the same.")


if __name__ == "__main__":
    main()
