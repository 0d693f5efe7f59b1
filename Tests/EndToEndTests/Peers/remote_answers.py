"""What `vault sync --remote` makes of servers that are odd, and of settings that are wrong.

remote_answers.py VAULT: ends with a sentence for each thing that is not right, and the status 1.
"""

import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading

import remote_notes

problems = []


class Vault:
    def __init__(self, program):
        self.program, self.folder = program, tempfile.mkdtemp(prefix="vault-remote-")
        self.root = os.path.join(self.folder, "vault")
        os.makedirs(os.path.join(self.root, ".vault"))
        self.config = os.path.join(self.folder, "config", "vault", "remotes.yaml")
        os.makedirs(os.path.dirname(self.config))
        self.environment = {"PATH": os.environ["PATH"], "HOME": self.folder}
        for name in ["CONFIG", "STATE", "CACHE"]:
            self.environment[f"XDG_{name}_HOME"] = os.path.join(self.folder, name.lower())
        for name in "abcd":
            self.write(name + ".md", f"text of {name}\n")

    def write(self, path, text):
        with open(os.path.join(self.root, path), "w") as file:
            file.write(text)

    def settings(self, text, mode=0o600):
        with open(self.config, "w") as file:
            file.write(text)
        os.chmod(self.config, mode)

    def sync(self, *arguments):
        return subprocess.run(
            [self.program, "sync", "--vault", self.root, "--remote", "it", *arguments], env=self.environment,
            capture_output=True, text=True, timeout=200)

    def names(self):
        return sorted(name for name in os.listdir(self.root) if name.endswith(".md"))


def expect(result, status, *texts, name):
    said = result.stdout + result.stderr
    if result.returncode != status:
        problems.append(f"{name}: the status is {result.returncode}, not {status}: {said}")
    for text in texts:
        if text not in said:
            problems.append(f"{name}: does not say {text!r}: {said}")


def odd_server(answer):
    """Serves one answer to each question: `answer(handler)`."""

    class Odd(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def do_GET(self):
            answer(self)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Odd)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def answering(status, body=b"", **fields):
    def answer(handler):
        handler.send_response(status)
        for name, text in fields.items():
            handler.send_header(name.replace("_", "-"), text)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def half(handler):
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'[{"id": "1", "name": "x", "details": "ha')
    handler.close_connection = True


def check_settings(vault):
    expect(vault.sync(), 2, "remotes.yaml: there is no such file", name="no file")
    address = "address: https://notes.example/notes"
    for text, mode, said in [
        (f"it:\n  {address}\n", 0o644, "others may read it"),
        (f"other:\n  {address}\n", 0o600, 'has no server "it"; it has other'),
        ("it:\n  address: http://notes.example/notes\n", 0o600, "remotes.yaml:2: the address needs https"),
        ("it:\n  address: http://127.0.0.1.notes.example/notes\n", 0o600, "the address needs https"),
        ("it:\n  address: ftp://notes.example/\n", 0o600, "needs to be like https://"),
        ("it:\n  address: https://me:secret@notes.example/\n", 0o600, "has a user or a password"),
        (f"it:\n  {address}\n  token: two words\n", 0o600, "remotes.yaml:3: the token has signs"),
        (f"it:\n  {address}\n  adress: x\n", 0o600, 'there is no "adress"'),
        (f"it:\n  {address}\n  query: 'tag:('\n", 0o600, "the query of the server it"),
        (f"it:\n  {address}\n  folder: ../out\n", 0o600, "is no name for a folder"),
        (f"it:\n  {address}\n  folder: .vault\n", 0o600, "is no name for a folder"),
        ("it: x\n", 0o600, "needs lines below it"),
        ("it:\n  token: x\n", 0o600, "has no address"),
        (f"it:\n  {address}\nit:\n  {address}\n", 0o600, "occurs twice"),
        ("it: [\n", 0o600, "remotes.yaml:"),
    ]:
        vault.settings(text, mode)
        result = vault.sync()
        expect(result, 2, said, name=text)
        if "secret" in result.stderr:
            problems.append(f"{text}: the password is shown")


def check_answers(vault):
    def serving(server):
        vault.settings(f"it:\n  address: http://127.0.0.1:{server.server_port}/notes\n  token: abc\n")

    notes = remote_notes.Notes()
    notes.token = "abc"
    server = remote_notes.serve(notes)
    serving(server)
    expect(vault.sync(), 0, "In step with it: 4 sent.", name="first")
    known, before = dict(notes.notes), vault.names()
    for name, answer, status, said in [
        ("nothing at all", answering(200, b""), 2, "is no JSON"),
        ("a page", answering(200, b"<html>Sign in</html>", Content_Type="text/html"), 2, "is no JSON but text/html"),
        ("half a list", half, 2, "offline: the server broke off"),
        ("an object", answering(200, b'{"error": "no"}'), 2, "is in an object, and not in a list"),
        ("deep", answering(200, b"[" * 100_000), 2, "is no JSON"),
        ("not there", answering(404), 2, "is 404"),
        ("not let in", answering(401, b'{"message": "who?"}'), 2, "does not let you in: 401: who?"),
        ("broken", answering(500, b'{"message": "\\u001b[31mno"}'), 2, "offline: the server answers 500"),
        ("later", answering(429, b"", Retry_After="3600"), 2, "offline: the server answers 429"),
        ("elsewhere", answering(302, b"", Location="http://127.0.0.1:1/notes"), 2, "leads to another server"),
        ("in a circle", answering(302, b"", Location="/notes"), 2, "without an end"),
        ("empty", answering(200, b"[]"), 3, "4 notes have been deleted on one side"),
    ]:
        odd = odd_server(answer)
        # The same address, as far as the vault knows.
        old, server.RequestHandlerClass = server.RequestHandlerClass, odd.RequestHandlerClass
        result = vault.sync()
        server.RequestHandlerClass = old
        odd.shutdown()
        expect(result, status, said, name=name)
        if "\x1b" in result.stderr:
            problems.append(f"{name}: what the server says steers the terminal")
        if vault.names() != before or notes.notes != known:
            problems.append(f"{name}: something has changed")
    if server.notes.asked and any("abc" in text for text in [vault.sync("--json").stdout]):
        problems.append("the token is shown")

    server.shutdown()
    server.server_close()
    vault.write("a.md", "changed\n")
    vault.write("e.md", "new\n")
    expect(vault.sync(), 2, "offline: nothing answers at 127.0.0.1:", "2 notes wait", name="offline")
    expect(vault.sync("--status"), 0, "2 notes wait", name="status")
    expect(vault.sync("--status", "--json"), 0, '"waiting":2', name="status as JSON")
    vault.settings("it:\n  address: https://no-such-machine.invalid/notes\n")
    expect(vault.sync(), 2, "offline: no machine of the name no-such-machine.invalid is known", name="no name")


def check_notes(vault):
    """Notes of a server that are odd, and names that no file can have."""
    notes = remote_notes.Notes()
    server = remote_notes.serve(notes)
    vault.settings(f"it:\n  address: http://127.0.0.1:{server.server_port}/notes\n  query: 'path:none/'\n  folder: In\n")
    for number, (name, details, created) in enumerate([
        ("a/b: c*?", "x", 1700000000), ("", "first line\nsecond", 1700000000000), ("", "", None), ("CON", "x", "soon"),
        (".hidden", "x", "2024-02-03T10:00:00Z"), ("..", "x", -5), ("n" * 400, "x", 1e300), ("same", "x", 0),
        ("Same", "y", 0), ("same", "z", 0), ("new\nline", "---\ntitle: no\n---\ntext", 1), ("esc\x1b[31m", "x", 1),
    ]):
        id = ["1", "a b/c", "ü?#", "%2e%2e"][number % 4] + str(number)
        notes.notes[id] = {"id": id, "name": name, "details": details, "createdAt": created, "tags": None}
    notes.notes["7"] = {"id": 7, "name": "number", "details": "x"}
    result = vault.sync()
    expect(result, 0, "In step with it: 13 received.", name="odd notes")
    expect(vault.sync("--json"), 0, '"received":[]', '"sent":[]', name="odd notes again")
    made = sorted(os.listdir(os.path.join(vault.root, "In")))
    if len(made) != 13 or any(name.startswith(".") or "\n" in name or len(name) > 255 for name in made):
        problems.append(f"odd notes are in {made}")
    texts = [open(os.path.join(vault.root, "In", name)).read() for name in made]
    if not any("---\ntitle: no\n---\ntext" in text and not text.startswith("---\ntitle: no") for text in texts):
        problems.append(f"a text that begins like front matter has become some: {texts}")
    server.shutdown()


def main():
    for check in [check_settings, check_answers, check_notes]:
        vault = Vault(sys.argv[1])
        check(vault)
        shutil.rmtree(vault.folder)
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems")
    sys.exit(1 if problems else 0)


main()
