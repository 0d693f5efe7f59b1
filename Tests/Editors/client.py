"""A client of a language server over its standard input and output, made with the standard library alone, so that a test
can also send what no editor would: broken frames, odd bodies, cancellations at any moment.

client.py VAULT checks the text and the workspace by themselves, then says hello to the server."""

import json
import os
import queue
import subprocess
import sys
import threading
import time

from workspace import UTF8, UTF16, UTF32, Document, EditError, Text, Workspace, path_of, uri_of


class ResponseError(Exception):
    """What the server answered instead of a result, or what a test answers the server."""

    def __init__(self, code, message="", data=None):
        super().__init__(f"{code} {message}")
        self.code, self.message, self.data = code, message, data


class Ended(Exception):
    """The server is gone."""


# What a client that can do all of it announces.
CAPABILITIES = {
    "general": {"positionEncodings": [UTF8, UTF16]},
    "workspace": {
        "applyEdit": True,
        "configuration": True,
        "workspaceFolders": True,
        "workspaceEdit": {
            "documentChanges": True,
            "resourceOperations": ["create", "rename", "delete"],
            "failureHandling": "abort",
            "changeAnnotationSupport": {"groupsOnLabel": True},
        },
        "fileOperations": {"willRename": True, "didRename": True, "didCreate": True, "didDelete": True},
        "diagnostics": {"refreshSupport": True},
        "codeLens": {"refreshSupport": True},
        "inlayHint": {"refreshSupport": True},
        "semanticTokens": {"refreshSupport": True},
    },
    "textDocument": {
        "synchronization": {"didSave": True},
        "completion": {
            "contextSupport": True,
            "completionItem": {"documentationFormat": ["markdown"], "labelDetailsSupport": True},
        },
        "hover": {"contentFormat": ["markdown"]},
        "definition": {"linkSupport": True},
        "rename": {"prepareSupport": True},
        "codeAction": {
            "codeActionLiteralSupport": {
                "codeActionKind": {"valueSet": ["quickfix", "refactor", "refactor.extract", "refactor.rewrite", "source"]}
            },
            "dataSupport": True,
            "resolveSupport": {"properties": ["edit"]},
            "isPreferredSupport": True,
        },
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "publishDiagnostics": {"relatedInformation": True, "versionSupport": True, "tagSupport": {"valueSet": [1, 2]}},
    },
    "window": {"workDoneProgress": True, "showMessage": {"messageActionItem": {}}, "showDocument": {"support": True}},
}


class Client:
    """A server as a process of its own, until the end of the `with` block. `answers` has a function for each request of
    the server that is not answered as an editor would; one that returns SILENT leaves the server without an answer."""

    SILENT = object()

    def __init__(self, program, folder=None, arguments=("lsp",), environment=None, answers=None, settings=None):
        self.folder, self.settings, self.answers = folder, settings, dict(answers or {})
        self.workspace = Workspace(folder or ".", told=self.notify)
        self.process = subprocess.Popen(
            [program, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=environment,
        )
        self.writing, self.news = threading.Lock(), threading.Condition()
        self.last_id, self.responses, self.sent = 0, {}, {}
        # All that came, in order: (moment, message); what the server asked; frames that are none.
        self.received, self.notifications, self.asked, self.broken = [], [], [], []
        self.registrations, self.ended, self.complaints = {}, False, b""
        self.paused = threading.Event()
        self.paused.set()
        # The server's requests are answered beside the reader, which never waits.
        self.to_answer = queue.Queue()
        self.threads = [
            threading.Thread(target=run, daemon=True) for run in (self.read, self.read_complaints, self.answer_all)
        ]
        for thread in self.threads:
            thread.start()

    # What is sent.

    def write(self, data):
        """Bytes as they are."""
        with self.writing:
            try:
                self.process.stdin.write(data)
                self.process.stdin.flush()
            except (BrokenPipeError, ValueError, OSError) as error:
                raise Ended(str(error)) from error

    @staticmethod
    def frame(message):
        body = message if isinstance(message, bytes) else json.dumps(message, ensure_ascii=False).encode("utf-8")
        return b"Content-Length: %d\r\n\r\n" % len(body) + body

    def send(self, message):
        self.write(self.frame(message))

    def notify(self, method, params=None):
        message = {"jsonrpc": "2.0", "method": method}
        self.send(message if params is None else {**message, "params": params})

    def begin(self, method, params=None, identifier=None):
        """Sends a request and returns its id, for `wait`, while others go on."""
        with self.news:
            if identifier is None:
                self.last_id += 1
                identifier = self.last_id
            self.sent[identifier] = time.monotonic()
        message = {"jsonrpc": "2.0", "id": identifier, "method": method}
        self.send(message if params is None else {**message, "params": params})
        return identifier

    def cancel(self, identifier):
        self.notify("$/cancelRequest", {"id": identifier})

    def wait(self, identifier, seconds=30):
        """The result of a request; raises ResponseError for an error, TimeoutError, and Ended where the server is gone."""
        self.wait_until(lambda: self.responses.get(identifier), f"an answer to request {identifier!r}", seconds)
        _, message = self.responses[identifier][0]
        if "error" in message:
            error = message["error"]
            raise ResponseError(error.get("code"), error.get("message", ""), error.get("data"))
        return message.get("result")

    def request(self, method, params=None, seconds=30):
        return self.wait(self.begin(method, params), seconds)

    def error(self, method, params=None, seconds=30):
        """The code with which a request is refused; None where it is not."""
        try:
            self.request(method, params, seconds)
        except ResponseError as error:
            return error.code
        return None

    def took(self, identifier):
        """Seconds from a request to its answer."""
        return self.responses[identifier][0][0] - self.sent[identifier]

    # What comes.

    def wait_until(self, condition, words, seconds=30):
        deadline = time.monotonic() + seconds
        with self.news:
            while not condition():
                left = deadline - time.monotonic()
                if self.ended:
                    raise Ended(f"the server ended with {self.process.poll()}, and {words} was waited for: {self.said}")
                if left <= 0:
                    raise TimeoutError(f"{words} did not come within {seconds} s")
                self.news.wait(left)

    def notification(self, method, where=lambda params: True, after=0, seconds=30):
        """The parameters of the first notification of a method that came after the first `after` of all."""

        def found():
            return next((n for n in self.notifications[after:] if n["method"] == method and where(n.get("params"))), None)

        self.wait_until(found, f"a notification {method}", seconds)
        return found().get("params")

    def diagnostics(self, file, version=None, seconds=30):
        """The last diagnostics of a file, of a version or a later one where it is given."""
        uri = self.workspace.uri(file)

        def of_file(params):
            is_late = version is None or (params.get("version") or 0) >= version
            return path_of(params["uri"]) == path_of(uri) and is_late

        self.notification("textDocument/publishDiagnostics", of_file, seconds=seconds)
        came = [n["params"] for n in self.notifications if n["method"] == "textDocument/publishDiagnostics"]
        return [params for params in came if of_file(params)][-1]["diagnostics"]

    @property
    def said(self):
        """The last of what the server printed for people."""
        return self.complaints[-2000:].decode("utf-8", "replace").strip()

    def pause(self):
        """Reads nothing until `resume`."""
        self.paused.clear()

    def resume(self):
        self.paused.set()

    def read(self):
        stream = self.process.stdout
        while True:
            length, is_header_odd = None, False
            while True:
                self.paused.wait()
                line = stream.readline()
                if not line.strip():
                    break
                name, _, value = line.decode("ascii", "replace").partition(":")
                if name.lower() == "content-length" and value.strip().isdigit() and line.endswith(b"\r\n"):
                    length = int(value)
                elif name.lower() != "content-type":
                    is_header_odd = True
                    self.broken.append(line)
            if not line:
                break
            if length is None:
                self.broken.append(b"a frame without a length")
                continue
            body = stream.read(length)
            if len(body) < length:
                self.broken.append(body)
                break
            if not is_header_odd:
                self.take(body)
        try:
            self.process.wait(2)
            self.threads[1].join(1)
        except subprocess.TimeoutExpired:
            pass
        with self.news:
            self.ended = True
            self.news.notify_all()

    def take(self, body):
        try:
            message = json.loads(body.decode("utf-8"))
        except ValueError:
            with self.news:
                self.broken.append(body)
                self.news.notify_all()
            return
        with self.news:
            self.received.append((time.monotonic(), message))
            if "method" not in message:
                self.responses.setdefault(message.get("id"), []).append((time.monotonic(), message))
            elif "id" in message:
                self.asked.append(message)
                self.to_answer.put(message)
            else:
                self.notifications.append(message)
            self.news.notify_all()

    def read_complaints(self):
        for line in self.process.stderr:
            self.complaints = (self.complaints + line)[-100_000:]

    # What the server asks.

    def answer_all(self):
        while True:
            message = self.to_answer.get()
            if message is None:
                return
            reply = {"jsonrpc": "2.0", "id": message["id"]}
            try:
                result = self.answer(message["method"], message.get("params"))
                if result is self.SILENT:
                    continue
                reply["result"] = result
            except ResponseError as error:
                reply["error"] = {"code": error.code, "message": error.message}
            try:
                self.send(reply)
            except Ended:
                return

    def answer(self, method, params):
        if method in self.answers:
            return self.answers[method](params)
        if method == "workspace/configuration":
            return [self.settings for _ in params["items"]]
        if method == "workspace/workspaceFolders":
            return self.folders
        if method == "client/registerCapability":
            self.registrations.update({one["id"]: one for one in params["registrations"]})
            return None
        if method == "client/unregisterCapability":
            for one in params["unregisterations"]:
                self.registrations.pop(one["id"], None)
            return None
        if method == "window/showMessageRequest":
            actions = params.get("actions") or []
            return actions[0] if actions else None
        if method == "window/showDocument":
            return {"success": True}
        if method == "workspace/applyEdit":
            try:
                self.workspace.apply(params["edit"])
            except (EditError, OSError) as error:
                return {"applied": False, "failureReason": str(error)}
            return {"applied": True}
        if method == "window/workDoneProgress/create" or method.endswith("/refresh"):
            return None
        raise ResponseError(-32601, f"{method} is not known to this client")

    # The life of a session.

    @property
    def folders(self):
        return [{"uri": uri_of(self.folder), "name": os.path.basename(self.folder)}] if self.folder else None

    def initialize(self, capabilities=None, options=None, seconds=30, **others):
        """Says hello, and returns what the server can do. `others` are further parameters."""
        params = {
            "processId": os.getpid(),
            "clientInfo": {"name": "a test"},
            "rootUri": uri_of(self.folder) if self.folder else None,
            "workspaceFolders": self.folders,
            "capabilities": CAPABILITIES if capabilities is None else capabilities,
            **others,
        }
        if options is not None:
            params["initializationOptions"] = options
        result = self.request("initialize", params, seconds)
        self.workspace.encoding = result["capabilities"].get("positionEncoding", UTF16)
        self.notify("initialized", {})
        return result

    def at(self, file, words, into=0, nth=0):
        """Document and position of words in an open document, `into` characters from their beginning."""
        document = self.workspace.document(file)
        start = document.text.offset(document.text.range_of(words, nth)["start"])
        return {"textDocument": {"uri": document.uri}, "position": document.text.position(start + into)}

    def shut_down(self, seconds=30):
        """Ends the server as it should be, and returns its status."""
        self.request("shutdown", seconds=seconds)
        self.notify("exit")
        return self.end(seconds)

    def end(self, seconds=30):
        """Says no more to the server, and returns its status; None where it stays."""
        self.resume()
        try:
            self.process.stdin.close()
        except OSError:
            pass
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.resume()
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.to_answer.put(None)
        for thread in self.threads:
            thread.join(5)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except OSError:
                pass


def main():
    import editing  # which needs this file itself
    from checks import expect, finish, step

    def texts():
        columns = {UTF8: 9, UTF16: 6, UTF32: 5}
        for encoding, column in columns.items():
            text = Text("a\r\nbé🐝 [[x]]\rc\n", encoding)
            found = text.position(text.text.index("[") + 1)
            expect(found == {"line": 1, "character": column}, f"a position in {encoding} is {found}")
            expect(text.offset(found) == text.text.index("[") + 1, f"{encoding}: a position does not lead back")
            for offset in range(len(text.text) + 1):
                if text.text[offset - 1 : offset + 1] != "\r\n":
                    expect(text.offset(text.position(offset)) == offset, f"{encoding}: offset {offset} does not lead back")
            after = text.applying(
                [{"range": text.range_of("x"), "newText": "y"}, {"range": text.range_of("c"), "newText": ""}]
            )
            expect(after.text == "a\r\nbé🐝 [[y]]\r\n", f"{encoding}: two edits made {after.text!r}")
        text = Text("ab", UTF16)
        twice = [{"range": text.range(1, 1), "newText": new} for new in "12"]
        expect(text.applying(twice).text == "a12b", "insertions at one place lose their order")
        for wrong in ([(0, 2), (1, 2)], [(1, 0)]):
            try:
                text.applying([{"range": text.range(*one), "newText": ""} for one in wrong])
                expect(False, f"{wrong} is taken")
            except EditError:
                pass

    def workspaces():
        with editing.Copy(program) as copy:
            told = []
            space = Workspace(copy.vault, UTF8, told=lambda method, params: told.append(method))
            open_one = space.open("Marked.md")
            edits = [{"range": open_one.text.range_of("Bees"), "newText": "Wasps"}]
            crlf = Document(space.uri("Lines.md"), copy.read("Lines.md"), encoding=UTF8)
            others = [{"range": crlf.text.range_of("Bees"), "newText": "Wasps"}]
            space.apply(
                {
                    "documentChanges": [
                        {"textDocument": {"uri": open_one.uri, "version": 1}, "edits": edits},
                        {"textDocument": {"uri": crlf.uri, "version": None}, "edits": others},
                        {"kind": "rename", "oldUri": space.uri("Marked.md"), "newUri": space.uri("Told.md")},
                        {"kind": "create", "uri": space.uri("New/One.md")},
                    ]
                }
            )
            space.save()
            before = copy.before
            expect(copy.read("Told.md") == before["Marked.md"].replace(b"Bees", b"Wasps", 1), "a file with a BOM changed more")
            expect(copy.read("Lines.md") == before["Lines.md"].replace(b"Bees", b"Wasps", 1), "a file of CRLF changed more")
            expect(copy.read("New/One.md") == b"", "a file was not made")
            space.undo()
            space.save()
            editing.same(copy.tree(), before, "an undo of the workspace")
            expect(told[1:4] == ["textDocument/didChange", "textDocument/didClose", "textDocument/didOpen"], f"told {told}")
            try:
                space.apply({"changes": {space.uri("../outside.md"): []}})
                expect(False, "an edit outside of the folder is taken")
            except EditError:
                pass

    def hello():
        with editing.Copy(program) as copy, Client(program, copy.vault, environment=copy.environment) as client:
            can = client.initialize()["capabilities"]
            expect(can.get("positionEncoding") == UTF8, f"the server takes {can.get('positionEncoding')}, and UTF-8 was offered")
            client.workspace.open("Desk.md")
            expect(client.error("vault/noSuchMethod") == -32601, "an unknown method is not refused as one")
            client.workspace.close("Desk.md")
            expect(client.shut_down() == 0, f"the server ended with {client.process.poll()}: {client.said}")
            expect(not client.broken, f"frames that are none: {client.broken[:3]}")
            doubled = [one for one, answers in client.responses.items() if len(answers) != 1]
            expect(not doubled, f"requests {doubled} were not answered once")

    program = os.path.abspath(sys.argv[1])
    for name, run in [("texts", texts), ("workspaces", workspaces), ("hello", hello)]:
        step(name, run)
    finish("texts take edits, and the server says hello")


if __name__ == "__main__":
    main()
