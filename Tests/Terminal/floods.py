"""floods.py VAULT [--long] [--times] [--only NAMES]: `vault ui` gets more than anybody types, and what no terminal should send."""

import os
import random
import sys
import time

sys.dont_write_bytecode = True

from checks import expect, finish, step, until
from place import Place, program_of
from plain_terminal import BACKSPACE, DOWN, ESCAPE, PASTE, PASTE_END, UP, memory
from sent_bytes import harm

PROGRAM, LONG = program_of(sys.argv), "--long" in sys.argv
SEED = int(os.environ.get("VAULT_SEED", "30"))
MEGABYTE = 1 << 20
F12 = b"\x1b[24~"


def opened(place, **others):
    terminal = place.terminal(**others)
    terminal.ready("? help", "up to date").settle(120)
    return terminal


def escape(terminal, times=3):
    """Leaves whatever is open. A lone ESC has to stay alone."""
    for _ in range(times):
        time.sleep(0.15)
        terminal.send(ESCAPE, 120)
    time.sleep(0.15)


def judge(terminal, what, end=b"q"):
    """It answers, ends well, and nothing is left."""
    terminal.sync(120)
    # What is told in a dialog is closed by the first one.
    for _ in range(5):
        terminal.send(end)
        ended = terminal.end(12)
        if ended is not None:
            break
    expect(ended == 0, f"{what}: " + (f"goes on after the key that leaves:\n{terminal.text}" if ended is None else f"ended with {ended}"))
    for words in (terminal.remains() + harm(terminal.tokens))[:4]:
        expect(False, f"{what}: {words}")


def selected(terminal):
    """The title of the row at hand."""
    return next((row.split("│")[0].strip("▌ ").split("  ")[0] for row in terminal.rows if row.startswith("▌")), None)


# Pastes


def text_of(size, line=b"dyqxDpP \x04\x03\x1a Buy milk #tag \xe2\x98\x95 [[Home]]\r\n", ends_within=False):
    text = line * (size // len(line) + 1)
    # What comes behind an end within is typed, as far as anybody can tell: keys that do no harm.
    return text[:size] + (PASTE_END + b"jkjk" * 250 if ends_within else b"")


def paste_into_list():
    with Place(PROGRAM) as place:
        before = place.tree()
        with opened(place) as terminal:
            used, shown = memory(terminal.pid), terminal.rows
            for size in (10, 5 * MEGABYTE, 9 * MEGABYTE):
                terminal.send(PASTE + text_of(size) + PASTE_END, 120)
                terminal.settle(120)
                expect(terminal.rows[:-2] == shown[:-2], f"a paste of {size} bytes into the list does something:\n{terminal.text}")
            grown = memory(terminal.pid) - used
            expect(grown < 300 * MEGABYTE, f"pastes into the list take {grown // MEGABYTE} MB")
            terminal.send(PASTE + text_of(5 * MEGABYTE, ends_within=True) + PASTE_END, 120)
            terminal.settle(120)
            expect(terminal.has("? help", "Saturday"), f"a paste with its end within: the list is not there:\n{terminal.text}")
            judge(terminal, "pasted into the list")
        expect(place.tree() == before, "a paste into the list changes notes")


def paste_into_query():
    with Place(PROGRAM) as place, opened(place, columns=130) as terminal:
        used = memory(terminal.pid)
        terminal.send(b"/")
        terminal.ready("Enter to the list")
        terminal.send(PASTE + b"two\r\nlines\twith \x1b[31m\x07 controls" + PASTE_END)
        until(lambda: terminal.has("/ two lines with [31m controls"), lambda: f"a paste is not one line in the query:\n{terminal.text}", 30)
        terminal.send(b"\x15")
        for what, line in (("words", b"some words to look for\n"), ("one word", b"word")):
            terminal.send(PASTE + text_of(5 * MEGABYTE, line) + PASTE_END, 120)
            terminal.sync(180)
            # Keys are answered beside it.
            begun = time.time()
            terminal.send(b"x" + BACKSPACE + b"\x1b[D\x1b[C\x01\x05")
            terminal.sync(180)
            print_time(f"keys in a query of 5 MB, {what}", begun)
            terminal.send(b"\x1b[1;5D")
            try:
                terminal.sync(60)
            except RuntimeError:
                return expect(False, f"5 MB of {what} in the query, and Ctrl-Left is not answered within a minute")
            terminal.send(b"\x05\x15")
            terminal.sync(180)
        grown = memory(terminal.pid) - used
        expect(grown < 700 * MEGABYTE, f"pastes into the query take {grown // MEGABYTE} MB")
        terminal.send(b"ferment")
        until(lambda: terminal.has("/ ferment"), lambda: f"after the pastes nothing can be typed:\n{terminal.text}", 120)
        escape(terminal)
        return judge(terminal, "pasted into the query")


def print_time(what, begun):
    if "--times" in sys.argv:
        print(f"    {what}: {time.time() - begun:.1f} s")


def paste_into_dialogs():
    cases = [
        ("help", b"1?", "Keys"), ("a new note", b"1n", "New note"), ("a new task", b"1a", "New task"), ("names", b"1\x10", "Go to a note"),
        ("tags", b"1t", "Tags:"), ("a name", b"1r", "Rename"), ("a folder", b"1M", "Move"), ("colours", b"1T", "Colours"), ("a question", b"1d", "to the trash?"),
    ]
    with Place(PROGRAM) as place:
        before = place.tree()
        with opened(place) as terminal:
            for what, keys, title in cases:
                terminal.send(keys[:1])
                terminal.ready("Saturday", "? help").settle(120)
                terminal.send(keys[1:])
                terminal.ready(title)
                terminal.send(PASTE + b"y\ry\ny" + PASTE_END)
                terminal.drained(quiet=0.3)
                expect(terminal.has(title), f"{what}: a paste of y and line ends answers it:\n{terminal.text}")
                begun = time.time()
                terminal.send(PASTE + text_of((5 if LONG else 1) * MEGABYTE, ends_within=what == "help") + PASTE_END, 120)
                escape(terminal)
                terminal.sync(240)
                print_time(f"a paste into {what}", begun)
                until(lambda: not terminal.has(title), f"{what}: Esc does not close it:\n{terminal.text}", 30)
            judge(terminal, "pasted into dialogs")
        expect(place.tree() == before, "pastes into dialogs change notes")


def paste_without_end():
    """The end is lost on the way: it may not be that nothing counts any more."""
    with Place(PROGRAM) as place, opened(place) as terminal:
        terminal.send(PASTE + b"some text")
        time.sleep(2)
        # What a person does who sees that nothing happens.
        escape(terminal)
        try:
            terminal.sync(10)
        except RuntimeError:
            return expect(False, "a paste that has no end: no key counts any more, not even ESC")
        return judge(terminal, "a paste without an end")


# The mouse


def wheel():
    with Place(PROGRAM) as place, opened(place) as terminal:
        first = selected(terminal)
        for what, turns in (
            ("one place", lambda number: (65, 5, 8)), ("two places", lambda number: (65, 5 + number % 2, 8)),
            ("the preview", lambda number: (65, 60, 8)), ("up and down", lambda number: (64 + number % 2, 5 + number % 3, 8)),
        ):
            terminal.send(b"".join(b"\x1b[<%d;%d;%dM" % turns(number) for number in range(10_000)), 180)
            terminal.settle(180)
            expect(terminal.has("? help"), f"10,000 turns of the wheel at {what}: the list is gone:\n{terminal.text}")
            if what == "one place":
                expect(selected(terminal) != first, f"10,000 turns of the wheel at {what} do nothing")
        terminal.send(b"g")
        terminal.settle(120)
        expect(selected(terminal) == first, f"after the wheel g leads to {selected(terminal)} instead of {first}")
        chance = random.Random(SEED)
        for _ in range(2000):
            terminal.send(b"\x1b[<%d;%d;%d%c" % (chance.choice([0, 0, 1, 2, 32, 35, 64, 65, 66, 128, 999]), chance.randrange(0, 300), chance.randrange(0, 100), chance.choice(b"Mm")), 120)
            if chance.random() < 0.05:
                terminal.send(b"\x1b[M" + bytes(chance.randrange(32, 255) for _ in range(3)))
        escape(terminal, 6)
        terminal.send(b"1")
        terminal.settle(120)
        judge(terminal, "the mouse at random")


# Bytes at random


# Keys that leave, start something else, or stop it, are given to others, which do not come by chance.
APART = "ui:\n  keys: {quit: F12, stop: F8, edit: F9, editAtMatch: F10}\n"


def at_random():
    size, piece = MEGABYTE, 4096
    chance = random.Random(SEED)
    with Place(PROGRAM, settings=APART, environment={"EDITOR": "true"}) as place, opened(place) as terminal:
        terminal.keeps = False
        used = memory(terminal.pid)
        for done in range(0, size, piece):
            terminal.send(chance.randbytes(piece), 240)
            if terminal.process.poll() is not None:
                return expect(False, f"{done} bytes at random (VAULT_SEED={SEED}) end it with {terminal.process.poll()}")
        recover(terminal, f"{size} bytes at random (VAULT_SEED={SEED})", used)
        return None


def recover(terminal, what, used):
    # A paste may have begun, or a string; and dialogs may be open.
    terminal.send(b"\x1b\\" + PASTE_END, 240)
    escape(terminal, 6)
    if terminal.process.poll() is not None:
        return expect(False, f"{what} end it with {terminal.process.poll()}")
    try:
        # What is refused late is told in a dialog.
        terminal.settle(240)
        escape(terminal)
    except RuntimeError as error:
        return expect(False, f"{what}: {error}")
    grown = memory(terminal.pid) - used
    expect(grown < 500 * MEGABYTE, f"{what} take {grown // MEGABYTE} MB")
    terminal.keeps, terminal.tokens = True, []
    return judge(terminal, what, F12)


PARTS = [
    b"\x1b[", b"\x1bO", b"\x1b]", b"\x1bP", b"\x1b_", b"\x1b\\", b"\x07", b"\x9b", b"\x1b[<", b"\x1b[M", b"\x1b[200~", b"\x1b[201~", b"\x1b[?", b"\x1b[>", b"11;rgb:",
    b"ffff/", b"u", b"~", b"M", b"m", b"A", b"B", b"R", b"I", b"O", b";", b":", b"1", b"2", b"27", b"65535", b"99999999999999999999", b"-1", b"\xff", b"\xc3", b"\xe2\x80\xae",
    b"\xf0\x9f\x91\xa9\xe2\x80\x8d", b"\x00", b"\r", b"\n", b"\t", b"\x7f", b" ", b"/", b"?", b"n", b"a", b"d", b"y", b"t", b"r", b"T", b"o", b"O", b"j", b"k", b"g", b"G", b"]", b"[",
    b"*", b"x", b"p", b"D", b"s", b"u", b"U", b"\x10", b"\x0c", b"b", b"m", b"Y", b"P", b"1", b"2", b"3", b"4", b"5", b"6", b"7", b"8", b"word", b"tag:", b"\"", b"(", b"!",
]


def parts_at_random():
    """Parts of sequences and keys, in any order: more of them mean something than of bytes."""
    chance = random.Random(SEED + 1)
    for turn in range(20 if LONG else 2):
        with Place(PROGRAM, settings=APART, environment={"EDITOR": "true"}) as place, opened(place) as terminal:
            terminal.keeps = False
            used = memory(terminal.pid)
            for number in range(400):
                terminal.send(b"".join(chance.choice(PARTS) for _ in range(20)), 240)
                if number % 40 == 39:
                    terminal.resize(chance.randrange(1, 150), chance.randrange(1, 50))
                if terminal.process.poll() is not None:
                    expect(False, f"parts at random (VAULT_SEED={SEED}, turn {turn}) end it with {terminal.process.poll()}")
                    break
            else:
                recover(terminal, f"parts at random (VAULT_SEED={SEED}, turn {turn})", used)


# What does not end


def endless():
    beginnings = {
        "OSC": b"\x1b]", "OSC 11": b"\x1b]11;rgb:", "DCS": b"\x1bP", "APC": b"\x1b_", "PM": b"\x1b^", "SOS": b"\x1bX", "CSI": b"\x1b[", "CSI ?": b"\x1b[?", "mouse": b"\x1b[<",
        "SS3": b"\x1bO", "ESC": b"\x1b",
    }
    with Place(PROGRAM) as place, opened(place) as terminal:
        first = selected(terminal)
        for what, beginning in beginnings.items():
            for size in (0, 5, 4095, 4096, 4097, MEGABYTE if what in ("OSC", "CSI") else 10_000) if LONG else (0, 5, 4097):
                # P pins.
                if what == "DCS" and not size:
                    continue
                is_digits = what in ("CSI", "CSI ?", "mouse", "SS3")
                terminal.send(beginning + (b"1;" if is_digits else b"zz" if what != "ESC" else b"\x1b\x1b") * (size // 2), 120)
                # As long as it takes to see that nothing comes behind it.
                time.sleep(0.7)
                # ESC and a letter that came alone are these two keys.
                if not size:
                    terminal.send(ESCAPE)
                    time.sleep(0.2)
                terminal.send(DOWN + UP)
                try:
                    terminal.sync(30)
                except RuntimeError:
                    return expect(False, f"{what} of {size} bytes without an end: keys are not answered after a while")
                if size:
                    expect(selected(terminal) == first, f"{what} of {size} bytes without an end: {selected(terminal)} is selected instead of {first}")
        return judge(terminal, "replies without an end")


# Many keys


def many():
    notes = 3000 if LONG else 1000
    with Place(PROGRAM, vault=None) as place:
        for number in range(notes):
            place.write(f"Note {number:04}.md", f"# Note {number:04}\nWords, and more of them.\n")
        place.run("index")
        with opened(place) as terminal:
            begun = time.time()
            first = selected(terminal)
            terminal.send(b"j" * 5000, 240)
            terminal.settle(240)
            print_time("5,000 times j", begun)
            expect(selected(terminal) not in (None, first), "5,000 times j do nothing")
            terminal.send(b"G")
            terminal.settle(240)
            terminal.send(b"k" * 5000, 240)
            terminal.settle(240)
            expect(selected(terminal) == first, f"5,000 times k in {notes} notes leads to {selected(terminal)} instead of {first}")
            terminal.send(b"/" + b"ab" * 2500, 240)
            terminal.settle(240)
            terminal.send(b"\x15" + b"ab" * 250 + BACKSPACE * 500, 240)
            terminal.send(b"0017")
            until(lambda: terminal.has("/ 0017") and "0017" in (selected(terminal) or ""), lambda: f"after 10,000 keys in the query:\n{terminal.text}", 120)
            escape(terminal)
            # Each of the screens, many times.
            begun = time.time()
            terminal.send(b"12345678" * 200 + b"1?" + b"?" * 1000, 240)
            escape(terminal)
            terminal.settle(240)
            print_time("1,600 times another screen", begun)
            judge(terminal, "many keys")


def escapes():
    with Place(PROGRAM) as place:
        before = place.tree()
        with opened(place) as terminal:
            first = selected(terminal)
            for keys in (ESCAPE * 2, ESCAPE * 3, ESCAPE * 500, b"\x1bz", b"\x1b\x1bz", b"\x1b[", b"\x1b]", b"\x1b\x1b[", b"\x1b\x1b[B\x1b\x1b[A", b"\x1b[1;3B\x1b[1;3A"):
                terminal.send(keys)
                time.sleep(0.2)
                terminal.sync()
                if selected(terminal) != first or not terminal.has("Saturday"):
                    return expect(False, f"{keys[:12]!r} does something:\n{terminal.text}")
            # A lone one closes what is open, at once; and a question is not answered by a y that comes together with it.
            for open_it, words in ((b"?", "Esc close"), (b"n", "New note"), (b"/abc", "/ abc"), (b"T", "Colours"), (b"\x10", "Go to a note"), (b"d", "to the trash?")):
                for keys in (ESCAPE, b"\x1by") if open_it == b"d" else (ESCAPE,):
                    terminal.send(open_it)
                    terminal.ready(words)
                    terminal.send(keys)
                    if not until(lambda: not terminal.has(words), f"{keys!r} does not close {words!r}", 20):
                        escape(terminal)
                    terminal.send(b"1")
                    terminal.ready("Saturday", "? help").sync()
            # What a key sends behind ESC is none.
            terminal.send(b"n")
            terminal.ready("New note")
            terminal.send(b"a\x1b[Db")
            terminal.ready("ba")
            terminal.send(b"\x1b[27u")
            until(lambda: not terminal.has("New note"), "ESC of kitty's keyboard closes no dialog", 20)
            judge(terminal, "ESC")
        for path in before.keys() | place.tree().keys():
            expect(before.get(path) == place.tree().get(path), f"ESC and y change {path}")
    return None


def late_questions():
    """A question that comes when one has gone on is not asked any more: the next key would answer it."""
    with Place(PROGRAM) as place:
        before = place.tree()
        with opened(place) as terminal:
            for what, keys, words in (("another screen", b"d5", "Tags"), ("Esc", b"d\x1b", "Saturday"), ("a query", b"d/a", "/ a")):
                terminal.send(b"1")
                terminal.ready("Saturday", "? help").settle()
                terminal.send(b"*")
                terminal.ready("50 marked").settle()
                terminal.send(keys)
                terminal.drained(quiet=1)
                expect(not terminal.has("y yes"), f"d and {what}: the question comes all the same, and y (copy the path) would be a yes:\n{terminal.text}")
                escape(terminal, 4)
                terminal.send(b"1")
                terminal.ready("Saturday", "? help").settle()
                if terminal.has("marked"):
                    terminal.send(b"*")
                    terminal.wait(lambda: not terminal.has("marked"), 20)
            judge(terminal, "late questions")
        expect(place.tree() == before, "late questions change notes")


step("paste into the list", paste_into_list)
step("paste into the query", paste_into_query)
step("paste into dialogs", paste_into_dialogs)
step("paste without an end", paste_without_end)
step("the wheel", wheel)
step("bytes at random", at_random)
step("parts at random", parts_at_random)
step("without an end", endless)
step("many keys", many)
step("ESC", escapes)
step("late questions", late_questions)
finish("it takes whatever comes")
