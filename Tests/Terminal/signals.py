"""signals.py VAULT [--long] [--times] [--only NAMES]: `vault ui` is ended, stopped and continued by signals, while it draws."""

import ctypes
import os
import random
import signal
import sys
import termios
import time

sys.dont_write_bytecode = True

from checks import expect, finish, problems, step, until
from place import Place, Shell, program_of, unlike
from plain_terminal import DOWN, PAGE_DOWN, STOP, Terminal, UP, processes, stat
from sent_bytes import harm

PROGRAM, LONG = program_of(sys.argv), "--long" in sys.argv
SEED = int(os.environ.get("VAULT_SEED", "30"))

ENDING = [
    signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGTRAP,
    signal.SIGABRT,
]
KEYS = [DOWN, UP, PAGE_DOWN, b"j", b"k", b"G", b"g", b"1", b"2", b"3", b"4", b"5", b"7", b"8", b"\t", b"?", b"\x1b", b"/", b"wor", b"\r"]
# All that the terminal is set to, but its size.
SETTINGS = "stty -a | sed 's/ rows [0-9]*; columns [0-9]*;//'"
SHOWN = "Too small", "? help", "Enter open"


def alive(terminal):
    return terminal.process.poll() is None


# Ended


def end_one(place, number, chance, at_start):
    """Ends one by a signal, at some moment; what is not right is told."""
    answers = Terminal.KITTY if chance.random() < 0.5 else None
    links = chance.random() < 0.5
    environment = {"FORCE_HYPERLINK": "1"} if links else {"NO_HYPERLINKS": "1"}
    with place.terminal(answers=answers, columns=chance.choice([60, 80, 130]), rows=24, environment=environment) as terminal:
        what = f"{'with' if answers else 'without'} kitty's keyboard, {'with' if links else 'without'} links"
        if at_start:
            what += ", as it begins"
            pause = chance.uniform(0, 0.5)
            if not terminal.wait(lambda: terminal.received > 0, 30):
                return expect(False, "nothing is drawn")
            time.sleep(pause)
        else:
            if not terminal.wait(lambda: any(word in terminal.text for word in SHOWN), 60):
                return expect(False, f"nothing is drawn:\n{terminal.text}")
            # Keys and sizes, and the signal somewhere in what they draw.
            for _ in range(chance.randrange(2, 12)):
                if chance.random() < 0.25:
                    terminal.resize(chance.randrange(40, 160), chance.randrange(8, 50))
                else:
                    terminal.send(chance.choice(KEYS))
                time.sleep(chance.choice([0, 0, 0.001, 0.004, 0.012]))
        os.kill(terminal.pid, number)
        status = terminal.end(30)
        if status is None:
            return expect(False, f"{what}: goes on")
        wanted = [-number] + ([130] if number == signal.SIGINT else [])
        expect(status in wanted, f"{what}: ended with {status}")
        told = terminal.remains()
        if terminal.second:
            told.append("the second screen is left")
        # Keys that come late are echoed by the terminal, which draws nothing.
        last = max((place for place, token in enumerate(terminal.tokens) if token == ("csi", b"\x1b[?1049l")), default=0)
        behind = [value for kind, value in terminal.tokens[last + 1 :] if kind not in ("text", "c0")]
        if behind:
            told.append(f"something comes behind what gives the screen back: {b''.join(behind)[:80]!r}")
        told += harm(without_cut(terminal.tokens[:last]))[:1]
        for words in told[:3]:
            expect(False, f"{what}: {words}")
        return None


def without_cut(tokens):
    """Without the sequence or character that was cut off by what gives the screen back, which ends it: ESC and a backslash."""
    place = max((place for place, token in enumerate(tokens) if token == ("esc", b"\x1b\\")), default=0)
    cut = next((number for number in range(max(place - 4, 0), place) if tokens[number][0] == "invalid"), place)
    return tokens[:cut] + tokens[place:]


def ending(number):
    chance = random.Random(f"{SEED} {number}")
    count = 200 if LONG else 12
    with Place(PROGRAM) as place:
        place.run("index")
        failed = 0
        for turn in range(count):
            known = len(problems)
            end_one(place, number, chance, at_start=turn % 4 == 3)
            failed += len(problems) > known
            # The first one tells what there is to be told.
            del problems[known if failed > 1 else len(problems) :]
        expect(failed < 2, f"the same or the like in {failed} of {count}")


def killed():
    """What SIGKILL leaves is no harm: the vault is whole, and the next one works."""
    with Place(PROGRAM) as place:
        before = place.tree()
        for _ in range(20 if LONG else 3):
            with place.terminal() as terminal:
                terminal.ready("? help")
                terminal.send(b"2jjj")
                os.kill(terminal.pid, signal.SIGKILL)
                expect(terminal.end() == -signal.SIGKILL, "SIGKILL does not end it")
        with place.terminal() as terminal:
            terminal.ready("? help", "up to date").sync()
            terminal.send(b"q")
            expect(terminal.end() == 0, "after SIGKILL the next one does not end well")
            for words in terminal.remains():
                expect(False, words)
        expect(place.tree() == before, "the notes are not what they were")
        expect(not place.run("doctor", check=False).startswith("error"), "doctor fails")


# Stopped and continued


def stopped(pid, seconds=20):
    """True once a process is stopped."""
    deadline = time.time() + seconds
    while time.time() < deadline:
        state = stat(pid)
        if state is None:
            return False
        if state[0] == "T":
            return True
        time.sleep(0.01)
    return False


def begin(shell, *words, line='"$VAULT" ui -C "$PLACE"'):
    shell.type(line)
    shell.terminal.ready(*(words or ("? help",)))
    child = shell.child
    if child is None:
        raise RuntimeError("the shell has started no program")
    return child


def mark_two(terminal):
    """Goes to the tasks, and marks two: what is to be kept."""
    terminal.send(b"2")
    terminal.ready("overdue", "Scan the train")
    terminal.send(b"jjj  ")
    terminal.ready("2 marked").sync()


def give_back(shell, child, what, jobs="Stopped"):
    """Ctrl-Z: the shell has the terminal, as it was."""
    terminal = shell.terminal
    terminal.send(STOP)
    if not stopped(child):
        raise RuntimeError(f"{what}: Ctrl-Z does not stop it ({stat(child)}):\n{terminal.text}")
    until(lambda: terminal.has(jobs), lambda: f"{what}: the shell does not say that it stopped:\n{terminal.text}", 20)
    terminal.drained()
    for words in terminal.update().modes.left():
        expect(False, f"{what}: stopped, and {words}")


def idle(pid, seconds=1.0):
    """The processor time that a process takes meanwhile."""
    start = stat(pid)
    time.sleep(seconds)
    now = stat(pid)
    return (now[1] - start[1]) if start and now else 0.0


def jobs():
    with Place(PROGRAM) as place, Shell(place) as shell:
        terminal = shell.terminal
        settings = shell.run(SETTINGS)
        child = begin(shell)
        mark_two(terminal)
        terminal.settle().ready("up to date")
        shown = terminal.text
        give_back(shell, child, "Ctrl-Z")
        expect(not terminal.second, "the second screen is left on")
        expect("ready>" in terminal.text, "the shell's screen does not come back")
        expect(shell.run(SETTINGS) == settings, "the shell has other settings than before")
        # Taken again.
        shell.type("fg")
        until(lambda: terminal.text == shown, lambda: f"fg shows {unlike(terminal.text, shown)}", 20)
        terminal.settle().ready("up to date")
        expect(terminal.text == shown, f"after fg and Ctrl-L: {unlike(terminal.text, shown)}")
        # A window that has another size meanwhile.
        give_back(shell, child, "Ctrl-Z")
        terminal.resize(100, 30)
        shell.type("fg")
        until(lambda: terminal.has("? help", "marked") and terminal.rows[-1].strip(), "fg does not draw for a window of another size", 20)
        terminal.sync()
        expect("? help" in terminal.rows[29], f"the last row of 30 is not drawn:\n{terminal.text}")
        # In the background.
        give_back(shell, child, "Ctrl-Z")
        begun = terminal.received
        shell.type("bg")
        time.sleep(0.2)
        expect(stopped(child), f"bg leaves it running in the background: {stat(child)}")
        used = idle(child)
        expect(used < 0.1, f"in the background it takes {used:.2f} s of processor time in a second")
        drawn = bytes(terminal.raw[begun:])
        expect(b"\x1b[?1049h" not in drawn and b"\x1b[2J" not in drawn, f"it draws in the background: {drawn[-200:]!r}")
        expect("21" == shell.run("echo $((3 * 7))").strip(), "the shell does not work beside it")
        shell.type("fg")
        terminal.ready("? help", "marked").sync()
        terminal.send(b"q")
        until(lambda: shell.child is None, "q does not end it", 20)
        ended = shell.run("echo status $?").strip()
        expect(ended.endswith("status 0"), f"it does not end well: {ended!r}")
        expect(shell.run(SETTINGS) == settings, "after q the shell has other settings than before")
        for words in terminal.modes.left():
            expect(False, f"after q {words}")


def again_and_again():
    with Place(PROGRAM) as place, Shell(place) as shell:
        terminal = shell.terminal
        settings = shell.run(SETTINGS)
        child = begin(shell)
        mark_two(terminal)
        terminal.settle().ready("up to date")
        shown = terminal.text
        chance = random.Random(SEED)
        for turn in range(200 if LONG else 10):
            # Frames are being drawn as it is stopped.
            for _ in range(chance.randrange(4)):
                terminal.send(UP + DOWN)
            terminal.send(STOP)
            if not stopped(child):
                return expect(False, f"the {turn + 1}th Ctrl-Z does not stop it: {stat(child)}\n{terminal.text}")
            terminal.drained()
            left = terminal.modes.left()
            if left:
                return expect(False, f"the {turn + 1}th Ctrl-Z: {left[0]}")
            shell.type("fg")
            if not terminal.wait(lambda: terminal.second and terminal.has("marked"), 30):
                return expect(False, f"the {turn + 1}th fg does not draw:\n{terminal.text}")
        terminal.settle().ready("up to date")
        expect(terminal.text == shown, f"in the end: {unlike(terminal.text, shown)}")
        terminal.send(STOP)
        stopped(child)
        terminal.drained()
        expect(shell.run(SETTINGS) == settings, "the shell has other settings than before")
        return None


def killed_while_stopped():
    """`kill %1`, as a shell does it: SIGTERM and then SIGCONT."""
    with Place(PROGRAM) as place, Shell(place) as shell:
        child = begin(shell)
        give_back(shell, child, "Ctrl-Z")
        shell.run("kill %1")
        until(lambda: stat(child) is None, lambda: f"kill %1 does not end one that is stopped; its state is {stat(child)}", 15)
        shell.terminal.drained()
        for words in shell.terminal.modes.left():
            expect(False, f"after kill %1 {words}")


def stopped_from_outside():
    """SIGSTOP cannot be caught: the shell has its settings, and fg takes the screen again."""
    with Place(PROGRAM) as place, Shell(place) as shell:
        terminal = shell.terminal
        child = begin(shell, "up to date")
        terminal.settle()
        shown = terminal.text
        for name, number in (("STOP", signal.SIGSTOP), ("TSTP", signal.SIGTSTP)):
            os.kill(child, number)
            expect(stopped(child), f"SIG{name} does not stop it")
            terminal.drained()
            if number == signal.SIGTSTP:
                for words in terminal.modes.left():
                    expect(False, f"kill -TSTP: {words}")
            expect("42" in shell.run("echo $((6 * 7))"), f"after SIG{name} the shell does not work")
            shell.type("fg")
            until(lambda: terminal.text == shown, lambda: f"after SIG{name} fg shows {unlike(terminal.text, shown)}", 20)
            terminal.sync()
        # Continued where nobody took the terminal meanwhile.
    with Place(PROGRAM) as place, place.terminal() as terminal:
        terminal.ready("up to date").settle()
        shown, settings = terminal.text, termios.tcgetattr(terminal.slave)
        for _ in range(50 if LONG else 5):
            os.kill(terminal.pid, signal.SIGSTOP)
            stopped(terminal.pid)
            # Somebody else has changed both meanwhile.
            termios.tcsetattr(terminal.slave, termios.TCSANOW, terminal.former)
            os.kill(terminal.pid, signal.SIGCONT)
            until(lambda: termios.tcgetattr(terminal.slave) == settings, "SIGCONT does not take the terminal again", 20)
            terminal.sync()
        terminal.settle().ready("up to date")
        expect(terminal.text == shown, f"after SIGCONT: {unlike(terminal.text, shown)}")
        terminal.send(b"q")
        expect(terminal.end() == 0, "it does not end well")
        for words in terminal.remains():
            expect(False, words)


def without_jobs():
    """Ctrl-Z where nobody could continue it: it says so and goes on."""
    for leads in (True, False):
        what = "the first of its session" if leads else "on a terminal that is not its session's"
        with Place(PROGRAM) as place, place.terminal(leads=leads, before=None if leads else os.setsid) as terminal:
            terminal.ready("up to date").settle()
            terminal.send(STOP)
            if not terminal.wait(lambda: terminal.second and terminal.rows[-2][:50].strip() and terminal.rows[-1].strip(), 15):
                expect(False, f"{what}: Ctrl-Z says nothing ({stat(terminal.pid)})")
            if not alive(terminal):
                expect(False, f"{what}: Ctrl-Z ends it")
                continue
            used = idle(terminal.pid)
            if used > 0.3:
                expect(False, f"{what}: after Ctrl-Z it takes {used:.2f} s of processor time in a second")
                continue
            terminal.send(b"2")
            until(lambda: terminal.has("open"), f"{what}: keys are not answered after Ctrl-Z", 15)
            os.kill(terminal.pid, signal.SIGCONT)
            used = idle(terminal.pid)
            if not alive(terminal):
                expect(False, f"{what}: SIGCONT ends it")
                continue
            expect(used < 0.3, f"{what}: after SIGCONT it takes {used:.2f} s of processor time in a second")
            terminal.send(b"q")
            expect(terminal.end(15) == 0, f"{what}: q does not end it after Ctrl-Z")
            for words in terminal.remains():
                expect(False, f"{what}: {words}")


def in_a_substitution():
    """`$(vault ui --pick)` is in the shell's own group, which cannot be stopped: nobody would continue it."""
    for nested in (False, True):
        what = "in a shell that another one has started, " if nested else ""
        with Place(PROGRAM) as place, Shell(place) as shell:
            terminal = shell.terminal
            if nested:
                shell.type("bash --norc --noprofile -i")
                terminal.wait(lambda: terminal.text.count("ready>") == 2)
            shell.type('picked=$("$VAULT" ui -C "$PLACE" --pick)')
            terminal.ready("Enter pick", "up to date").sync()
            terminal.send(STOP)
            time.sleep(0.3)
            if not terminal.wait(lambda: alive_child(terminal, nested), 10):
                expect(False, f"{what}Ctrl-Z in $(vault ui --pick) stops it, and the shell waits for it for ever")
                continue
            terminal.sync()
            terminal.send(DOWN + b"\r")
            terminal.wait(lambda: not terminal.second)
            expect(".md" in shell.run('echo "$picked"'), f"{what}after Ctrl-Z nothing can be picked")


def alive_child(terminal, nested):
    """True where a program that the shell has started runs and is not stopped."""
    found = [stat(pid) for pid in processes(terminal.mark)]
    return sum(bool(one) and one[0] not in "TZ" for one in found) > 1 + nested


def orphaned():
    """Its shell is killed while it is stopped, and somebody other than init looks after it: it ends, and takes no time until then."""
    PR_SET_CHILD_SUBREAPER = 36
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        for line in ('"$VAULT" ui -C "$PLACE"', 'true | "$VAULT" ui -C "$PLACE"'):
            with Place(PROGRAM) as place, Shell(place) as shell:
                child = begin(shell, line=line)
                give_back(shell, child, "Ctrl-Z")
                os.kill(shell.terminal.pid, signal.SIGKILL)
                shell.terminal.end()
                gone = until(
                    lambda: (stat(child) or "Z")[0] == "Z",
                    lambda: f"{line}: its shell is killed while it is stopped, and it goes on: {stat(child)}", 15)
                if not gone:
                    used = idle(child)
                    expect(used < 0.3, f"{line}: its shell is gone, and it takes {used:.2f} s of processor time in a second")
                    os.kill(child, signal.SIGKILL)
                try:
                    os.waitpid(child, 0)
                except ChildProcessError:
                    pass
    finally:
        libc.prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


for one in ENDING:
    step(f"ended by {one.name}", lambda: ending(one))
step("SIGKILL", killed)
step("Ctrl-Z and fg and bg", jobs)
step("stopped again and again", again_and_again)
step("kill %1 while stopped", killed_while_stopped)
step("stopped from outside", stopped_from_outside)
step("Ctrl-Z without jobs", without_jobs)
step("Ctrl-Z in $()", in_a_substitution)
step("orphaned while stopped", orphaned)
finish("it gives the terminal back")
