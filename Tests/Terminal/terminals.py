"""terminals.py VAULT [--long] [--times] [--only NAMES]: `vault ui` on terminals of many kinds, sizes and speeds, and on such as close."""

import os
import random
import re
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True

from checks import expect, finish, step, until
from plain_terminal import DOWN, ENTER, ESCAPE, PAGE_DOWN, UP, Place, Terminal, harm, memory, processes, program_of, stat, unlike

PROGRAM, LONG = program_of(sys.argv), "--long" in sys.argv
SEED = int(os.environ.get("VAULT_SEED", "30"))
TAKEN = b"\x1b[?1049h"


def selected(terminal):
    """The row of the list that is marked as the one at hand."""
    return next((row.split("│")[0].strip() for row in terminal.rows if row.lstrip(">").startswith("▌")), None)


def judge(terminal, what="", status=0):
    """It has ended well, and nothing is left. What it prints once the screen is given back is its own matter."""
    ended = terminal.end()
    expect(ended == status, f"{what}: ended with {ended} instead of {status}")
    told = terminal.remains()
    last = max((place for place, token in enumerate(terminal.tokens) if token == ("csi", b"\x1b[?1049l")), default=len(terminal.tokens))
    for words in (told + harm(terminal.tokens[:last]))[:4]:
        expect(False, f"{what}: {words}")
    expect(not terminal.second, f"{what}: the second screen is left")


# Names of terminals


def refused():
    for name in (None, "", "dumb"):
        environment = {} if name is None else {"TERM": name}
        with Place(PROGRAM) as place, place.terminal(environment=environment, without=("TERM",) if name is None else ()) as terminal:
            status = terminal.end()
            what = "without TERM" if name is None else f"TERM={name!r}"
            expect(status == 64, f"{what}: ended with {status} instead of 64")
            terminal.drained()
            expect(TAKEN not in terminal.raw, f"{what}: the screen is taken")
            expect("vault list" in terminal.text, f"{what}: no command is named that would print the same:\n{terminal.text}")
            for words in terminal.remains():
                expect(False, f"{what}: {words}")


def named():
    for name in ("xterm", "xterm-kitty", "linux", "screen", "tmux-256color", "vt100", "ansi", "no-such-terminal", "../../etc/passwd"):
        for environment in ({}, {"LANG": "C"}, {"NO_COLOR": "1"}):
            what = " ".join([f"TERM={name}", *(f"{key}={value}" for key, value in environment.items())])
            if environment and name not in ("linux", "vt100"):
                continue
            with Place(PROGRAM) as place, place.terminal(environment={"TERM": name, **environment}) as terminal:
                terminal.ready("? help", "up to date")
                if "LANG" in environment:
                    # What is in notes is theirs; signs of its own are ASCII.
                    high = re.search("[│▌●✓…─↻○]", bytes(terminal.raw).decode())
                    expect(not high, f"{what}: sends {high and high.group()!r}")
                if name == "linux":
                    expect(b"\x1b]11" not in terminal.raw, f"{what}: asks a console that prints the question")
                if "NO_COLOR" in environment:
                    expect(not re.search(rb"\x1b\[[\d;]*38;", bytes(terminal.raw)), f"{what}: sends colours")
                terminal.send(b"2")
                until(lambda: terminal.has("overdue"), f"{what}: tasks are not shown", 30)
                terminal.send(b"q")
                judge(terminal, what)


# Inside of others


def in_tmux():
    with Place(PROGRAM) as place:
        command = [
            "tmux", "-u", "-f", "/dev/null", "-S", place.folder + "/socket", "new-session", "env", "PS1=inside> ", "sh",
        ]
        inside(place, command, "tmux")
        subprocess.run(["tmux", "-S", place.folder + "/socket", "kill-server"], check=False, capture_output=True)


def in_screen():
    with Place(PROGRAM) as place:
        os.mkdir(place.folder + "/screens", 0o700)
        with open(place.folder + "/screenrc", "w", encoding="utf-8") as file:
            file.write("altscreen on\nstartup_message off\ndefutf8 on\nterm screen-256color\n")
        command = ["screen", "-U", "-c", place.folder + "/screenrc", "-S", "vault-test", "env", "PS1=inside> ", "sh"]
        inside(place, command, "screen", {"SCREENDIR": place.folder + "/screens"})


def in_neovim():
    with Place(PROGRAM) as place:
        inside(place, ["nvim", "--clean", "-c", "set noshowmode laststatus=0 noruler", "-c", "terminal", "-c", "startinsert"], "Neovim", {"PS1": "inside> "})


def in_emacs():
    """Its own terminal erases no number of cells by one sequence, and has no second screen."""
    with Place(PROGRAM) as place:
        inside(place, ["emacs", "-nw", "-Q", "--eval", '(ansi-term "/bin/sh")'], "Emacs", {"PS1": "inside> "}, has_second=False)


def inside(place, command, what, environment=None, has_second=True):
    given = {"VAULT": place.program, "PLACE": place.vault, "SHELL": "/bin/sh", **(environment or {})}
    with place.terminal(command=command, environment=given, answers=Terminal.XTERM) as terminal:
        terminal.keeps = False
        terminal.ready("inside>")
        terminal.send(b"echo before; " + b'"$VAULT" ui -C "$PLACE"\r')
        # Both draw a line of their own at times, so no place is looked at.
        terminal.ready("? help", "up to date", "Saturday")
        expect(not terminal.has("inside>"), f"{what}: the shell's screen is still there")
        terminal.send(b"2")
        terminal.ready("overdue", "Scan the train")
        terminal.send(DOWN)
        until(lambda: "Check for pipes" in (selected(terminal) or ""), lambda: f"{what}: the key for down does not come through:\n{terminal.text}", 30)
        # What was there before is gone: at the beginnings of rows a task's sign stands behind blanks.
        rows = [row for row in terminal.rows[4:20] if "│" in row]
        odd = [row for row in rows if not re.match(r"[ ▌>] {2}[!○▶] |[ ] ?(Overdue|Today|Tomorrow|Later)\s*(│|$)", row)]
        expect(not odd, f"{what}: something else is among the tasks: {odd[:3]}")
        terminal.send(b"/")
        terminal.send("Käse".encode())
        until(lambda: terminal.has("/ Käse"), f"{what}: typed text is not shown", 30)
        # GNU screen 4.9 keeps a lone ESC back while something has the mouse, whatever that is.
        terminal.send(ESCAPE if what == "tmux" else b"\x15\r")
        until(lambda: not terminal.has("/ Käse"), f"{what}: the query is not left", 30)
        terminal.resize(100, 30)
        until(lambda: terminal.has("? help") and terminal.has("Scan the train"), f"{what}: it is not drawn after a resize", 30)
        terminal.send(b"q")
        until(lambda: terminal.has("inside>") and (not has_second or terminal.has('"$VAULT" ui', "\nbefore")), lambda: f"{what}: the shell's screen is not given back:\n{terminal.text}", 30)
        expect("? help" not in terminal.text, f"{what}: what it drew is still there:\n{terminal.text}")
        if what in ("tmux", "screen"):
            # Editors stay, and are ended with their terminal.
            terminal.send(b"exit\r")
            terminal.end()


# Streams that are no terminals


def streams():
    for what, numbers in {
        "standard input is empty": (0,),
        "standard output is a pipe": (1,),
        "input and output are none": (0, 1),
        "no stream is a terminal": (0, 1, 2),
    }.items():
        with Place(PROGRAM) as place:
            readable, writable = os.pipe()
            given = {number: subprocess.DEVNULL if number == 0 else writable for number in numbers}
            with place.terminal("--pick", streams=given, folder=place.vault) as terminal:
                os.close(writable)
                terminal.ready("Enter pick", "up to date")
                terminal.send(DOWN)
                until(lambda: "Knee" in (selected(terminal) or ""), f"{what}: keys are not read from the terminal", 30)
                terminal.send(ENTER)
                judge(terminal, what)
                printed = b""
                if 1 in numbers:
                    while True:
                        more = os.read(readable, 4096)
                        if not more:
                            break
                        printed += more
                    expect(printed == b"Areas/Health/Knee physio.md\n", f"{what}: prints {printed[:200]!r}")
                else:
                    expect("Knee physio.md" in terminal.text, f"{what}: the path is not printed")
            os.close(readable)


def picking():
    """Several paths, none, and what an editor would do to the pipe."""
    with Place(PROGRAM) as place:
        for keys, wanted, status in (
            (b" ", None, None),
            (ESCAPE, b"", 130),
            (b"q", b"", 130),
        ):
            readable, writable = os.pipe()
            with place.terminal("--pick", "-0", streams={1: writable}, folder=place.vault) as terminal:
                os.close(writable)
                terminal.ready("Enter pick", "up to date")
                if wanted is None:
                    terminal.send(b"  ")
                    terminal.ready("2 marked")
                    terminal.send(ENTER)
                else:
                    terminal.send(keys)
                judge(terminal, f"--pick and {keys!r}", status or 0)
                printed = os.read(readable, 65_536)
                if wanted is None:
                    wanted = b"Areas/Health/Knee physio.md\0Journal/2026-03-14.md\0"
                expect(b"\0".join(sorted(printed.split(b"\0"))) == b"\0".join(sorted(wanted.split(b"\0"))), f"--pick and {keys!r}: prints {printed[:200]!r}")
            os.close(readable)
        readable, writable = os.pipe()
        with place.terminal("--pick", streams={1: writable}, folder=place.vault, environment={"EDITOR": "echo written by an editor;"}) as terminal:
            os.close(writable)
            terminal.ready("Enter pick", "up to date")
            terminal.send(b"e")
            terminal.sync()
            terminal.send(ENTER)
            terminal.end()
            printed = os.read(readable, 65_536)
            expect(printed == b"Journal/2026-03-14.md\n", f"an editor that is opened while one picks writes into the pipe: {printed[:200]!r}")
        os.close(readable)


def without_terminal():
    with Place(PROGRAM) as place:
        for words in ([], ["--pick"]):
            ran = subprocess.run(
                [*place.command, *words], env=place.environment, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=60,
                start_new_session=True,
            )
            expect(ran.returncode == 64, f"without any terminal {words}: ended with {ran.returncode}")
            expect(ran.stdout == b"", f"without any terminal {words}: prints {ran.stdout[:100]!r}")
            expect(b"vault " in ran.stderr, f"without any terminal {words}: names no command: {ran.stderr[:200]!r}")


# Terminals that close


def closed():
    # What the program is doing, and what is sent for it.
    cases = [("a list", b""), ("a dialog", b"n"), ("a query", b"/wor"), ("a bell of keys", b"jk" * 500)]
    for what, keys in cases:
        for ignores in (False, True):
            def ignore():
                signal.signal(signal.SIGHUP, signal.SIG_IGN)

            with Place(PROGRAM) as place, place.terminal(before=ignore if ignores else None) as terminal:
                terminal.ready("? help", "up to date")
                terminal.send(keys)
                terminal.hang_up()
                words = f"{what}{', SIGHUP ignored' if ignores else ''}"
                status = terminal.end(15)
                expect(status is not None, f"{words}: it goes on without its terminal: {stat(terminal.pid)}")
                if status is not None:
                    expect(status in ((0,) if ignores else (0, -signal.SIGHUP)), f"{words}: ended with {status}")
                until(lambda: not processes(terminal.mark), f"{words}: processes are left: {processes(terminal.mark)}", 10)


def closed_with_editor():
    with Place(PROGRAM, environment={"EDITOR": "sleep 600;"}) as place, place.terminal() as terminal:
        terminal.ready("? help", "up to date")
        terminal.send(b"e")
        until(lambda: not terminal.second, "the editor does not get the screen", 30)
        terminal.hang_up()
        expect(terminal.end(20) is not None, "it goes on without its terminal, with an editor")
        until(lambda: not processes(terminal.mark), lambda: f"processes are left: {processes(terminal.mark)}", 10)


# Slow ones


def blocked():
    with Place(PROGRAM) as place, place.terminal(columns=120, rows=40) as terminal:
        terminal.ready("? help", "up to date").settle()
        before = memory(terminal.pid)
        terminal.blocked.set()
        time.sleep(0.1)
        end, most, turns = time.time() + (60 if LONG else 3), before, 0
        while time.time() < end:
            # Frames that differ in many places, and one that is drawn as a whole.
            terminal.send((b"235" + b"8" + b"\x0c?\x1b[6~\x1b[A?") * 5)
            turns += 1
            most = max(most, memory(terminal.pid))
            time.sleep(0.02)
        expect(most - before < 64 << 20, f"while nothing is read, its memory grows by {(most - before) >> 20} MB")
        # What is typed blindly counts.
        terminal.send(ESCAPE)
        time.sleep(0.2)
        terminal.send(b"\x1b[24~1")
        time.sleep(0.5)
        terminal.send(b"/ferment\r")
        expect(terminal.process.poll() is None, "it ends while nothing is read")
        terminal.blocked.clear()
        until(lambda: terminal.has("/ ferment"), lambda: f"what was typed meanwhile is lost:\n{terminal.text}", 60)
        terminal.drained(quiet=0.4)
        shown = terminal.text
        terminal.settle()
        expect(terminal.text == shown, f"after {turns} turns the screen is not right: {unlike(shown, terminal.text)}")
        terminal.send(b"q")
        judge(terminal, "after it was blocked")


def ended_while_blocked():
    for what, end in (("q", lambda terminal: terminal.send(b"q")), ("SIGTERM", lambda terminal: os.kill(terminal.pid, signal.SIGTERM))):
        with Place(PROGRAM) as place, place.terminal(columns=200, rows=60) as terminal:
            terminal.ready("? help", "up to date").settle()
            terminal.blocked.set()
            time.sleep(0.1)
            for _ in range(20):
                terminal.send(b"\x0c2\x0c1")
                time.sleep(0.02)
            end(terminal)
            status = terminal.end(20)
            expect(status is not None, f"{what} does not end it while nothing is read")
            terminal.blocked.clear()


def read_slowly():
    """A line that takes some hundred bytes at a time: frames are skipped, and the last one is right."""
    with Place(PROGRAM) as place, place.terminal() as terminal:
        terminal.ready("? help", "up to date").settle()
        chance = random.Random(SEED)
        terminal.slowly = 300
        for _ in range(200 if LONG else 40):
            terminal.send(chance.choice([DOWN, UP, PAGE_DOWN, b"1", b"2", b"3", b"5", b"8", b"?", b"?"]))
            time.sleep(0.01)
        terminal.slowly = None
        terminal.send(ESCAPE)
        time.sleep(0.2)
        terminal.send(b"2")
        until(lambda: terminal.has("overdue"), "the last key is not answered", 60)
        terminal.drained(quiet=0.4)
        shown = terminal.text
        terminal.settle()
        expect(terminal.text == shown, f"the screen is not right: {unlike(shown, terminal.text)}")


# What is cut off


SEQUENCES = {
    # Bytes, and what they move the selection by; or what is seen then.
    "down": (b"\x1b[B", 1),
    "down, in full": (b"\x1b[1;1B", 1),
    "down, of a keypad": (b"\x1bOB", 1),
    "up": (b"\x1b[A", -1),
    "down with Ctrl": (b"\x1b[1;5B", 1),
    "j of kitty": (b"\x1b[106u", 1),
    "j of kitty, with its text": (b"\x1b[106;1:1;106u", 1),
    "j of kitty, let go": (b"\x1b[106;1:3u", 0),
    "the focus": (b"\x1b[I", 0),
    "another background": (b"\x1b]11;rgb:0000/0000/0000\x1b\\", 0),
    "another background, ended by BEL": (b"\x1b]11;rgb:0000/0000/0000\x07", 0),
    "a reply nobody asked for": (b"\x1bP>|xterm(390)\x1b\\", 0),
    "what a terminal is": (b"\x1b[?62;1;6;22c", 0),
    "a sequence nobody knows": (b"\x1b[?1;2;3$y", 0),
    "a paste": (b"\x1b[200~jjjq\x1b[201~", 0),
    "the mouse is let go": (b"\x1b[<0;5;5m", 0),
    "a letter of two bytes": ("ä".encode(), 0),
    "a sign of four bytes": ("🧀".encode(), 0),
}


def cut():
    """Each sequence is cut at each byte, with a pause as a slow line makes it."""
    pause = 0.3 if LONG else 0.01
    with Place(PROGRAM, settings="ui:\n  escape_delay: 2000\n") as place, place.terminal() as terminal:
        terminal.ready("? help", "up to date").settle()
        terminal.send(DOWN * 8)
        terminal.settle()
        names = [row.split("│")[0].strip("▌ ") for row in terminal.rows]
        here = lambda: names.index(selected(terminal).strip("▌ "))
        start = here()
        for what, (sequence, step_by) in SEQUENCES.items():
            for place_of_cut in range(1, len(sequence)):
                terminal.send(sequence[:place_of_cut])
                time.sleep(pause)
                terminal.send(sequence[place_of_cut:])
                terminal.sync()
                moved = here() - start
                if moved != step_by:
                    expect(False, f"{what}, cut after {sequence[:place_of_cut]!r}: moves by {moved} rows instead of {step_by}")
                terminal.send(UP * moved if moved > 0 else DOWN * -moved)
                terminal.sync()
                if here() != start or not terminal.has("? help"):
                    return expect(False, f"{what}, cut after {sequence[:place_of_cut]!r}: the list is not where it was:\n{terminal.text}")
        return None


def cut_by_default():
    """The same with the usual delay, where no lone ESC has to be told from a sequence."""
    with Place(PROGRAM) as place, place.terminal() as terminal:
        terminal.ready("? help", "up to date").settle()
        terminal.send(DOWN * 8)
        terminal.settle()
        names = [row.split("│")[0].strip("▌ ") for row in terminal.rows]
        start = names.index(selected(terminal).strip("▌ "))
        tried = 0
        for sequence in (b"\x1b[1;5B", b"\x1b[106;1:1;106u", b"\x1b[<65;5;5M"):
            # After ESC and [ it may still be Alt with [.
            for place_of_cut in range(3, len(sequence)):
                terminal.send(sequence[:place_of_cut])
                begun = time.time()
                time.sleep(0.15)
                terminal.send(sequence[place_of_cut:])
                if time.time() - begun > 0.3:  # The machine was too busy to tell.
                    terminal.send(b"1")
                    terminal.settle()
                    terminal.send(DOWN * 8)
                    terminal.settle()
                    continue
                terminal.sync()
                tried += 1
                moved = names.index(selected(terminal).strip("▌ ")) - start
                expect(moved > 0, f"{sequence!r}, cut after {sequence[:place_of_cut]!r}: moves by {moved} rows")
                terminal.send(UP * moved)
                terminal.sync()
        expect(tried, "the machine is too busy to cut sequences in time")


def late_replies():
    """Answers that come byte by byte, and late, are no keys."""
    with Place(PROGRAM) as place, place.terminal() as terminal:
        terminal.ready("? help", "up to date").settle()
        before = terminal.rows
        for _ in range(3):
            for reply in (*Terminal.KITTY.values(), *Terminal.XTERM.values(), b"\x1b[?62;4c", b"\x1bP1+r524742\x1b\\", b"\x1b[24;80R", b"\x1b]4;1;rgb:00/00/00\x07"):
                for place_of_byte in range(len(reply)):
                    terminal.send(reply[place_of_byte : place_of_byte + 1])
                    time.sleep(0.0005)
        terminal.settle()
        expect(terminal.rows[2:] == before[2:] or selected(terminal) is not None, f"answers are taken for keys:\n{terminal.text}")
        expect(terminal.has("? help", "Saturday"), f"answers are taken for keys:\n{terminal.text}")
        expect(terminal.modes.keyboards[True] == 1, f"the keyboard's protocol was switched on {terminal.modes.keyboards[True]} times")
        terminal.send(b"\x1b[113u")
        judge(terminal, "after late answers")


# Sizes


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
        expect(selected(terminal), f"no row is selected in view:\n{terminal.text}")
        terminal.send(b"q")
        judge(terminal, "after the resizes")


step("TERM that is refused", refused)
step("TERM of many kinds", named)
step("inside of tmux", in_tmux)
step("inside of screen", in_screen)
step("inside of Neovim", in_neovim)
step("inside of Emacs", in_emacs)
step("streams that are no terminals", streams)
step("picking into a pipe", picking)
step("no terminal at all", without_terminal)
step("closed", closed)
step("closed with an editor", closed_with_editor)
step("blocked", blocked)
step("ended while blocked", ended_while_blocked)
step("read slowly", read_slowly)
step("cut at each byte", cut)
step("cut by default", cut_by_default)
step("late replies", late_replies)
step("sizes", sizes)
step("resized with dialogs", resized_with_dialogs)
step("resized at each key", resized_at_each_key)
finish("it lives on each terminal, and ends with it")
