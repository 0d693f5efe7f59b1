"""Sittings over the vault of `methods_text.py`: a server, what is open in it, and answers as places in the client's texts."""

import asyncio
import itertools
import os

from lsprotocol import types

from editing import Copy
from methods_text import CLOSED, DATED, FAR, GOAL, NOTES, PICTURE, TODAY, Marked, older, typed
from pytest_lsp_session import SECONDS, Session
from workspace import Text, path_of

# What is not right: in which sittings each sentence was said.
found = {}


class Variant:
    """How the notes of a sitting are written, what is saved of them, and how the client counts."""

    def __init__(self, ends, has_mark, is_saved, encoding):
        self.ends, self.has_mark, self.is_saved, self.encoding = ends, has_mark, is_saved, encoding
        # One half of the clients asks for problems, the other half is told.
        self.pulls = has_mark == (ends == "\n")

    def __str__(self):
        words = ["CRLF" if self.ends == "\r\n" else "LF", "saved" if self.is_saved else "unsaved", self.encoding]
        return " ".join(words[:1] + ["BOM"] * self.has_mark + words[1:])

    def announce(self, capabilities):
        """Visual Studio Code's announcements, with those that it has made since they were recorded."""
        capabilities.general.position_encodings = [self.encoding]
        document = capabilities.text_document
        document.folding_range.line_folding_only = False
        document.inlay_hint = types.InlayHintClientCapabilities()
        document.publish_diagnostics.version_support = True
        if self.pulls:
            document.diagnostic = types.DiagnosticClientCapabilities()


def cannot_touch_files(capabilities):
    """Takes from what a client announces that it can make files and give them other names."""
    capabilities.workspace.workspace_edit.resource_operations = None


class Sitting:
    """One server over a vault of its own, until the end of the `async with` block. Where texts are saved, the files have them,
    and some notes are closed; else all but one are open, the files have older texts, and what is new was typed."""

    def __init__(self, program, variant, change=None):
        self.variant, self.marked = variant, {note: Marked(text, variant.ends) for note, text in NOTES.items()}
        self.texts = {note: Text(marked.text, variant.encoding) for note, marked in self.marked.items()}
        self.opens = [note for note in NOTES if note != CLOSED and not (variant.is_saved and note in (FAR, DATED))]
        self.log = []
        files = {note: self.file(note, note in self.opens and not variant.is_saved) for note in NOTES}
        self.copy = Copy(program, None, {**files, PICTURE: "x"})

        def announced(capabilities):
            variant.announce(capabilities)
            if change:
                change(capabilities)

        self.session = Session(self.copy, "visual-studio-code", announced, ("lsp", "--today", TODAY))

    def file(self, note, is_older):
        text = self.marked[note].text
        return ("\ufeff" if self.variant.has_mark else "") + (older(text) if is_older else text)

    async def __aenter__(self):
        await self.session.__aenter__()
        self.workspace = self.session.workspace
        for note in self.opens:
            document = self.workspace.open(note)
            if not self.variant.is_saved:
                edits = [
                    {"range": document.text.range(start, end), "newText": text}
                    for start, end, text in typed(document.text.text, self.marked[note].text)
                ]
                self.expect(edits, f"{note} has no older text")
                self.workspace.edit(note, edits)
        # Before there is an index, no more than the names of files is known.
        await self.session.ask("textDocument/codeLens", **self.about(GOAL))
        return self

    async def __aexit__(self, *_):
        try:
            await self.session.__aexit__()
        finally:
            self.copy.__exit__()

    # What is compared.

    def expect(self, condition, words):
        if not condition:
            places = found.setdefault(words, [])
            if str(self.variant) not in places:
                places.append(str(self.variant))

    def same(self, answer, wanted, words):
        if isinstance(answer, str) and isinstance(wanted, str):
            # Of texts, the first lines that differ.
            lines = itertools.zip_longest(answer.splitlines(keepends=True), wanted.splitlines(keepends=True))
            answer, wanted = next((pair for pair in lines if pair[0] != pair[1]), ("", ""))
        self.expect(answer == wanted, f"{words}: {answer!r} instead of {wanted!r}")

    def same_places(self, answer, wanted, words):
        """Places as (note, start, end), in any order."""
        if sorted(answer) != sorted(wanted):
            more, less = (sorted(map(self.told, ones)) for ones in (set(answer) - set(wanted), set(wanted) - set(answer)))
            self.expect(False, f"{words}: {more} instead of {less}, {len(answer)} for {len(wanted)}")

    def told(self, place):
        note, start, end = place
        cut = f" “{self.marked[note].text[start:end]}”" if note in self.marked else ""
        return f"{note} {start}-{end}{cut}"

    # What is asked.

    async def ask(self, method, **params):
        answer = await self.session.ask(method, **params)
        about = params.get("textDocument", {}).get("uri")
        self.log.append((method, self.plain(params, about), self.plain(answer, about)))
        return answer

    def about(self, note):
        return {"textDocument": {"uri": self.workspace.uri(note)}}

    def at(self, note, mark, nth=0, into=1):
        """Document and position of a mark; -1 is its end."""
        start, end = self.marked[note].of(mark)[nth]
        place = end if into < 0 else min(start + into, end)
        return {**self.about(note), "position": self.texts[note].position(place)}

    # What is answered.

    def note(self, uri):
        return os.path.relpath(path_of(uri), self.copy.vault)

    def span(self, uri, given):
        """A range as (note, start, end); one that begins or ends within a character is none."""
        note = self.note(uri)
        if note not in self.texts:
            self.expect(given["end"] == {"line": 0, "character": 0}, f"{given} of {note}")
            return note, 0, 0
        return note, self.texts[note].offset(given["start"]), self.texts[note].offset(given["end"])

    def places(self, locations):
        return [self.span(one["uri"], one["range"]) for one in locations or []]

    def spans(self, note, ranges):
        return [self.span(self.workspace.uri(note), one) for one in ranges]

    def wanted(self, marks):
        """The places of marks: their names by note."""
        return [(note, *span) for note, names in marks.items() for span in self.marked[note].of(names)]

    def everywhere(self, names):
        return [(note, *span) for note, marked in self.marked.items() for span in marked.of(names)]

    def plain(self, value, about, uri=None):
        """An answer about a document with offsets and texts in the place of positions, the same for all clients."""
        uri = uri or about
        if isinstance(value, list):
            return [self.plain(one, about, uri) for one in value]
        if isinstance(value, str):
            return value.replace(self.copy.folder, "")
        if not isinstance(value, dict):
            return value
        if self.is_place(value) and uri and self.note(uri) in self.texts:
            text = self.texts[self.note(uri)]
            if "line" in value:
                return text.offset(value)
            start, end = text.offset(value["start"]), text.offset(value["end"])
            return start, end, text.text[start:end]
        inner = value.get("uri") or value.get("targetUri") or (value.get("textDocument") or {}).get("uri") or uri
        return {name: self.plain(one, about, about if name.startswith("origin") else inner) for name, one in value.items()}

    @staticmethod
    def is_place(value):
        return set(value) in ({"start", "end"}, {"line", "character"})

    def changed(self, edit, words):
        """What a WorkspaceEdit makes of texts, and of files; the spans that it replaces. Nothing is written."""
        texts, files, spans = {}, [], []
        for change in (edit or {}).get("documentChanges") or []:
            if change.get("kind"):
                names = [change[key] for key in ("oldUri", "newUri", "uri") if change.get(key)]
                files.append((change["kind"], *map(self.note, names)))
                continue
            uri, version = change["textDocument"]["uri"], change["textDocument"].get("version")
            document = self.workspace.documents.get(path_of(uri))
            self.same(version, document.version if document else None, f"{words}: the version of {self.note(uri)}")
            text = self.texts.get(self.note(uri), Text("", self.variant.encoding))
            texts[self.note(uri)] = text.applying(change["edits"]).text
            spans += [self.span(uri, one["range"]) for one in change["edits"]]
        return texts, files, spans

    def same_texts(self, texts, wanted, words):
        """`wanted`: by note, other words for marks; no other note may be changed."""
        wanted = {note: self.marked[note].replaced(changes) for note, changes in wanted.items()}
        for note in sorted(set(texts) | {note for note, text in wanted.items() if text != self.marked[note].text}):
            self.same(texts.get(note), wanted.get(note), f"{words}: {note}")

    async def until(self, ask, wanted):
        """What `ask` comes to: the server may have to look again for what was typed just now."""
        for _ in range(20 * SECONDS):
            answer = await ask()
            if answer == wanted:
                break
            await asyncio.sleep(0.05)
        return answer
