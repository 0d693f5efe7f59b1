"""editors.py VAULT [--long] [--times] [--only NAMES]: editors that `vault ui` starts, and what happens to notes meanwhile."""

import os
import shutil
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True

from checks import expect, finish, step, until
from plain_terminal import ENTER, ESCAPE, STOP, Place, Shell, harm, processes, program_of, stat

PROGRAM, LONG = program_of(sys.argv), "--long" in sys.argv

DESK = b"# Desk\nThe lamp is on, see [[Bees]].\n\n- [ ] Dust the desk\n- [ ] Ring the bell\n"
BEES = b"---\ntags: [garden]\n---\n# Bees\nThey hum.\n- [ ] Feed the bees\n"
SKIPPED = []


class Desk(Place):
    """A small vault whose newest note is `Desk.md`, and editors as scripts."""

    def __init__(self, **others):
        super().__init__(PROGRAM, vault=None, **others)
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
            said(terminal, "Undo takes it", seconds=5)
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


# Notes that go


def answer(terminal, what, typed):
    """Types into what is asked, agrees to what is shown then, and waits until something is said of it."""
    asked = terminal.has("y yes")
    terminal.send(typed)
    if asked:
        until(lambda: not terminal.has("y yes"), f"{what}: y does not answer", 30)
    until(lambda: told(terminal) or terminal.has("y yes"), lambda: f"{what}: nothing is said:\n{terminal.text}", 60)
    if terminal.has("y yes"):
        terminal.send(b"y")
        until(lambda: told(terminal), lambda: f"{what}: nothing is said:\n{terminal.text}", 60)


def told(terminal):
    """True where something stands in the line below, or in a dialog that tells why not."""
    return bool(terminal.rows[-2][:40].strip()) or terminal.has("Nothing was changed") or terminal.has("Esc leave") and terminal.has("is called")


def gone_while_shown():
    with Desk() as place, begun(place) as terminal:
        terminal.send(ENTER)
        terminal.ready("Backspace back")
        os.remove(place.path("Desk.md"))
        until(lambda: terminal.has("2 notes"), lambda: f"a note that went is still in the list:\n{terminal.text}", 30)
        for key in (b"e", b"E", b"t", b"r", b"M", b"d", b"y", b"b", b"O", b"]", b"\r"):
            terminal.send(key)
            terminal.drained(quiet=0.15)
            terminal.send(ESCAPE)
            time.sleep(0.1)
        go_on(terminal, "a note that went while it was shown")
        expect(terminal.has("2 notes", "Bees"), f"after it went:\n{terminal.text}")
        expect(place.read("Bees.md") == BEES, "another note is changed")
        leave(terminal, "gone while shown")


def gone_while_marked():
    with Desk() as place, begun(place) as terminal:
        terminal.send(b"  ")
        terminal.ready("2 marked")
        os.remove(place.path("Desk.md"))
        until(lambda: terminal.has("2 notes"), "a marked note that went is still in the list", 30)
        terminal.send(b"t")
        terminal.ready("Tags:")
        # Refused, or done to the other one: either is said.
        answer(terminal, "a marked note that went", b"new\r")
        go_on(terminal, "a marked note that went")
        expect(place.gone("Desk.md"), "a note that went is there again")
        leave(terminal, "gone while marked")


def gone_in_dialog():
    """A form is open while its note goes, or becomes another."""
    for what, keys, typed in (("a name", b"r", b"\x15New name\r"), ("tags", b"t", b"new\r"), ("a question", b"d", b"y"), ("a folder", b"M", b"\x15Sub\r")):
        for way in ("gone", "changed"):
            with Desk() as place, begun(place) as terminal:
                terminal.send(keys)
                until(lambda: terminal.has("Esc") or terminal.has("y yes"), f"{what} is not asked", 30)
                if way == "gone":
                    os.remove(place.path("Desk.md"))
                    until(lambda: terminal.has("2 notes") or True, "", 5)
                else:
                    place.write("Desk.md", DESK + b"Somebody else was here.\n")
                terminal.drained(quiet=0.5)
                answer(terminal, f"{what}, {way} meanwhile", typed)
                if way == "gone":
                    expect(place.gone("Desk.md") and place.gone("New name.md"), f"{what}: a note that went is there again")
                go_on(terminal, f"{what}, {way} meanwhile")
                leave(terminal, f"{what}, {way} meanwhile")
                if way == "changed":
                    texts = b"".join(place.tree().values())
                    expect(b"Somebody else" in texts or what == "a question", f"{what}: what somebody else wrote meanwhile is lost")
                expect(place.read("Bees.md").endswith(BEES[20:]), f"{what}, {way} meanwhile: another note is changed")


def vault_moved():
    with Desk() as place, begun(place) as terminal:
        os.rename(place.vault, place.vault + ".away")
        for keys in (b"j", b"2", b"x", b"1", b"e", b"/lamp", b"\r", b"d", b"n"):
            terminal.send(keys)
            terminal.drained(quiet=0.1)
        for _ in range(3):
            terminal.send(ESCAPE)
            time.sleep(0.15)
        terminal.sync()
        flat = " ".join(terminal.text.replace("│", " ").split())
        expect("gone" in flat or "no vault" in flat or "No such" in flat or "not there" in flat or "is not" in flat, f"it is not said that the vault has gone:\n{terminal.text}")
        expect(not os.path.exists(place.vault), "a folder is made in the place of the one that went")
        os.rename(place.vault + ".away", place.vault)
        terminal.send(b"1")
        terminal.sync()
        place.write("Late.md", b"# Late\nCame later.\n")

        def shown():
            terminal.send(b"1\x0c")
            return terminal.wait(lambda: terminal.has("4 notes", "Late"), 3)

        if not until(shown, lambda: f"once the vault is back, its notes are not shown:\n{terminal.text}", 60):
            return
        expect(place.read("Desk.md") == DESK, "a note is changed")
        leave(terminal, "a vault that went and came back")


def disk_full():
    what = "a full disk"
    if os.getuid() != 0:
        return SKIPPED.append(f"{what}: only root can mount a small one")
    with Desk() as place:
        small = place.folder + "/small"
        os.mkdir(small)
        ran = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", small], capture_output=True, check=False)
        if ran.returncode:
            return SKIPPED.append(f"{what}: {ran.stderr.decode().strip()}")
        try:
            shutil.copytree(place.vault, small + "/vault")
            full_disk(place, small)
        finally:
            subprocess.run(["umount", "-l", small], check=False)
    return None


def full_disk(place, small):
    note = small + "/vault/Desk.md"
    os.utime(note, (1_700_009_000, 1_700_009_000))
    with place.terminal(command=[place.program, "ui", "-C", small + "/vault"], environment=place.editor('echo more >> "$note"')) as terminal:
        terminal.ready("? help", "3 notes", "Desk.md").settle()
        with open(small + "/filler", "wb", buffering=0) as filler:
            try:
                while filler.write(b"x" * 512):
                    pass
            except OSError:
                pass
        before = {name: open(f"{small}/vault/{name}", "rb").read() for name in ("Desk.md", "Bees.md", "Wax.md")}
        for keys in (b"2x", b"1P", b"1tnew\r", b"1nA new note\r", b"1aBuy milk\r", b"1r\x15Other name\r", b"1dy"):
            terminal.send(keys[:1])
            terminal.settle()
            terminal.send(keys[1:2])
            if keys[2:]:
                until(lambda: terminal.has("Esc") or terminal.has("y yes"), f"{keys!r} asks nothing", 30)
            answer(terminal, f"a full disk and {keys!r}", keys[2:])
            terminal.drained(quiet=0.2)
            expect("takes it back" not in terminal.text, f"a full disk and {keys!r} is said to be done:\n{terminal.text}")
            for _ in range(2):
                terminal.send(ESCAPE)
                time.sleep(0.15)
            terminal.sync()
            for name, content in before.items():
                path = f"{small}/vault/{name}"
                expect(os.path.exists(path) and open(path, "rb").read() == content, f"a full disk and {keys!r}: {name} is not what it was")
        os.remove(small + "/filler")
        terminal.send(b"2")
        terminal.settle()
        terminal.send(b"x")
        until(lambda: b"- [x]" in b"".join(open(f"{small}/vault/{name}", "rb").read() for name in before), lambda: f"once there is room again, x does nothing:\n{terminal.text}", 60)
        terminal.sync()
        leave(terminal, "a full disk")


step("editors that fail", failing)
step("emptied", emptied)
step("changed", changed)
step("deleted", deleted)
step("editors on the screen", on_screen)
step("Ctrl-Z in an editor", stopped_in_editor)
step("Ctrl-C in an editor", interrupted_editor)
step("ended with an editor", ended_with_editor)
step("gone while shown", gone_while_shown)
step("gone while marked", gone_while_marked)
step("gone in a dialog", gone_in_dialog)
step("the vault moved", vault_moved)
step("a full disk", disk_full)
finish("; ".join(["editors and notes may do what they want", *(f"not tried: {words}" for words in SKIPPED)]))
