"""What the server is told in `methods.py` without asking: documents that are opened, saved and closed, settings, folders, and
what happens to files. And a client that can do little, for which the server does it."""

import ast
import asyncio
import os

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from methods_edits import FILE_ACTIONS, GOAL_RENAMED, NEW, actions_at
from methods_text import DESK, FAR, GOAL, HOME, TASKS, letters
from workspace import uri_of


async def symbols(sitting, query, *files):
    """Waits until the notes that a query finds are those: what happens to files is seen when the system tells."""

    async def paths():
        answer = await sitting.session.ask("workspace/symbol", query=query)
        return sorted(sitting.note(one["location"]["uri"]) for one in answer)

    wanted = sorted(files)
    sitting.same(await sitting.until(paths, wanted), wanted, f"symbols of {query!r}")


async def title(sitting, note):
    """The first heading, cut out of the client's text as it is now."""
    text = sitting.workspace.document(note).text
    answer = await sitting.session.ask("textDocument/documentSymbol", **sitting.about(note))
    start, end = (text.offset(answer[0]["selectionRange"][side]) for side in ("start", "end"))
    return text.text[start:end]


async def beginning(sitting):
    chosen = sitting.session.server.position_encoding
    sitting.same(getattr(chosen, "value", chosen), sitting.variant.encoding, "the encoding")


async def saving(sitting):
    """What is saved, and what was not when it is closed; the file counts where no document is open."""
    workspace, ends = sitting.workspace, sitting.variant.ends
    workspace.save()
    for note in sitting.opens:
        sitting.same(sitting.copy.read(note).decode("utf-8"), sitting.file(note, False), f"{note} when it is saved")
        workspace.close(note)
    await symbols(sitting, "heading:own", HOME)
    await symbols(sitting, "start", HOME)
    document = workspace.open(GOAL)
    end = len(document.text.text)
    workspace.edit(GOAL, [{"range": document.text.range(end, end), "newText": letters("# 👩\u200d💻 Unsaved é" + ends)}])
    await symbols(sitting, "heading:unsaved", GOAL)
    workspace.close(GOAL)
    await symbols(sitting, "heading:unsaved")
    # Saved with a text that the server was not told.
    document, own = workspace.open(HOME), sitting.marked[HOME].words("title")
    start = sitting.marked[HOME].of("first")[0][0]
    untold = [{"range": document.text.range(start, start), "newText": "# 👍🏽 漢字" + ends}]
    document.text = document.text.applying(untold)
    workspace.save(HOME)
    sitting.same(await title(sitting, HOME), "👍🏽 漢字", "the title in a text that was told when it was saved")
    # A whole text instead of changes.
    whole = [{"range": document.text.range(0, len(document.text.text)), "newText": sitting.marked[HOME].text}]
    workspace.edit(HOME, whole, incremental=False)
    sitting.same(await title(sitting, HOME), own, "the title in a whole text")
    os.remove(sitting.copy.path(HOME))
    sitting.same(await title(sitting, HOME), own, "the title in a text whose file is gone")
    workspace.save(HOME)
    await symbols(sitting, "heading:own", HOME)


async def settings(sitting):
    """Lenses and hints are turned off and on."""
    client, whole = sitting.session.client, sitting.texts[TASKS].range(0, len(sitting.texts[TASKS].text))
    for note in (GOAL, TASKS):
        sitting.workspace.open(note)

    async def shown():
        lenses = await sitting.session.ask("textDocument/codeLens", **sitting.about(GOAL))
        hints = await sitting.session.ask("textDocument/inlayHint", **sitting.about(TASKS), range=whole)
        return bool(lenses), bool(hints)

    for lenses, hints in ((False, True), (True, False), (True, True)):
        client.set_configuration({"lsp": {"lenses": lenses, "hints": hints}}, section="vault")
        sitting.session.tell("workspace/didChangeConfiguration", {"settings": None})
        sitting.same(await sitting.until(shown, (lenses, hints)), (lenses, hints), "lenses and hints, as they are set")


async def folders(sitting):
    """A second vault comes and goes."""
    other = os.path.join(sitting.copy.folder, letters("Sécond 漢字"))
    os.makedirs(other + "/.vault")
    with open(other + "/Second.md", "w", encoding="utf-8") as file:
        file.write(letters("# 👩\u200d💻 Elsewhere é\n"))
    folder = {"uri": uri_of(other), "name": "second"}
    path = os.path.relpath(other + "/Second.md", sitting.copy.vault)
    for event, files in (({"added": [folder], "removed": []}, [path]), ({"added": [], "removed": [folder]}, [])):
        sitting.session.tell("workspace/didChangeWorkspaceFolders", {"event": event})
        await symbols(sitting, "heading:elsewhere", *files)


async def files(sitting):
    """What others do to files is seen, and what is told of it taken as a hint."""
    path, moved = letters("Néw 🎉.md"), letters("Far away/Néw 漢字.md")
    sitting.copy.write(path, b"\xef\xbb\xbf# Of others\r\n")
    sitting.session.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": sitting.workspace.uri(path), "type": 1}]})
    sitting.session.tell("workspace/didCreateFiles", {"files": [{"uri": sitting.workspace.uri(path)}]})
    await symbols(sitting, "heading:of others", path)
    os.rename(sitting.copy.path(path), sitting.copy.path(moved))
    renames = [{"oldUri": sitting.workspace.uri(path), "newUri": sitting.workspace.uri(moved)}]
    sitting.session.tell("workspace/didRenameFiles", {"files": renames})
    await symbols(sitting, "heading:of others", moved)
    os.remove(sitting.copy.path(moved))
    sitting.session.tell("workspace/didDeleteFiles", {"files": [{"uri": sitting.workspace.uri(moved)}]})
    await symbols(sitting, "heading:of others")


async def traces(sitting):
    """The log comes while it is asked for, and has no texts of notes."""
    lines = []
    sitting.session.client.feature(types.LOG_TRACE)(lambda params: lines.append(params.message))
    for value in ("verbose", "off"):
        sitting.session.tell("$/setTrace", {"value": value})
        try:
            await sitting.session.ask("textDocument/hover", **sitting.about(FAR), position={"line": 0, "character": 0})
        except JsonRpcException:
            pass
        told, lines[:] = bool(lines), []
        sitting.same(told, value != "off", f"what is traced when it is {value}")


async def cancelling(sitting):
    """A request that is cancelled has one answer all the same."""
    protocol, count = sitting.session.client.protocol, 0
    for number in range(20):
        given = sitting.session.made("textDocument/hover", sitting.at(HOME, "n"))
        coming = protocol.send_request_async("textDocument/hover", given, msg_id=f"é {number}")
        task = asyncio.ensure_future(coming)
        await asyncio.sleep(0)
        sitting.session.tell("$/cancelRequest", {"id": f"é {number}"})
        try:
            await sitting.session.wait(task)
            count += 1
        except JsonRpcException as error:
            count += error.code == -32800
    sitting.same(count, 20, "answers to requests that were cancelled")


async def leaving_files_to_the_server(sitting):
    """A client that makes and renames no files has that done, and taken back."""
    workspace, copy = sitting.workspace, sitting.copy

    async def run(command, *arguments):
        return await sitting.session.ask("workspace/executeCommand", command=command, arguments=list(arguments))

    def compare(changes, path, words):
        """The notes, with one of them at another path on disk; what is open has its name still."""
        for note, marked in sitting.marked.items():
            document = workspace.documents.get(copy.path(note))
            content = document.content if document else copy.read(note)
            wanted = "\ufeff" * sitting.variant.has_mark + marked.replaced(changes)
            sitting.same(content.decode("utf-8"), wanted, f"{words}: {note}")
        sitting.expect(path is None or os.path.exists(copy.path(path)), f"{words}: there is no {path}")

    for name, mark, changes, (kind, *names), text in FILE_ACTIONS:
        action = (await actions_at(sitting, mark)).get(letters(name), {})
        command = action.get("command")
        sitting.expect(command, f"“{name}” is no command, but {action}")
        # lsprotocol takes an action that has no edit for a command, whose name it makes of the command.
        command = ast.literal_eval(command["command"] if isinstance(command, dict) else command)
        await run(command["command"], *command["arguments"])
        path = letters(names[-1])
        compare(changes, path, f"“{name}”")
        if text:
            sitting.same(copy.read(path).decode("utf-8"), letters(text).replace("\n", sitting.variant.ends), f"“{name}”")
        sitting.expect(kind == "create" or not os.path.exists(copy.path(DESK)), f"“{name}”: the file is still {DESK}")
        # What was not written yet is not taken back, but given up.
        workspace.close(DESK)
        await run("vault.undo")
        sitting.expect(not os.path.exists(copy.path(path)), f"“{name}” is not taken back")
        workspace.open(DESK)
        sitting.same(workspace.document(DESK).text.text, sitting.marked[DESK].text, f"“{name}”, taken back")
    await sitting.session.edited(await sitting.session.ask("textDocument/rename", **sitting.at(HOME, "n"), newName=NEW))
    compare(GOAL_RENAMED, NEW + ".md", "a renaming that the server makes")


PARTS = [beginning, saving, settings, folders, files, traces, cancelling]
