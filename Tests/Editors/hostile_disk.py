"""hostile_disk.py VAULT FOLDER: a server over a vault on a disk that is filled to the brim: all is answered, what it cannot
write is refused in words that name the full disk, nothing is harmed, and with room again it works. FOLDER is on that disk,
which `full_disk` makes for it."""

import os
import sys
import tempfile

from asking import QUESTIONS, Asker, abilities
from checks import expect, finish, step
from client import Client, ResponseError
from disks import Disk
from editing import RENAMED, Copy, replaced, same

# What a rename writes is small, so that some of these leave room for a part of it.
KILOBYTES_LEFT = [0, 4, 8, 12, 16, 20, 28]
SETTINGS = {"lsp": {"rename_limit": 0}}


def rename(client, old, new):
    """The message with which a rename is refused from a link in Desk.md; None where it is made."""
    place = {**client.at("Desk.md", old + "|the"), "newName": new}
    try:
        answer = client.request("textDocument/rename", place, 120)
        if answer:
            client.workspace.apply(answer)
    except ResponseError as error:
        return error.message
    return None


def renamed(before):
    wanted = dict(before)
    wanted["Honey bees.md"] = wanted.pop("Bees.md")
    for note, changes in RENAMED.items():
        wanted[note] = replaced(wanted[note], changes)
    return wanted


def sitting(copy, disk, is_alone, is_full_before):
    """`is_alone`: what the program keeps for itself lies elsewhere."""
    if is_full_before:
        disk.fill()
    with Client(copy.program, copy.vault, environment=copy.environment, settings=SETTINGS) as client:
        client.initialize(abilities(), options=SETTINGS)
        document, asker = client.workspace.open("Desk.md"), Asker(client)

        def ask_all(words):
            asker.words = lambda: words
            for line in range(len(document.text.starts) - 1):
                asker.at("Desk.md", line, 5, QUESTIONS)
            asker.ask("workspace/symbol", {"query": "Bees"})
            asker.ask("workspace/diagnostic", {"previousResultIds": []})

        def memory():
            """All texts as they are for somebody in the editor."""
            return {**copy.tree(), "Desk.md": document.content}

        if not is_full_before:
            ask_all("with room")
        disk.empty()
        before, made = memory(), 0
        for kilobytes in KILOBYTES_LEFT:
            disk.fill(kilobytes)
            if kilobytes == 0:
                ask_all("on a full disk")
                disk.fill(kilobytes)
            refused = rename(client, "Bees", "Honey bees")
            words = f"a rename with {kilobytes} KiB left, {'made' if refused is None else f'refused with “{refused}”'}"
            if refused is None:
                made += 1
                # An index on that disk may make room for itself, and give it back.
                expect(kilobytes > 0 or not is_alone, f"{words}, for which there is no room")
                same(memory(), renamed(before), words)
            else:
                expect("full" in refused, f"{words}, which does not name the full disk")
                same(memory(), before, words)
                if kilobytes == 0:
                    error = new_note(client)
                    expect("full" in error, f"a new note is {error}")
                    same(memory(), before, f"a new note is {error}")
            expect(not disk.temporaries(), f"{words}: {disk.temporaries()} are left")
            disk.empty()
            if refused is None:
                expect(rename(client, "Honey bees", "Bees") is None, f"{words}, is not made back")
                same(memory(), before, f"{words}, and back")
        expect(made < len(KILOBYTES_LEFT), "no rename is refused, however full the disk is")
        ask_all("with room again")
        refused = rename(client, "Bees", "Honey bees")
        expect(refused is None, f"with room again, a rename is refused with “{refused}”")
        client.workspace.save("Desk.md")
        same(copy.tree(), renamed(before), "a rename with room again")
        expect(client.shut_down() == 0, "it ends as it should")
        print(f"{asker.count} requests, {made} of {len(KILOBYTES_LEFT)} renames made;", end=" ")


def new_note(client):
    """What becomes of a note that the server is to make."""
    try:
        client.request("workspace/executeCommand", {"command": "vault.newNote", "arguments": ["A thought"]})
    except ResponseError as error:
        return f"refused with “{error.message}”"
    return "made"


def main():
    program, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    disk = Disk(folder)
    with tempfile.TemporaryDirectory(prefix="vault-lsp-") as elsewhere:
        tempfile.tempdir = folder
        others = {f"XDG_{kind}_HOME": f"{elsewhere}/{kind}" for kind in ("CACHE", "STATE", "DATA", "CONFIG")}
        for words, environment, is_full_before in [
            ("the vault alone", others, False), ("all", {}, False), ("all, before the server starts", {}, True),
        ]:
            def run(environment=environment, is_full_before=is_full_before):
                with Copy(program, extra_environment=environment) as copy:
                    sitting(copy, disk, bool(environment), is_full_before)

            step(f"a full disk under {words}", run)
            disk.empty()
    finish("")


if __name__ == "__main__":
    main()
