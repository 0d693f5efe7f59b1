"""pytest_lsp_session.py VAULT: the server as it is asked by pytest-lsp in the names of editors, each with what it announced
when it was recorded. Nothing that an editor did not announce may be sent to it; positions are in the encoding that was
agreed on; what the editors' own sessions do is done here in each of their names."""

import ast
import asyncio
import re
import sys
import warnings

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import client_capabilities, make_test_lsp_client

from checks import expect, finish, show, show_changes, step
from editing import COMPLETE, CREATE, RENAME, SAMPLE, TOGGLE, Copy, greet
from editing import judge_create, judge_open, judge_rename, judge_toggle
from workspace import UTF16, EditError, Workspace, path_of

# What pytest-lsp has recorded. An `@` and a version choose one; without them the newest is taken.
EDITORS = [
    "visual-studio-code",
    "neovim@0.6.1",
    "neovim@0.7.0",
    "neovim@0.8.0",
    "neovim@0.9.1",
    "neovim@0.10.0",
    "neovim@0.11.0",
    "emacs@29.1",
]
SECONDS = 30
# What an editor is asked to ask for anew, but for what pytest-lsp answers itself; these sessions show nothing that could be out of date.
REFRESHES = [
    types.WORKSPACE_SEMANTIC_TOKENS_REFRESH,
    types.WORKSPACE_CODE_LENS_REFRESH,
    types.WORKSPACE_INLAY_HINT_REFRESH,
]


class Session:
    """One server that believes to speak with an editor, over a copy of the vault. `change` may change what the editor
    announces; `arguments` start the server."""

    def __init__(self, copy, name, change=None, arguments=("lsp",)):
        self.copy, self.name, self.arguments = copy, name, arguments
        self.capabilities = client_capabilities(name)
        if change:
            change(self.capabilities)
        self.client = make_test_lsp_client()
        self.workspace = Workspace(copy.vault, told=self.tell)
        self.registered = []
        # pygls writes into the functions that it is given, which methods do not allow.
        for method, answer in [
            (types.WORKSPACE_APPLY_EDIT, self.apply),
            (types.WINDOW_SHOW_MESSAGE_REQUEST, self.agree),
            (types.CLIENT_REGISTER_CAPABILITY, self.register),
            *((method, lambda params: None) for method in REFRESHES),
        ]:
            self.client.feature(method)(lambda params, answer=answer: answer(params))

    async def __aenter__(self):
        await self.client.start_io(self.copy.program, *self.arguments, env=self.copy.environment, cwd=self.copy.vault)
        uri = self.workspace.uri("").rstrip("/")
        result = await self.wait(
            self.client.initialize_session(
                types.InitializeParams(
                    capabilities=self.capabilities,
                    root_uri=uri,
                    workspace_folders=[types.WorkspaceFolder(uri=uri, name="vault")],
                )
            )
        )
        self.server = result.capabilities
        self.workspace.encoding = encoding_of(self.server)
        return self

    async def __aexit__(self, *_):
        try:
            await self.wait(self.client.shutdown_session())
        finally:
            await self.client.stop()

    async def wait(self, coming):
        return await asyncio.wait_for(coming, SECONDS)

    def tell(self, method, params):
        show("told: ", {method: params})
        self.client.protocol.notify(method, self.made(method, params))

    def made(self, method, params):
        """Plain parameters as those of the method."""
        kind = types.METHOD_TO_TYPES[method][2]
        return self.client.protocol._converter.structure(params, kind) if kind else None

    def plain(self, value):
        return self.client.protocol._converter.unstructure(value)

    def apply(self, params):
        try:
            self.workspace.apply(self.plain(params.edit))
        except (EditError, OSError) as error:
            return types.ApplyWorkspaceEditResult(applied=False, failure_reason=str(error))
        return types.ApplyWorkspaceEditResult(applied=True)

    def agree(self, params):
        return params.actions[0] if params.actions else None

    def register(self, params):
        self.registered += params.registrations

    async def ask(self, method, **params):
        """The result of a request as plain values; the parameters are plain, too."""
        given = self.made(method, params)
        show("asked:", {method: params})
        result = self.plain(await self.wait(self.client.protocol.send_request_async(method, given)))
        show("came: ", result)
        return result

    def at(self, step_given):
        """Document and position of a step of the editors' sessions."""
        document = self.workspace.document(step_given["file"])
        text = document.text
        start = text.starts[step_given["line"]]
        on = step_given.get("on")
        column = text.line(step_given["line"]).index(on) if on else len(text.line(step_given["line"]))
        return {"textDocument": {"uri": document.uri}, "position": text.position(start + column)}

    async def edited(self, edit):
        """Applies what a request answered, after it was judged by what the editor announced."""
        if edit:
            for sentence in beyond(self.plain(self.capabilities), edit, self.name):
                expect(False, sentence)
            self.workspace.apply(edit)


def encoding_of(server):
    """As a word of the protocol."""
    chosen = server.position_encoding
    return UTF16 if chosen is None else getattr(chosen, "value", chosen)


def beyond(capabilities, edit, name):
    """What a WorkspaceEdit has that the editor did not announce. Neovim takes documentChanges and never says so."""
    can = (capabilities.get("workspace") or {}).get("workspaceEdit") or {}
    changes = edit.get("documentChanges")
    if changes is not None and not (can.get("documentChanges") or can.get("resourceOperations")):
        yield "documentChanges to an editor that announced none"
    for change in changes or []:
        kind = change.get("kind")
        if kind and kind not in (can.get("resourceOperations") or []):
            yield f"a change of kind {kind}, which was not announced"
        if name.startswith("neovim") and (change.get("options") or {}).get("ignoreIfExists"):
            yield f"{kind} with ignoreIfExists, with which Neovim 0.7 does nothing"
        for one in change.get("edits", []):
            if one.get("annotationId") and not can.get("changeAnnotationSupport"):
                yield "an annotated edit, and annotations were not announced"
    if edit.get("changeAnnotations") and not can.get("changeAnnotationSupport"):
        yield "annotations, which were not announced"


async def encodings(copy, name):
    async with Session(copy, name) as session:
        general = session.capabilities.general
        offered = [getattr(one, "value", one) for one in (general and general.position_encodings) or []]
        chosen = session.server.position_encoding
        if offered:
            wanted = next(one for one in ("utf-8", "utf-16", "utf-32") if one in offered)
            expect(encoding_of(session.server) == wanted, f"of {offered} {encoding_of(session.server)} was chosen")
        else:
            expect(chosen in (None, types.PositionEncodingKind.Utf16), f"{chosen} was chosen, and none was offered")
        watched = session.capabilities.workspace and session.capabilities.workspace.did_change_watched_files
        if not (watched and watched.dynamic_registration):
            asked = [one.method for one in session.registered]
            expect("workspace/didChangeWatchedFiles" not in asked, "files are to be watched by an editor that cannot")


async def completing(copy, name):
    async with Session(copy, name) as session:
        document = session.workspace.open(COMPLETE["file"])
        end = document.text.starts[COMPLETE["line"]] + len(document.text.line(COMPLETE["line"]))
        session.workspace.edit(COMPLETE["file"], [{"range": document.text.range(end, end), "newText": COMPLETE["text"]}])
        result = await session.ask("textDocument/completion", **session.at(COMPLETE))
        items = result if isinstance(result, list) else (result or {}).get("items", [])
        found = next((one for one in items if one["label"].strip() == COMPLETE["label"]), None)
        expect(found, f"{COMPLETE['label']} is not offered, but {[one['label'] for one in items][:8]}")
        if not found:
            return
        edit = found["textEdit"]
        if "range" not in edit:  # Where to insert and where to replace.
            edit = {"range": edit["replace"], "newText": edit["newText"]}
        if found.get("insertTextFormat") == 2:
            # A snippet without places to fill in is a text with escapes.
            edit["newText"] = re.sub(r"\\([\\$}])", r"\1", edit["newText"].replace("$0", ""))
        session.workspace.edit(COMPLETE["file"], [edit, *(found.get("additionalTextEdits") or [])])
        line = session.workspace.document(COMPLETE["file"]).text.line(COMPLETE["line"])
        expect(line == "Next to [[Bees]]", f"the completed line is {line!r}")


async def defining(copy, name):
    async with Session(copy, name) as session:
        session.workspace.open(RENAME["file"])
        result = await session.ask("textDocument/definition", **session.at(RENAME))
        first = result[0] if isinstance(result, list) and result else result or {}
        uri = first.get("uri") or first.get("targetUri") or "none"
        expect(uri != "none" and path_of(uri) == copy.path("Bees.md"), f"the definition is in {uri}")
        definition = session.capabilities.text_document.definition
        if "targetUri" in first:
            expect(definition and definition.link_support, "a link as definition, and links were not announced")


async def renaming(copy, name):
    async with Session(copy, name) as session:
        session.workspace.open(RENAME["file"])
        session.workspace.open("Marked.md")
        place = session.at(RENAME)
        can = session.capabilities.text_document.rename
        if can and can.prepare_support:
            prepared = await session.ask("textDocument/prepareRename", **place)
            expect(prepared, "a link cannot be renamed")
        await session.edited(await session.ask("textDocument/rename", **place, newName=RENAME["to"]))
        session.workspace.save()
    judge_rename(copy, {"steps": []})


async def renaming_open(copy, name):
    async with Session(copy, name) as session:
        session.workspace.open(RENAME["file"])
        document = session.workspace.open("Bees.md")
        after = document.text.range_of("They fly.")["end"]
        session.workspace.edit("Bees.md", [{"range": {"start": after, "end": after}, "newText": " Far."}])
        can_rename = session.capabilities.workspace.workspace_edit.resource_operations
        try:
            await session.edited(await session.ask("textDocument/rename", **session.at(RENAME), newName=RENAME["to"]))
        except JsonRpcException as error:
            expect(not can_rename, f"the renaming is refused: {error}")
        session.workspace.save()
    judge_open(copy, {"steps": []})


async def acting(copy, name, given):
    async with Session(copy, name) as session:
        session.workspace.open(given["file"])
        place = session.at(given)
        actions = await session.ask(
            "textDocument/codeAction",
            textDocument=place["textDocument"],
            range={"start": place["position"], "end": place["position"]},
            context={"diagnostics": []},
        )
        titles = [one["title"] for one in actions or []]
        chosen = next((one for word in given["titles"] for one in actions or [] if word in one["title"].lower()), None)
        expect(chosen, f"no code action has {given['titles']}: {titles}")
        if not chosen:
            return
        can = session.capabilities.text_document.code_action
        lazily = can and can.resolve_support
        if "edit" not in chosen and "command" not in chosen and lazily:
            # What Visual Studio Code and Neovim do; others run the command at once.
            if session.server.code_action_provider and getattr(session.server.code_action_provider, "resolve_provider", None):
                chosen = await session.ask("codeAction/resolve", **chosen)
        expect("edit" in chosen or "command" in chosen, f"“{chosen['title']}” does nothing")
        await session.edited(chosen.get("edit"))
        command = chosen if isinstance(chosen.get("command"), str) else chosen.get("command")
        if command and command["command"].startswith("{"):
            # lsprotocol takes a code action that has a command and no edit for a command, whose name it makes of the command.
            command = ast.literal_eval(command["command"])
        if command:
            known = session.server.execute_command_provider
            expect(known and command["command"] in known.commands, f"{command['command']} is not announced")
            await session.ask("workspace/executeCommand", command=command["command"], arguments=command.get("arguments"))
        session.workspace.save()


async def toggling(copy, name):
    await acting(copy, name, TOGGLE)
    judge_toggle(copy, {"steps": []})


async def creating(copy, name):
    await acting(copy, name, CREATE)
    judge_create(copy, {"steps": []})


def main():
    greet(sys.argv[1])
    for name in EDITORS:
        for run in (encodings, completing, defining, renaming, renaming_open, toggling, creating):

            def sitting():
                with Copy(sys.argv[1], SAMPLE) as copy, warnings.catch_warnings(record=True) as warned:
                    warnings.simplefilter("always")
                    show(f"{name}, {run.__name__}")
                    asyncio.run(run(copy, name))
                    show_changes(copy.before, copy.tree())
                for one in warned:
                    if one.category.__name__ == "LspSpecificationWarning":
                        expect(False, str(one.message))

            step(f"{name}, {run.__name__}", sitting)
    finish(f"{len(EDITORS)} editors get what they announced.")


if __name__ == "__main__":
    main()
