"""several.py VAULT [--long]: eight assistants and somebody at an editor change one vault at once: no change is lost, each that was made is
there, and once all are taken back each byte is as it was. Pages of a list that changes have nothing twice, and leave nothing out."""

import ctypes
import os
import random
import re
import sys
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from plain_client import Failed, PlainClient  # It adds the folder of the editors' tests, too.

from checks import expect, finish, step
from editing import Copy

LONG = "--long" in sys.argv
CLIENTS = 8
NOTES = [f"Shared {n}" for n in range(6)]


def exchange(one, other):
    """Each of two files gets the other's name, at once."""
    at_working_folder, exchanging = -100, 2
    if ctypes.CDLL(None, use_errno=True).renameat2(at_working_folder, one.encode(), at_working_folder, other.encode(), exchanging) != 0:
        raise OSError(ctypes.get_errno(), "the files cannot be exchanged")


def edits(program):
    """Each client marks its own lines in notes that all change; an editor saves other lines beside them."""
    # A client makes no more than 60 changes in a minute, and is made anew then.
    rounds = 16 if LONG else 2
    each = 8
    notes = {f"{name}.md": f"# {name}\n\n- start\n\n## Editor\n\n" for name in NOTES}
    with Copy(program, notes=notes) as copy:
        made, retries, failures = [], [0], []
        lock = threading.Lock()
        ends = threading.Event()

        def assistant(number, turn):
            drawn = random.Random(number * 1_000 + turn)
            with PlainClient(copy, "--write", name=f"client {number}") as client:
                for count in range(each):
                    name, mark = drawn.choice(NOTES), f"c{number}-{turn}-{count}"
                    for _ in range(200):
                        note = client.call("read_note", note=name, section=name)
                        try:
                            answer = client.call(
                                "edit_note", note=name, etag=note["etag"],
                                edits=[{"old_text": "- start\n", "new_text": f"- start\n- {mark}\n"}],
                            )
                            with lock:
                                made.append((answer["change"], name, mark))
                            break
                        except Failed as failure:
                            # Sixty changes a minute, whatever becomes of them.
                            if failure.code == "not-allowed" and "seconds" in failure.message:
                                time.sleep(1)
                            elif failure.code != "changed":
                                with lock:
                                    failures.append(str(failure))
                                break
                            with lock:
                                retries[0] += 1
                    else:
                        with lock:
                            failures.append(f"{mark} was never written")

        saved, replaced = [], set()

        def editor():
            """Saves as editors do: another file in the place of the one that it has read, after a look whether that is still there. What
            comes between the look and the save is lost, by the editor; `replaced` has it."""
            count = 0
            while not ends.is_set():
                name = NOTES[count % len(NOTES)]
                path = copy.path(name + ".md")
                try:
                    with open(path, "rb") as file:
                        before = file.read()
                    mark = f"e{count}".encode()
                    with open(path + ".new", "wb") as file:
                        file.write(before + b"- " + mark + b"\n")
                    with open(path, "rb") as file:
                        unchanged = file.read() == before
                    if unchanged:
                        exchange(path + ".new", path)
                        saved.append((name, mark.decode()))
                        with open(path + ".new", "rb") as file:
                            replaced.update(set(re.findall(rb"^- (.*)$", file.read(), re.M)) - set(re.findall(rb"^- (.*)$", before, re.M)))
                    os.remove(path + ".new")
                except FileNotFoundError:
                    pass
                count += 1
                ends.wait(0.05)

        other = threading.Thread(target=editor)
        other.start()
        for turn in range(rounds):
            threads = [threading.Thread(target=assistant, args=(number, turn)) for number in range(CLIENTS)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        ends.set()
        other.join()
        for failure in failures[:5]:
            expect(False, f"an edit failed: {failure}")
        expect(len(made) + len(failures) == rounds * CLIENTS * each, f"{len(made)} edits were made")
        texts = {name: copy.read(name + ".md").decode() for name in NOTES}
        lost = [mark for _, name, mark in made if texts[name].count(f"- {mark}\n") != 1 and mark.encode() not in replaced]
        lost += [mark for name, mark in saved if texts[name].count(f"- {mark}\n") != 1]
        expect(not lost, f"{len(lost)} of {len(made) + len(saved)} edits are lost: {lost[:5]}")
        return len(made), retries[0], len(saved), len(lost)


def undone(program):
    """Every kind of write, taken back by the assistant itself, the latest first: each byte is as it was."""
    notes = {"crlf.md": "\ufeff---\r\ntags: [a]\r\n---\r\n# One\r\n\r\n- [ ] Water 🔁 every week 📅 2026-03-14\r\n[[lf]]", "lf.md": "# Two\n\n[[crlf]]\n"}
    with Copy(program, notes=notes) as copy, PlainClient(copy, "--write") as client:
        before, changes = copy.tree(), []
        drawn = random.Random(20260314)
        task = client.call("list_tasks", query="path:crlf")["tasks"][0]["task"]
        writes = [
            lambda: client.call("create_note", title=f"N{len(changes)}", text="x", folder=drawn.choice(["", "New/Deep", "Areas"])),
            lambda: client.call("add_text", note="crlf", text=drawn.choice(["- x", "| a |", "text\n\ntext"]), at=drawn.choice(["end", "start"])),
            lambda: client.call("add_text", note="lf", text="x", section="More > Deeper", create_section=True),
            lambda: client.call("set_properties", note=drawn.choice(["crlf", "lf"]), set={"k": len(changes), "l": ["a", None, 1.5]}, add_tags=["t"]),
            lambda: client.call("set_properties", note="crlf", unset=["tags", "k"]),
            lambda: client.call("add_task", text="Buy salt due:friday", note=drawn.choice(["crlf", "lf"])),
            lambda: client.call("change_task", task=task, due=drawn.choice(["none", "tomorrow", "2026-04-01"]), priority="high"),
            lambda: client.call("move_note", note="lf", to=drawn.choice(["Areas/", "Moved/lf2", "lf", "Archive/x/lf.md"])),
            lambda: client.call("delete_note", note="Bike", etag=client.call("read_note", note="Bike")["etag"]),
        ]
        # Sixty in a minute are made, and those that take others back are among them.
        for _ in range(60):
            if len(changes) == 28:
                break
            try:
                change = drawn.choice(writes)()["change"]
                changes += [change] if change else []
            except Failed as failure:
                expect(failure.code in {"not-found", "not-allowed", "changed"}, f"a write: {failure}")
        expect(len(changes) > 20, f"{len(changes)} changes were made")
        client.end()
        with PlainClient(copy, "--write") as later:
            for change in reversed(changes):
                expect(later.fails("undo_change", change=change) is None, f"change {change} was not taken back")
        expect(copy.tree() == before, "after all was undone, a file is not what it was")


def undone_by_others(program):
    """The same, taken back by a client that came later: the history knows that they are assistants', whoever it was."""
    notes = {"a.md": "# One\r\n\r\ntext\r\n", "b.md": "[[a]] [[One]]\n"}
    with Copy(program, notes=notes) as copy:
        before = copy.tree()
        with PlainClient(copy, "--write", name="first") as client:
            changes = [
                client.call("add_text", note="a", text="- x")["change"], client.call("move_note", note="a", to="Deep/er/")["change"],
                client.call("set_properties", note="a", set={"x": [1, 2]}, add_tags=["new"])["change"],
                client.call("create_note", title="Made", folder="Deep/new")["change"],
                client.call("delete_note", note="b", etag=client.call("read_note", note="b")["etag"])["change"],
            ]
        copy.run("pin", "Bike")
        with PlainClient(copy, "--write", name="second") as client:
            for change in reversed(changes):
                client.call("undo_change", change=change)
            expect(client.fails("undo_change", change=max(changes) + 1) == "not-allowed", "a person's change was taken back")
        copy.run("undo")
        expect(copy.tree() == before, "after all was undone, a file is not what it was")


def pages(program):
    """Notes come and go while a list is read page by page: what stays is there once."""
    notes = {f"Paged/n{n:03}.md": f"---\nupdated: 2026-01-{n % 28 + 1:02}\n---\nword {n}\n- [ ] task {n} 📅 2026-04-{n % 28 + 1:02}\n" for n in range(120)}
    with Copy(program, notes=notes) as copy, PlainClient(copy) as client:
        drawn = random.Random(20260314)
        for tool, key, arguments in [
            ("list_notes", "path", {"query": "path:Paged/"}), ("list_notes", "path", {"query": "path:Paged/", "sort": "-title"}),
            ("list_tasks", "task", {"query": "path:Paged/"}), ("list_tasks", "task", {"query": "path:Paged/", "sort": "due"}),
            ("search_notes", "path", {"query": "word path:Paged/ sort:path"}),
        ]:
            entries, cursor, changed = [], None, set()
            first = client.call(tool, **arguments, limit=1)["total"]
            while True:
                page = client.call(tool, **arguments, limit=7, **({"cursor": cursor} if cursor else {}))
                entries += page["tasks" if "task" in tool else "notes"]
                cursor = page.get("cursor")
                if not cursor:
                    break
                for _ in range(3):
                    n = drawn.randrange(1_000)
                    path = f"Paged/z{n}.md"
                    changed.add(path)
                    if os.path.exists(copy.path(path)):
                        os.remove(copy.path(path))
                    else:
                        copy.write(path, f"---\nupdated: 2026-01-15\n---\nword {n}\n- [ ] other {n}\n".encode())
            stayed = [entry for entry in entries if entry["path"] not in changed]
            names = [entry[key] for entry in stayed]
            expect(len(names) == len(set(names)), f"{tool} {arguments}: {len(names) - len(set(names))} are there twice")
            expect(len(set(names)) >= 120, f"{tool} {arguments}: {120 - len(set(names))} of {first} are left out")
            for path in changed:
                if os.path.exists(copy.path(path)):
                    os.remove(copy.path(path))


def main():
    program, words = sys.argv[1], []

    def edited():
        made, retries, saved, lost = edits(program)
        words.append(f"{made} edits of {CLIENTS} assistants beside {saved} of an editor, {retries} tried again, {lost} lost")

    step("edits", edited)
    step("undone", lambda: undone(program))
    step("undone by others", lambda: undone_by_others(program))
    step("pages", lambda: pages(program))
    finish("; ".join(words))


main()
