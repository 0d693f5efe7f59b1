"""The ways for a path to get into a server, each with a path with which it does what it is for: without these, nothing that is
tried with others would prove anything. Each says whether the path was taken."""

from urllib.parse import quote

from asking import AT_PLACES, QUESTIONS, RENAME
from checks import expect
from hostile_paths import SECRET, Sitting
from workspace import uri_of


def encoded(sitting, path):
    root = uri_of(sitting.copy.vault)
    found = [f"{root}/{quote(path)}", f"{root}/{quote(path, safe='')}"]
    return found + (["file://" + quote(path)] if path.startswith("/") else [])


def raw(sitting, path):
    found = [f"file://{sitting.copy.vault}/{path}"]
    return found + (["file://" + path] if path.startswith("/") else [path] if path.startswith("file:") else [])


def opened(sitting, addresses):
    taken = False
    for address in addresses:
        item = {"uri": address, "languageId": "markdown", "version": 1, "text": "# H\n\n[[secret]] [[n]] ![[out/secret]] Word\n"}
        sitting.own = address
        sitting.client.notify("textDocument/didOpen", {"textDocument": item})
        for line, column in [(0, 2), (2, 4), (2, 14), (2, 25), (2, 36)]:
            place = {"line": line, "character": column}
            given = {
                "textDocument": {"uri": address}, "position": place, "positions": [place], "newName": "Another name",
                "range": {"start": place, "end": place}, "context": {"includeDeclaration": True, "diagnostics": []}}
            for method in QUESTIONS if column == 4 else AT_PLACES[:-1]:
                answer = sitting.ask(method, given)
                taken = taken or method == "textDocument/definition" and answer
                for action in (answer or []) if method == "textDocument/codeAction" else []:
                    sitting.apply(sitting.asker.resolved(action).get("edit"))
            sitting.apply(sitting.ask(RENAME, given))
            sitting.renew()
        sitting.client.notify("textDocument/didSave", {"textDocument": {"uri": address}, "text": item["text"]})
        sitting.client.notify("textDocument/didClose", {"textDocument": {"uri": address}})
    return taken


def opened_by_encoded_address(sitting, path):
    return opened(sitting, encoded(sitting, path))


def opened_by_raw_address(sitting, path):
    return opened(sitting, raw(sitting, path))


def files_renamed(sitting, pairs):
    """The client asks about files that it is about to rename, and says that it has."""
    taken = False
    for old, new in pairs:
        files = {"files": [{"oldUri": old, "newUri": new}]}
        edit = sitting.ask("workspace/willRenameFiles", files)
        taken = taken or edit
        sitting.apply(edit)
        sitting.client.notify("workspace/didRenameFiles", files)
        sitting.renew()
    return taken


def file_renamed_from(sitting, path):
    return files_renamed(sitting, [(one, sitting.uri("New.md")) for one in encoded(sitting, path) + raw(sitting, path)])


def file_renamed_to(sitting, path):
    return files_renamed(sitting, [(sitting.uri("m.md"), one) for one in encoded(sitting, path) + raw(sitting, path)])


def renamed(sitting, words, into, path):
    refused, sitting.is_moved = sitting.asker.refused, True
    sitting.apply(sitting.ask("textDocument/rename", {**sitting.client.at("n.md", words, into), "newName": path}))
    return sitting.asker.refused == refused


def rename_of_note(sitting, path):
    return renamed(sitting, "[[m]]", 2, path)


def rename_of_heading(sitting, path):
    return renamed(sitting, "# H", 2, path)


def rename_of_tag(sitting, path):
    return renamed(sitting, "#tag", 1, path)


def rename_of_block(sitting, path):
    return renamed(sitting, "[[t#^b]]", 5, path)


def commands(sitting, *calls):
    """True where none of them is refused."""
    refused = sitting.asker.refused
    for call in calls:
        sitting.command(*call)
        sitting.renew()
    return sitting.asker.refused == refused


def command_rename_to(sitting, path):
    return commands(sitting, ("vault.rename", sitting.uri("m.md"), path))


def command_rename_of(sitting, path):
    return commands(sitting, ("vault.rename", path, "New name"))


def command_rename_of_address(sitting, path):
    return commands(sitting, *(("vault.rename", one, "New name") for one in encoded(sitting, path)[:1] + raw(sitting, path)))


def command_move_to(sitting, path):
    return commands(sitting, ("vault.move", sitting.uri("m.md"), path))


def command_move_into(sitting, path):
    return commands(sitting, ("vault.move", sitting.uri("m.md"), path + "/"))


def command_move_of(sitting, path):
    return commands(sitting, ("vault.move", path, "Sub"))


def command_new_note(sitting, path):
    return commands(sitting, ("vault.newNote", path))


def command_task_of(sitting, path):
    addresses = encoded(sitting, path)[:1] + raw(sitting, path)
    return commands(sitting, *(("vault.toggleTask", one, 2) for one in addresses), *(
        ("vault.setTask", one, 2, {"due": "today"}) for one in addresses))


def questions(sitting, path):
    found = sitting.ask("workspace/symbol", {"query": path})
    quoted = path.replace("\\", "\\\\").replace('"', '\\"')
    for command in ("vault.search", "vault.tasks"):
        for query in (f'path:"{quoted}"', path):
            sitting.command(command, query)
    return found


def act_create(sitting, path):
    return sitting.act(action="createNote", text=path)


def act_create_by_template(sitting, path):
    return sitting.act(action="createNote", text="Sub/New", word=path)


def act_create_beside(sitting, path):
    return sitting.act(action="createNoteAt", text=path)


def act_link_to(sitting, path):
    return sitting.act(action="linkTo", text=path)


def act_move_task(sitting, path):
    return sitting.act("t.md", 3, action="moveTask", text=path)


def act_add_alias(sitting, path):
    return sitting.act(action="addAlias", text="Called so", word=path)


def act_in_another(sitting, path):
    return sitting.act(other=path, action="addTag", text="new", line=1)


def act_link_mentions(sitting, path):
    return sitting.act(action="linkMentions", text=path)


def linked(sitting, text, path):
    """A link in a note that is open: what leads there, what is shown of it, and what can be done with it, which is done."""
    client, taken = sitting.client, False

    def open_it():
        if sitting.copy.path("Linking.md") not in client.workspace.documents:
            client.workspace.open("Linking.md", text.encode("utf-8"))

    start = text.index(path)
    for offset in sorted({start, start + len(path) // 2, start + len(path), max(text.find("[x"), 0) + 1}):
        open_it()
        place = client.workspace.document("Linking.md").text.position(offset)
        given = {"textDocument": {"uri": sitting.uri("Linking.md")}, "position": place, "newName": "Another name"}
        actions = sitting.asker.at("Linking.md", place["line"], place["character"], QUESTIONS)
        taken = taken or sitting.ask("textDocument/definition", given)
        for action in actions.values() if offset == start + len(path) // 2 else []:
            if action.get("edit"):
                sitting.apply(action["edit"])
                sitting.renew()
                open_it()
        sitting.apply(sitting.ask(RENAME, given))
        sitting.renew()
    return taken


def wikilink(sitting, path):
    return linked(sitting, f"See [[{path}]] here\n", path)


def embed(sitting, path):
    return linked(sitting, f"![[{path}]]\n", path)


def link_to_heading(sitting, path):
    return linked(sitting, f"See [[{path}#H|so]] here\n", path)


def markdown_link(sitting, path):
    return linked(sitting, f"See [x]({path}) here\n", path)


def link_in_angles(sitting, path):
    return linked(sitting, f"See [x](<{path}> \"title\") here\n", path)


def encoded_link(sitting, path):
    coded = quote(path, safe="")
    return linked(sitting, f"See [x]({coded}) here\n", coded)


def picture(sitting, path):
    return linked(sitting, f"![x](<{path}>)\n", path)


def reference(sitting, path):
    return linked(sitting, f"See [x][r] here\n\n[r]: <{path}>\n", path)


def property_link(sitting, path):
    return linked(sitting, f"---\nup: '[[{path}]]'\n---\n# H\n", path)


def half_a_link(sitting, path):
    """A link that is being typed."""
    offered = 0
    for text in (f"See [x](<{path}", f"See [x]({path}", f"See ![[{path}", f"See [[{path}"):
        linked(sitting, text, path)
        sitting.client.workspace.open("Linking.md", text.encode("utf-8"))
        answer = sitting.ask("textDocument/completion", sitting.client.at("Linking.md", path, len(path)))
        offered += len((answer or {"items": []})["items"])
        sitting.is_moved = True
        sitting.renew()
    return offered


SURFACES = [
    (opened_by_encoded_address, "New.md"), (opened_by_raw_address, "New.md"), (file_renamed_from, "m.md"),
    (file_renamed_to, "Sub/m2.md"), (rename_of_note, "m2"), (rename_of_heading, "I"), (rename_of_tag, "tog"),
    (rename_of_block, "c"), (command_rename_to, "m2"), (command_rename_of, "m"), (command_rename_of_address, "m.md"),
    (command_move_to, "Sub/m2"), (command_move_into, "Sub"), (command_move_of, "m.md"), (command_new_note, "Title"),
    (command_task_of, "t.md"), (questions, "n"), (act_create, "Sub/New"), (act_create_by_template, "t"),
    (act_create_beside, "New"), (act_link_to, "n.md"), (act_move_task, "n.md"), (act_add_alias, "m.md"), (act_in_another, "m.md"),
    (act_link_mentions, "Word.md"), (wikilink, "n"), (embed, "Sub/s"), (link_to_heading, "n"), (markdown_link, "n.md"),
    (link_in_angles, "Sub/s.md"), (encoded_link, "n.md"), (picture, "n.md"), (reference, "n.md"), (property_link, "n"),
    (half_a_link, "n"),
]


def paths(program, is_long):
    """In the short form each path is tried somewhere, and each surface with many, for either kind of client."""
    for can_touch_files in (True, False):
        with Sitting(program, can_touch_files) as sitting:
            expect(len(set(sitting.vectors)) >= 500, f"there are {len(set(sitting.vectors))} paths alone")
            tried = 0
            for nth, (surface, harmless) in enumerate(SURFACES):
                taken = sitting.attempt(surface, harmless)
                expect(taken, f"{surface.__name__} does not take {harmless!r}, so that it proves nothing")
                own = sitting.vectors[nth :: len(SURFACES)][0 if can_touch_files else 1 :: 2]
                for vector in sitting.vectors if is_long else own:
                    sitting.attempt(surface, vector)
                    tried += 1
            print(f"{tried} paths into {len(SURFACES)} surfaces, {sitting.asker.told}", end=" ")
            expect(sitting.client.shut_down() == 0, "it ends as it should")
            sitting.judge()
            expect(SECRET not in sitting.client.said, f"what lies outside is printed: {sitting.client.said}")
