"""editors.py VAULT [--long] [--times] [--only NAMES]: editors that `vault ui` starts."""

import os
import shutil
import signal
import sys
import time

sys.dont_write_bytecode = True

from checks import expect, finish, step, until
from desk import DESK, Desk, begun, go_on, leave, said
from place import Shell, program_of
from plain_terminal import STOP, processes, stat

PROGRAM, LONG = program_of(sys.argv), "--long" in sys.argv

SKIPPED = []


def open_editor(terminal):
    terminal.keeps = False
    terminal.send(b"e")


def back(terminal):
    """The screen is taken again."""
    terminal.drained()
    with terminal.lock:
        terminal.keeps, terminal.tokens = True, []


# Editors that fail


def failing():
    ways = {
        "missing": ({"EDITOR": "/nowhere/editor"}, ("cannot be started",)),
        "no words": ({"EDITOR": "'"}, ("ended with status", "cannot be started")),
        "false": ({"EDITOR": "false"}, ("ended with status 1",)),
        "no program": ({"EDITOR": "/etc/hostname"}, ("ended with status 126", "cannot be started")),
        "killed": ("kill -KILL $$", ("ended",)),
        "ended by SIGTERM": ("kill -TERM $$", ("ended",)),
        "crashed": ("kill -SEGV $$", ("ended",)),
    }
    for what, (way, words) in ways.items():
        with Desk() as place:
            environment = place.editor(way) if isinstance(way, str) else way
            with begun(place, environment) as terminal:
                open_editor(terminal)
                said(terminal, *words)
                back(terminal)
                expect(place.read("Desk.md") == DESK, f"{what}: the note is not what it was")
                go_on(terminal, what)
                leave(terminal, what)


def emptied():
    for what, script in {"emptied": ': > "$note"', "blank lines": 'printf "\\n\\n" > "$note"'}.items():
        with Desk() as place, begun(place, place.editor(script)) as terminal:
            open_editor(terminal)
            said(terminal, "as it was before")
            back(terminal)
            expect(place.read("Desk.md") == DESK, f"{what}: the note is {place.read('Desk.md')[:60]!r} and not what it was")
            go_on(terminal, what)
            # What is said of U is so.
            terminal.send(b"U")
            until(lambda: not place.read("Desk.md").strip(), f"{what}: U does not make it what the editor left", 30)
            terminal.sync()
            terminal.send(b"u")
            until(lambda: place.read("Desk.md") == DESK, f"{what}: u does not bring the note back", 30)
            terminal.sync()
            leave(terminal, what)


def changed():
    ways = {
        "appended": 'echo "more words" >> "$note"',
        "replaced": 'sed "s/lamp/light/" "$note" > "$note.new" && mv "$note.new" "$note"',
        "changed, and failed": 'echo "more words" >> "$note"; exit 3',
        "changed, and killed": 'echo "more words" >> "$note"; kill -KILL $$',
    }
    for what, script in ways.items():
        with Desk() as place, begun(place, place.editor(script)) as terminal:
            open_editor(terminal)
            said(terminal, "Edited Desk.md", "what it saved is in the note")
            back(terminal)
            changed_to = place.read("Desk.md")
            expect(changed_to != DESK, f"{what}: the note is not changed")
            expect("edit" in place.run("history"), f"{what}: the history does not have it")
            go_on(terminal, what)
            terminal.send(b"u")
            until(lambda: place.read("Desk.md") == DESK, lambda: f"{what}: u leaves {place.read('Desk.md')[:80]!r}", 30)
            terminal.settle()
            terminal.send(b"U")
            until(lambda: place.read("Desk.md") == changed_to, lambda: f"{what}: U leaves {place.read('Desk.md')[:80]!r}", 30)
            terminal.sync()
            leave(terminal, what)
    with Desk() as place, begun(place, place.editor('printf "\\377\\376\\033[2J\\n" >> "$note"')) as terminal:
        open_editor(terminal)
        if said(terminal, "is not UTF-8"):
            said(terminal, "u takes it back", seconds=5)
        expect("edit" in place.run("history"), "made no UTF-8: the history does not have it")
        terminal.send(b"\x1b")
        back(terminal)
        terminal.settle()
        terminal.send(b"u")
        until(lambda: place.read("Desk.md") == DESK, lambda: f"made no UTF-8: u leaves {place.read('Desk.md')[:80]!r}", 30)
        go_on(terminal, "made no UTF-8")
        leave(terminal, "made no UTF-8")
    with Desk() as place, begun(place, place.editor("true")) as terminal:
        open_editor(terminal)
        said(terminal, "nothing was changed")
        back(terminal)
        expect(place.read("Desk.md") == DESK, "an editor that changes nothing changes the note")
        leave(terminal, "nothing changed")


def deleted():
    for what, script in {"deleted": 'rm "$note"', "moved away": 'mv "$note" "$note.old"', "a folder in its place": 'rm "$note"; mkdir "$note"'}.items():
        with Desk() as place, begun(place, place.editor(script)) as terminal:
            open_editor(terminal)
            said(terminal, "is gone", "was moved or deleted")
            back(terminal)
            go_on(terminal, what)
            until(lambda: terminal.has("2 notes"), lambda: f"{what}: the list still has it:\n{terminal.text}", 30)
            if what == "deleted":
                terminal.send(b"u")
                until(lambda: not place.gone("Desk.md") and place.read("Desk.md") == DESK, "u does not bring back what the editor deleted", 30)
                until(lambda: terminal.has("3 notes"), lambda: f"what u brought back is not in the list:\n{terminal.text}", 30)
            leave(terminal, what)


def moved():
    """What the editor saves of a note that another command moves meanwhile is in the note, and is no second one."""
    with Desk() as place:
        script = '"%s" mv -C "%s" Desk Old/Desk >/dev/null; mkdir -p "$(dirname "$note")"; printf "# Desk\\nMine.\\n" > "$note"' % (place.program, place.vault)
        with begun(place, place.editor(script)) as terminal:
            open_editor(terminal)
            said(terminal, "was moved to Old/Desk.md meanwhile; what the editor saved is there")
            back(terminal)
            expect(place.gone("Desk.md") and place.read("Old/Desk.md") == b"# Desk\nMine.\n", "what the editor saved is not where the note is")
            go_on(terminal, "moved meanwhile")
            expect(terminal.has("3 notes"), f"a moved note is two:\n{terminal.text}")
            terminal.send(b"u")
            until(lambda: place.read("Old/Desk.md") == DESK and place.gone("Desk.md"), "u does not take the edit back where the note is", 30)
            leave(terminal, "moved meanwhile")


# Editors that have the screen


def on_screen():
    for editor in ("vi -u NONE", "vim.tiny -u NONE", "vim -u NONE", "nvim -u NONE", "nano"):
        if not shutil.which(editor.split()[0]):
            continue
        what = editor.split()[0]
        with Desk() as place, begun(place, {"EDITOR": editor}) as terminal:
            terminal.keeps = False
            terminal.send(b"e")
            until(lambda: terminal.has("The lamp is on") and not terminal.has("? help"), lambda: f"{what} does not show the note:\n{terminal.text}", 30)
            terminal.resize(90, 28)
            terminal.drained(quiet=0.3)
            terminal.send(b"Typed " if what == "nano" else b"OTyped \x1b")
            until(lambda: terminal.has("Typed"), f"{what} does not get the keys", 30)
            time.sleep(0.3)
            terminal.send(b"\x0f\r\x18" if what == "nano" else b":wq\r")
            said(terminal, "Edited Desk.md")
            back(terminal)
            expect(b"Typed" in place.read("Desk.md"), f"{what}: what was typed is not in the note")
            go_on(terminal, what)
            expect(terminal.rows[27].strip(), f"{what}: the window's new size does not count:\n{terminal.text}")
            terminal.send(b"u")
            until(lambda: place.read("Desk.md") == DESK, f"{what}: u does not take it back", 30)
            terminal.sync()
            leave(terminal, what)
    # One that leaves all in disorder.
    script = "stty raw -echo; printf '\\033[?1049h\\033[?1003h\\033[?1000h\\033[?2004l\\033[?25l\\033[31m\\033[5;10r\\033(0half'; echo x >> \"$note\""
    with Desk() as place, begun(place, place.editor(script)) as terminal:
        open_editor(terminal)
        said(terminal, "Edited Desk.md")
        back(terminal)
        go_on(terminal, "an editor that leaves disorder")
        terminal.send(b"2")
        until(lambda: terminal.has("Ring the bell"), "after an editor that leaves disorder keys are not answered", 30)
        terminal.send(b"q")
        expect(terminal.end() == 0, "after an editor that leaves disorder it does not end well")


def stopped_in_editor():
    """Ctrl-Z in an editor stops both, and fg brings the editor back."""
    editor = next((name for name in ("vim.tiny", "vim", "vi", "nvim") if shutil.which(name)), None)
    if not editor:
        return SKIPPED.append("Ctrl-Z in an editor: there is no vi")
    with Desk(environment={"EDITOR": f"{editor} -u NONE"}) as place, Shell(place) as shell:
        terminal = shell.terminal
        shell.type('"$VAULT" ui -C "$PLACE"')
        terminal.ready("? help", "3 notes").settle()
        child = shell.child
        for turn in range(10 if LONG else 2):
            terminal.send(b"e")
            until(lambda: terminal.has("The lamp is on") and not terminal.has("? help"), "the editor does not come", 30)
            terminal.drained(quiet=0.3)
            terminal.send(STOP)
            until(lambda: stat(child)[0] == "T" and terminal.has("Stopped"), lambda: f"Ctrl-Z in the editor does not stop all: {stat(child)}\n{terminal.text}", 30)
            expect("42" in shell.run("echo $((6 * 7))"), "the shell does not work beside a stopped editor")
            shell.type("fg")
            until(lambda: terminal.second and terminal.has("The lamp is on") and not terminal.has("? help"), lambda: f"fg does not bring the editor back:\n{terminal.text}", 30)
            terminal.drained(quiet=0.3)
            terminal.send(b":q!\r")
            said(terminal, "nothing was changed")
            terminal.settle()
        terminal.send(b"q")
        until(lambda: shell.child is None, "q does not end it", 30)
        terminal.drained()
        for words in terminal.modes.left():
            expect(False, words)
    return None


def interrupted_editor():
    """Ctrl-C is the editor's while that runs, be it one that leaves the terminal as it is."""
    with Desk() as place, begun(place, place.editor('echo ready; trap "exit 130" INT; sleep 600 & wait')) as terminal:
        open_editor(terminal)
        until(lambda: terminal.has("ready"), "the editor does not run", 30)
        terminal.send(b"\x03")
        if said(terminal, "ended with status 130", seconds=20):
            back(terminal)
            terminal.sync()
            leave(terminal, "Ctrl-C in an editor")
        elif terminal.process.poll() is not None:
            expect(False, f"Ctrl-C in an editor ends the interface, too: {terminal.process.poll()}")


def ended_with_editor():
    """SIGTERM while an editor runs: what that saves is in the history, and nothing is left."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        # The first process of a session passes on that the terminal closed; the editor ends by it, and saves nothing.
        saves = number == signal.SIGTERM
        with Desk() as place, begun(place, place.editor(f'echo ready; while [ ! -e {place.folder}/go ]; do sleep 0.05; done; echo saved >> "$note"')) as terminal:
            open_editor(terminal)
            until(lambda: terminal.has("ready"), "the editor does not run", 30)
            os.kill(terminal.pid, number)
            time.sleep(0.3)
            with open(place.folder + "/go", "w", encoding="utf-8"):
                pass
            status = terminal.end(30)
            expect(status == -number, f"{number.name} while an editor runs: ended with {status}")
            for words in terminal.remains():
                expect(False, f"{number.name} while an editor runs: {words}")
            until(lambda: not processes(terminal.mark), f"{number.name} while an editor runs: processes are left", 10)
            if not saves:
                continue
            expect(b"saved" in place.read("Desk.md"), f"{number.name}: what the editor saved is not in the note")
            expect("edit" in place.run("history"), f"{number.name}: what the editor saved is not in the history")
            place.run("undo", "--yes", check=False)
            expect(place.read("Desk.md") == DESK, f"{number.name}: undo does not take back what the editor saved")


step("editors that fail", failing)
step("emptied", emptied)
step("changed", changed)
step("deleted", deleted)
step("moved", moved)
step("editors on the screen", on_screen)
step("Ctrl-Z in an editor", stopped_in_editor)
step("Ctrl-C in an editor", interrupted_editor)
step("ended with an editor", ended_with_editor)
finish("; ".join(["editors may do what they want", *(f"not tried: {words}" for words in SKIPPED)]))
