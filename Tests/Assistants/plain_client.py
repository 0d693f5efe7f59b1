"""A client of `vault mcp` that speaks plain JSON-RPC, in either era, and can also send what no client would."""

import json
import os
import subprocess
import sys
import threading
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Editors"))

MODERN = "2026-07-28"
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
CLIENT_KEY = "io.modelcontextprotocol/clientInfo"
READERS = ["search_notes", "read_note", "list_notes", "list_tasks", "get_links", "vault_overview"]
WRITERS = [
    "create_note", "edit_note", "add_text", "set_properties", "add_task", "change_task", "move_note", "delete_note", "undo_change",
]


class Failed(Exception):
    """An error of the protocol, or of a tool: `code` is a number, or the word that the sentence begins with."""

    def __init__(self, code, message, data=None, texts=()):
        super().__init__(f"{code}: {message}")
        self.code, self.message, self.data, self.texts = code, message, data, texts


def modern(params=None, name="plain"):
    """Parameters of a request of 2026-07-28."""
    meta = {VERSION_KEY: MODERN, CAPABILITIES_KEY: {}, CLIENT_KEY: {"name": name, "version": "1"}}
    return {**(params or {}), "_meta": meta}


class PlainClient:
    """`vault mcp` in a copy of a vault (`Copy`), until the end of the `with` block."""

    def __init__(self, copy, *options, era="modern", name="plain", today="2026-03-14", vault=None):
        self.era, self.name, self.counter, self.answers = era, name, 0, {}
        self.process = subprocess.Popen(
            [copy.program, "mcp", "--vault", vault or copy.vault, "--today", today, *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=copy.environment, cwd="/",
        )
        self.lines, self.errors = [], b""
        self.arrived = threading.Condition()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()
        if era == "legacy":
            self.hello = self.ask(
                "initialize",
                {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": name, "version": "1"}},
            )
            self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _read(self):
        for line in self.process.stdout:
            with self.arrived:
                self.lines.append(line)
                try:
                    answer = json.loads(line)
                    self.answers[answer.get("id")] = answer
                except ValueError:
                    pass
                self.arrived.notify_all()
        with self.arrived:
            self.arrived.notify_all()

    def _listen(self):
        self.errors = self.process.stderr.read()

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        self.write(json.dumps(message).encode("utf-8") + b"\n")

    def begin(self, method, params=None):
        """Asks, and returns the id by which the answer is known."""
        self.counter += 1
        params = modern(params, self.name) if self.era == "modern" else params
        message = {"jsonrpc": "2.0", "id": self.counter, "method": method}
        self.send({**message, "params": params} if params is not None else message)
        return self.counter

    def answer(self, identity, seconds=120):
        """The whole answer, once it has come."""
        with self.arrived:
            end = time.time() + seconds
            while identity not in self.answers:
                if not self.arrived.wait(timeout=max(end - time.time(), 0)) or self.process.poll() is not None:
                    if identity in self.answers:
                        break
                    raise Failed("none", f"no answer to {identity}; {self.errors.decode('utf-8', 'replace')}")
            return self.answers.pop(identity)

    def ask(self, method, params=None):
        answer = self.answer(self.begin(method, params))
        if "error" in answer:
            raise Failed(answer["error"]["code"], answer["error"]["message"], answer["error"].get("data"))
        return answer["result"]

    def call(self, tool, **arguments):
        """What a tool returns. Raises where it says that it failed, and where its text is not what it returns."""
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        texts = [block["text"] for block in result["content"]]
        if result.get("isError"):
            if "structuredContent" in result:
                raise Failed("shape", "an error has a structured content")
            code, _, message = texts[0].partition(": ")
            raise Failed(code, message, texts=texts)
        if len(texts) != 1 or json.loads(texts[0]) != result["structuredContent"]:
            raise Failed("shape", "the text is not the structured content")
        return result["structuredContent"]

    def fails(self, tool, **arguments):
        """The word of the error that a tool answers with; nothing where it does what was asked."""
        try:
            self.call(tool, **arguments)
        except Failed as failure:
            return failure.code
        return None

    def ended(self, seconds=60):
        """Waits for it to end by itself; returns the exit status, nothing where it goes on."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def end(self, seconds=60):
        """Closes the input; returns the exit status, nothing where it had to be killed."""
        if self.process.stdin and not self.process.stdin.closed:
            try:
                self.process.stdin.close()
            except BrokenPipeError:
                pass
        status = self.ended(seconds)
        if status is None:
            self.process.kill()
        self.reader.join(5)
        self.listener.join(5)
        return status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()
