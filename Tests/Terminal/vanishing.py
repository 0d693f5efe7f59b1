"""vanishing.py VAULT [--long] [--times] [--only NAMES]: notes, the vault or the room on the disk go while `vault ui` shows them."""

import os
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True

from checks import expect, finish, step, until
from desk import BEES, DESK, Desk, begun, go_on, leave
from plain_terminal import ENTER, ESCAPE

SKIPPED = []


def answer(terminal, what, typed):
    """Types into what is asked, agrees to what is shown then, and waits until something is said of it."""
    asked = terminal.has("y yes")
    terminal.send(typed)
    if asked:
        until(lambda: not terminal.has("y yes") or terminal.has("changed meanwhile"), f"{what}: y does not answer", 30)
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


step("gone while shown", gone_while_shown)
step("gone while marked", gone_while_marked)
step("gone in a dialog", gone_in_dialog)
step("the vault moved", vault_moved)
step("a full disk", disk_full)
finish("; ".join(["what goes is told, and nothing else is harmed", *(f"not tried: {words}" for words in SKIPPED)]))
