"""terminals.py VAULT [--long] [--times] [--only NAMES]: `vault ui` on terminals of many kinds and speeds, and on such as close."""

import os
import random
import re
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True

from checks import expect, finish, judge, step, until
from place import Place, program_of, unlike
from plain_terminal import DOWN, ESCAPE, PAGE_DOWN, Terminal, UP, memory, processes, stat

PROGRAM, LONG = program_of(sys.argv), "--long" in sys.argv
SEED = int(os.environ.get("VAULT_SEED", "30"))
TAKEN = b"\x1b[?1049h"


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
        until(lambda: "Check for pipes" in (terminal.selected or ""), lambda: f"{what}: the key for down does not come through:\n{terminal.text}", 30)
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
        here = lambda: names.index(terminal.selected.strip("▌ "))
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
        start = names.index(terminal.selected.strip("▌ "))
        tried = 0
        for sequence in (b"\x1b[1;5B", b"\x1b[106;1:1;106u", b"\x1b[<0;5;18M"):
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
                moved = names.index(terminal.selected.strip("▌ ")) - start
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
        expect(terminal.rows[2:] == before[2:] or terminal.selected is not None, f"answers are taken for keys:\n{terminal.text}")
        expect(terminal.has("? help", "Saturday"), f"answers are taken for keys:\n{terminal.text}")
        expect(terminal.modes.keyboards[True] == 1, f"the keyboard's protocol was switched on {terminal.modes.keyboards[True]} times")
        terminal.send(b"\x1b[113u")
        judge(terminal, "after late answers")


step("TERM that is refused", refused)
step("TERM of many kinds", named)
step("inside of tmux", in_tmux)
step("inside of screen", in_screen)
step("inside of Neovim", in_neovim)
step("inside of Emacs", in_emacs)
step("closed", closed)
step("closed with an editor", closed_with_editor)
step("blocked", blocked)
step("ended while blocked", ended_while_blocked)
step("read slowly", read_slowly)
step("cut at each byte", cut)
step("cut by default", cut_by_default)
step("late replies", late_replies)
finish("it lives on each terminal, and ends with it")
