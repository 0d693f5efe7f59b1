"""A text that takes edits in UTF-8, UTF-16 and UTF-32 positions, and a workspace as an editor has one: it takes edits of several
files, in memory and on disk, and takes them back."""

import bisect
import os
import re
import threading
import urllib.parse

BOM = b"\xef\xbb\xbf"
UTF8, UTF16, UTF32 = "utf-8", "utf-16", "utf-32"


def uri_of(path):
    return "file://" + urllib.parse.quote(os.path.abspath(path), safe="/")


def path_of(uri):
    parts = urllib.parse.urlsplit(uri)
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        raise EditError(f"{uri} is no file of this machine")
    return urllib.parse.unquote(parts.path)


class EditError(Exception):
    """An edit that a client refuses."""


def units(text, encoding):
    """How far a text moves a column."""
    if encoding == UTF32 or text.isascii():
        return len(text)
    coded = text.encode("utf-8" if encoding == UTF8 else "utf-16-le", "surrogatepass")
    return len(coded) if encoding == UTF8 else len(coded) // 2


class Text:
    """A text with lines that end at LF, CRLF or CR. Offsets count characters of Python."""

    def __init__(self, text, encoding=UTF16):
        self.text, self.encoding = text, encoding
        self.starts = [0, *(found.end() for found in re.finditer("\r\n|\r|\n", text))]

    def line(self, number):
        """A line without its end."""
        end = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.text)
        return self.text[self.starts[number] : end].rstrip("\r\n")

    def offset(self, position, strict=True):
        """Where a position is. One outside of the text is refused, or clamped where it need not be `strict`; one inside a
        character is refused, or begins before it."""
        line, column = position["line"], position["character"]
        if line >= len(self.starts):
            if strict:
                raise EditError(f"line {line} of {len(self.starts)}")
            return len(self.text)
        text = self.line(line)
        # The last place at or before the column.
        behind = bisect.bisect_right(range(len(text) + 1), column, key=lambda place: units(text[:place], self.encoding))
        count = max(behind - 1, 0)
        reached = units(text[:count], self.encoding)
        if strict and reached < column:
            where = f"is inside of {text[count]!r}" if count < len(text) else f"is behind its end, {reached}"
            raise EditError(f"column {column} of line {line} {where}")
        return self.starts[line] + count

    def position(self, offset):
        line = bisect.bisect_right(self.starts, offset) - 1
        return {"line": line, "character": units(self.text[self.starts[line] : offset], self.encoding)}

    def range(self, start, end):
        return {"start": self.position(start), "end": self.position(end)}

    def range_of(self, words, nth=0):
        """The range of the nth occurrence of words."""
        start = -1
        for _ in range(nth + 1):
            start = self.text.index(words, start + 1)
        return self.range(start, start + len(words))

    def spans(self, edits):
        """Edits as (start, end, new text) from the first to the last. Those that overlap are refused; insertions at one
        place keep their order."""
        found = []
        for edit in edits:
            start, end = self.offset(edit["range"]["start"]), self.offset(edit["range"]["end"])
            if end < start:
                raise EditError(f"a range that ends before it begins: {edit['range']}")
            found.append((start, end, edit["newText"]))
        found.sort(key=lambda span: (span[0], span[1] > span[0]))
        for before, after in zip(found, found[1:]):
            if after[0] < before[1]:
                raise EditError(f"edits that overlap: {before} and {after}")
        return found

    def applying(self, edits):
        """The text after a list of TextEdits, which all speak of the text as it is now."""
        parts, place = [], 0
        for start, end, text in self.spans(edits):
            parts += [self.text[place:start], text]
            place = end
        return Text("".join(parts) + self.text[place:], self.encoding)

    def inverse(self, edits):
        """The TextEdits that take back those, in the text that they make."""
        after, found, shift = self.applying(edits), [], 0
        for start, end, text in self.spans(edits):
            found.append({"range": after.range(start + shift, start + shift + len(text)), "newText": self.text[start:end]})
            shift += len(text) - (end - start)
        return found

    def changing(self, change):
        """The text after one change of a didChange notification."""
        if "range" not in change:
            return Text(change["text"], self.encoding)
        start = self.offset(change["range"]["start"], strict=False)
        end = max(start, self.offset(change["range"]["end"], strict=False))
        return Text(self.text[:start] + change["text"] + self.text[end:], self.encoding)


class Document:
    """A file that is open in the client. A byte order mark stays off the text and in the file, as in the editors."""

    def __init__(self, uri, content=b"", version=1, encoding=UTF16):
        self.uri, self.version, self.has_bom = uri, version, content.startswith(BOM)
        self.text = Text(content[len(BOM) if self.has_bom else 0 :].decode("utf-8"), encoding)

    @property
    def content(self):
        return (BOM if self.has_bom else b"") + self.text.text.encode("utf-8")


class Workspace:
    """What is open, and how edits of several files are made: in open documents in memory, in others on disk. `told` is
    called with the method and parameters of each notification that a client sends of it."""

    def __init__(self, folder, encoding=UTF16, told=lambda method, params: None):
        self.folder, self.encoding, self.told = os.path.abspath(folder), encoding, told
        self.documents, self.lock, self.applied = {}, threading.RLock(), []
        # What would take back what was applied, in the order in which it was.
        self.inverses = []

    def key(self, uri):
        return path_of(uri)

    def uri(self, file):
        return uri_of(os.path.join(self.folder, file))

    def document(self, file):
        return self.documents[os.path.join(self.folder, file)]

    def open(self, file, content=None, language="markdown"):
        """Opens a file, with other text than it has where `content` is given."""
        with self.lock:
            path = os.path.join(self.folder, file)
            if content is None:
                with open(path, "rb") as stream:
                    content = stream.read()
            document = Document(uri_of(path), content, encoding=self.encoding)
            self.documents[path] = document
            item = {"uri": document.uri, "languageId": language, "version": 1, "text": document.text.text}
            self.told("textDocument/didOpen", {"textDocument": item})
            return document

    def close(self, file):
        with self.lock:
            document = self.documents.pop(os.path.join(self.folder, file))
            self.told("textDocument/didClose", {"textDocument": {"uri": document.uri}})

    def save(self, file=None):
        """Writes one open document, or all."""
        with self.lock:
            paths = list(self.documents) if file is None else [os.path.join(self.folder, file)]
            for path in paths:
                document = self.documents[path]
                with open(path, "wb") as stream:
                    stream.write(document.content)
                self.told("textDocument/didSave", {"textDocument": {"uri": document.uri}, "text": document.text.text})

    def edit(self, file, edits, incremental=True):
        """Changes an open document as somebody who types."""
        with self.lock:
            self.edit_document(self.document(file), edits, incremental)

    def edit_document(self, document, edits, incremental=True):
        after = document.text.applying(edits)
        if after.text == document.text.text and not edits:
            return
        # From the last to the first, so that each is right in the text before it.
        changes = [
            {"range": document.text.range(start, end), "text": text}
            for start, end, text in reversed(document.text.spans(edits))
        ]
        document.version += 1
        document.text = after
        identifier = {"uri": document.uri, "version": document.version}
        changed = {"textDocument": identifier, "contentChanges": changes if incremental else [{"text": after.text}]}
        self.told("textDocument/didChange", changed)

    def apply(self, edit):
        """A WorkspaceEdit; raises EditError where a client would refuse it. What came before the refused part is done, as
        with an editor whose failure handling is `abort`."""
        with self.lock:
            self.applied.append(edit)
            if edit.get("documentChanges") is not None:
                for change in edit["documentChanges"]:
                    getattr(self, "apply_" + change.get("kind", "edits"))(change)
            else:
                for uri, edits in (edit.get("changes") or {}).items():
                    self.apply_edits({"textDocument": {"uri": uri, "version": None}, "edits": edits})

    def undo(self):
        """Takes back what was applied, as the undo of an editor does: edits, renames, and files that were made. Raises EditError
        where files were deleted or written over. What was typed stays, and so do folders."""
        with self.lock:
            if None in self.inverses:
                raise EditError("what was in a file is gone")
            self.apply({"documentChanges": self.inverses[::-1]})
            self.inverses = []

    def apply_edits(self, change):
        uri, version = change["textDocument"]["uri"], change["textDocument"].get("version")
        path = self.inside(uri)
        document = self.documents.get(path)
        if document:
            if version is not None and version != document.version:
                raise EditError(f"an edit of version {version} of {uri}, which is at {document.version}")
            before = document.text
            self.edit_document(document, change["edits"])
        else:
            if version is not None:
                raise EditError(f"an edit of version {version} of {uri}, which is not open")
            with open(path, "rb") as stream:
                document = Document(uri, stream.read(), encoding=self.encoding)
            before = document.text
            document.text = before.applying(change["edits"])
            with open(path, "wb") as stream:
                stream.write(document.content)
        inverse = before.inverse(change["edits"])
        self.inverses.append({"textDocument": {"uri": uri, "version": None}, "edits": inverse})

    def apply_create(self, change):
        path, options = self.inside(change["uri"]), change.get("options") or {}
        is_there = os.path.lexists(path)
        if is_there and not options.get("overwrite"):
            if options.get("ignoreIfExists"):
                return
            raise EditError(f"{path} is there")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb"):
            pass
        self.inverses.append(None if is_there else {"kind": "delete", "uri": change["uri"]})

    def apply_rename(self, change):
        old, new, options = self.inside(change["oldUri"]), self.inside(change["newUri"]), change.get("options") or {}
        if os.path.lexists(new) and not options.get("overwrite"):
            # A file system that takes two spellings for one name has the same file there.
            if not os.path.samefile(old, new):
                if options.get("ignoreIfExists"):
                    return
                raise EditError(f"{new} is there")
        os.makedirs(os.path.dirname(new), exist_ok=True)
        os.rename(old, new)
        for path in [path for path in self.documents if path == old or path.startswith(old + "/")]:
            moved = self.documents.pop(path)
            self.told("textDocument/didClose", {"textDocument": {"uri": moved.uri}})
            moved.uri, moved.version = uri_of(new + path[len(old) :]), 1
            self.documents[new + path[len(old) :]] = moved
            item = {"uri": moved.uri, "languageId": "markdown", "version": 1, "text": moved.text.text}
            self.told("textDocument/didOpen", {"textDocument": item})
        self.inverses.append({"kind": "rename", "oldUri": change["newUri"], "newUri": change["oldUri"]})

    def apply_delete(self, change):
        path, options = self.inside(change["uri"]), change.get("options") or {}
        if not os.path.lexists(path):
            if options.get("ignoreIfNotExists"):
                return
            raise EditError(f"{path} is not there")
        if os.path.isdir(path):
            os.rmdir(path)
        else:
            os.remove(path)
        self.documents.pop(path, None)
        self.inverses.append(None)

    def inside(self, uri):
        """The path of a URI, which has to be in the workspace."""
        path = path_of(uri)
        if path != os.path.normpath(path) or not path.startswith(self.folder + "/"):
            raise EditError(f"{path} is outside of {self.folder}")
        return path
