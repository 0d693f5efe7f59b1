"""hostile_vaults.py VAULT [--long] [PART ...]: vaults that are hard on a server: on a full disk, with a lock of git that was
left behind, with very many notes of one name, with links, tasks and properties in rings, with texts of very many equal parts;
and what a hostile client asks for: paths that lead out of the vault, and texts that no person writes. Each request is answered,
no note is harmed, nothing outside is touched."""

import os
import subprocess
import sys

import hostile_disk
from asking import AT_PLACES, METHODS, PATIENCE, QUESTIONS, Asker, abilities
from checks import expect, finish, step
from client import Client, ResponseError
from editing import Copy, same
from disks import full_disk
from hostile_disk import SETTINGS, rename, renamed
from hostile_fuzz import fuzz
from hostile_parts import parts
from hostile_surfaces import paths
from workspace import path_of


def server_of(copy, settings=None):
    return Client(copy.program, folder=copy.vault, environment=copy.environment, settings=settings)


def git_lock(program, is_long):
    """A program of git that was killed has left its lock: a rename is written, or refused in words."""
    for can_rename in (True, False):
        with Copy(program) as copy, server_of(copy, SETTINGS) as client:
            def git(*words):
                subprocess.run(["git", *words], cwd=copy.vault, env=copy.environment, check=True, capture_output=True)

            git("init", "--quiet")
            git("add", "--all")
            git("-c", "user.name=A test", "-c", "user.email=test@localhost", "commit", "--quiet", "--message", "All")
            copy.write(".git/index.lock", b"")
            before, announced, asker = copy.tree(), abilities(), Asker(client, lambda: "beside a lock of git")
            if not can_rename:
                del announced["workspace"]["workspaceEdit"]["resourceOperations"]
            client.initialize(announced, options=SETTINGS)
            document = client.workspace.open("Desk.md")
            for line in range(len(document.text.starts) - 1):
                asker.at("Desk.md", line, 5, QUESTIONS)
            for method in ("workspace/symbol", "workspace/diagnostic"):
                asker.ask(method, {"query": "Bees", "previousResultIds": []})
            if can_rename:
                refused = rename(client, "Bees", "Honey bees")
                client.workspace.save()
            else:
                # With nothing open that it is about, the server writes all of it.
                client.workspace.close("Desk.md")
                client.workspace.open("Home.md")
                refused = run(client, "vault.rename", client.workspace.uri("Bees.md"), "Honey bees")
            after = copy.tree()
            if refused is None:
                same(after, renamed(before), "a rename beside a lock of git")
                if can_rename:
                    # What the client made is the client's to undo, and comes first.
                    client.workspace.undo()
                    client.workspace.save()
                expect(run(client, "vault.undo") is None, "a rename beside a lock of git cannot be undone")
                same(copy.tree(), before, "an undo beside a lock of git")
            else:
                expect(len(refused) > 10, f"a rename beside a lock of git is refused with “{refused}”")
                same(after, before, f"a rename beside a lock of git, refused with “{refused}”")
            print(f"{asker.count} requests, a rename {'made' if refused is None else 'refused'};", end=" ")
            expect(client.shut_down() == 0, "it ends as it should")


def run(client, command, *arguments):
    """The message with which a command is refused; None where it is carried out."""
    try:
        client.request("workspace/executeCommand", {"command": command, "arguments": list(arguments)}, PATIENCE)
    except ResponseError as error:
        return error.message
    return None


def one_name(program, is_long):
    """Very many notes of one name, asked about before there is an index and after, and one of them renamed."""
    number = 100_000 if is_long else 2_000
    desk = "# Desk\n\n[[Note]] and Note here, ![[Note]] [[7/Note]] [x](8/Note.md)\n\n[[No\n\n- [ ] Ask Note\n"
    notes = {"Desk.md": desk}
    for nth in range(number):
        notes[f"{nth}/Note.md"] = f"# Note\n\nThe {nth}th, like [[{(nth + 1) % number}/Note]] and Note.\n"
    with Copy(program, vault=None, notes=notes) as copy, server_of(copy) as client:
        client.initialize(abilities(), seconds=PATIENCE)
        document, asker = client.workspace.open("Desk.md"), Asker(client)
        words_into = {
            "[[Note]]": 4, "Note here": 2, "![[Note]]": 5, "7/Note": 3, "8/Note": 3, "[[No\n": 4, "Ask Note": 6, "# Desk": 3}
        places = [client.at("Desk.md", words, into)["position"] for words, into in words_into.items()]

        def ask_all():
            for place in places:
                asker.at("Desk.md", place["line"], place["character"])
            for method in ("textDocument/references", "textDocument/codeAction", "textDocument/hover"):
                asker.at(open_one, 0, 3, [method])
            asker.ask("workspace/symbol", {"query": "Note"})
            for command in ("vault.search", "vault.tasks"):
                asker.ask("workspace/executeCommand", {"command": command, "arguments": ["Note"]})

        open_one = "9/Note.md"
        client.workspace.open(open_one)
        ask_all()
        client.diagnostics("Desk.md", seconds=PATIENCE)
        asker.ask("workspace/diagnostic", {"previousResultIds": []})
        ask_all()
        completions = client.request("textDocument/completion", client.at("Desk.md", "[[No\n", 4), PATIENCE)["items"]
        expect(len(completions) == 100, f"{len(completions)} of {number} notes of one name are offered")
        at_link = client.at("Desk.md", "[[Note]]", 4)
        led = definition(client, at_link)
        edit = asker.ask("textDocument/rename", {**at_link, "newName": "The one"})
        expect(edit, "one of many notes of one name cannot be renamed")
        if edit:
            client.workspace.apply(edit)
            client.workspace.save()
            wanted = os.path.join(os.path.dirname(led), "The one.md")
            expect(os.path.exists(wanted) and not os.path.exists(led), f"{led} is not renamed")
            expect("[[The one]]" in document.text.text, f"its link is not, in {document.text.text!r}")
            found = definition(client, client.at("Desk.md", "[[The one]]", 4))
            expect(found == wanted, f"its link leads to {found}")
        refused = run(client, "vault.rename", "5/Note.md", "The other")
        expect(refused is None and os.path.exists(copy.path("5/The other.md")), f"another is not renamed: {refused}")
        ask_all()
        print(f"{number} notes of one name, {asker.told}", end=" ")
        expect(client.shut_down(PATIENCE) == 0, "it ends as it should")


def definition(client, place):
    """The path that a link leads to, by its first target."""
    found = client.request("textDocument/definition", place, PATIENCE)
    first = found[0] if isinstance(found, list) else found
    return path_of(first.get("targetUri") or first.get("uri"))


RINGS = {
    "A.md": "---\naliases: [B, C]\nparent: \"[[B]]\"\nup: [[[C]]]\n---\n# A\n\n![[B]]\n\n[[B#H]] ![[B#^b]]\n\n"
    "## H\n\n![[A#H]] text ^a\n",
    "B.md": "---\naliases: [C, A]\nparent: \"[[C]]\"\n---\n# B\n\n![[C]]\n\n[[A]]\n\n## H\n\n![[C#H]]\n\ntext ^b\n",
    "C.md": "---\naliases:\n  - A\n  - B\nparent: \"[[A]]\"\n---\n# C\n\n[[C|A]] [[A.md]]\n\n![[A]]\n\n## H\n\n![[B#H]]\n\n"
    "![[A#^a]] text\n",
    "Self.md": "---\nparent: \"[[Self]]\"\naliases: Self\n---\n# Self\n\n![[Self]]\n\n![[#Self]] ![[Self#^s]] ^s\n\n"
    "![](Self.md) [[Self]]\n\n## Below\n\n![[#Below]]\n\n![[Self#Self]]\n",
    "Two.md": "# Two\n\n![[Two]]\n\n![[Two]]\n",
    "Tasks.md": "# Tasks\n\n- [ ] One 🆔 a ⛔ c\n- [ ] Two 🆔 b ⛔ a,b\n- [ ] Three 🆔 c ⛔ b [[More tasks]]\n"
    "  - [ ] Below [id:: d] [dependsOn:: f]\n",
    "More tasks.md": "# More tasks\n\n- [ ] Four [id:: e] [dependsOn:: d, a] 🔁 every day 📅 2026-03-10\n- [ ] Five 🆔 f ⛔ e\n",
    "Labels.md": "# Labels\n\nA[^a] [x][a]\n\n[^a]: of [^b]\n[^b]: of [^a] and [^b]\n\n[a]: #a\n"
    "[b]: <Labels.md#labels> \"[b]\"\n",
    "Plain 1.md": "One.\n\n![[Plain 2]]\n\n![[Plain 2]]\n",
    "Plain 2.md": "Two.\n\n![[Plain 3]]\n\n![[Plain 3]]\n",
    "Plain 3.md": "Three.\n\n![[Plain 1]]\n\n![[Plain 1]]\n",
    "Names/A.md": "# A\n\n[[../A]] ![[../Names/A]] [[A]] ![[A]]\n\n![[../A]]\n\n![[Names/A#A]]\n",
}
INLINE = "Put in the text of the embedded note"


def rings(program, is_long):
    """Notes that embed, name and need each other in rings: all methods at all places, and embedded texts put in five times."""
    count = 0
    with Copy(program, notes=RINGS) as copy, server_of(copy) as client:
        client.initialize(abilities())
        for note in RINGS:
            client.workspace.open(note)
        asker = Asker(client, lambda: "in a ring")
        for note in RINGS:
            text = client.workspace.document(note).text
            asker.at(note, 0, 0, [method for method in METHODS if method not in AT_PLACES])
            for offset in places_in(text, 1 if is_long else 6):
                place = text.position(offset)
                asker.at(note, place["line"], place["character"], AT_PLACES)
                count += 1
        for query in ("A", "!", "#a", "heading:H"):
            asker.ask("workspace/symbol", {"query": query})
        asker.ask("workspace/diagnostic", {"previousResultIds": []})
        for query in ("is:blocked", "not blocked", ""):
            asker.ask("workspace/executeCommand", {"command": "vault.tasks", "arguments": [query]})
        put_in = 0
        for note in RINGS:
            for _ in range(5):
                put_in += put_in_embedded(client, asker, note)
                for method in METHODS:
                    asker.at(note, 0, 0, [method])
        expect(put_in >= 20, f"embedded texts are put in {put_in} times alone")
        print(f"{count} places in rings, embedded texts put in {put_in} times, {asker.told}", end=" ")
        expect(client.shut_down() == 0, "it ends as it should")


def places_in(text, step_size):
    """Offsets in a text, some characters apart, and none inside of a line's end."""
    return [offset for offset in range(0, len(text.text) + 1, step_size) if text.text[offset - 1 : offset + 1] != "\r\n"]


def put_in_embedded(client, asker, note):
    """Puts in the text of the first embedded note, and says whether there was one that could be."""
    document = client.workspace.document(note)
    for line in range(len(document.text.starts) - 1):
        column = document.text.line(line).find("![[")
        if column >= 0:
            place = document.text.position(document.text.starts[line] + column + 3)
            action = asker.at(note, line, place["character"], ["textDocument/codeAction"]).get(INLINE) or {}
            if action.get("edit"):
                before = document.text.text
                client.workspace.apply(action["edit"])
                expect(document.text.text != before, f"nothing is put into line {line} of {note}")
                return True
    return False


PARTS = {
    "full_disk": lambda program, _: full_disk(program, hostile_disk.__file__), "git_lock": git_lock, "one_name": one_name, "rings": rings,
    "parts": parts, "paths": paths, "fuzz": fuzz,
}


def main():
    program, is_long = os.path.abspath(sys.argv[1]), "--long" in sys.argv
    # With the names of some parts, those alone.
    chosen = [name for name in sys.argv[2:] if name in PARTS] or list(PARTS)
    for name in chosen:
        step(name, lambda part=PARTS[name]: part(program, is_long))
    finish("no vault and no text is too much for the server")


if __name__ == "__main__":
    main()
