"""states.py VAULT: notes that are not what they were, bodies that are too much, JSON that is none, a disk that is full: each is
refused with a reason, and nothing is lost."""

import base64
import itertools
import os
import shutil
import socket
import subprocess
import sys
import time

from checks import expect, finish, step
from client import Client, quoted, refused
from places import ServedWithBytes
from served import Served


def note_states(served, client):
    text, new = b"# State\n\nfirst\n", {"text": "# State\n\nfirst\nsecond\n", "base": "# State\n\nfirst\n"}

    def begun(name):
        """A note that somebody has open, its address and its state."""
        served.write(name, text)
        where = "/api/v1/notes/" + quoted(name)
        return where, client.ask("GET", where, accept="text/markdown").fields["etag"]

    where, state = begun("State/Gone.md")
    os.unlink(served.path("State/Gone.md"))
    refused(client.ask("PUT", where, new, if_match=state), [404], "saving a note that is gone")
    expect(not os.path.exists(served.path("State/Gone.md")), "a note that is gone comes back by itself")
    page = client.form("/note/State/Gone.md", text="typed", base=base64.b64encode(text).decode())
    refused(page, [404], "the form of a note that is gone")

    where, state = begun("State/Moved.md")
    os.rename(served.path("State/Moved.md"), served.path("State/Elsewhere.md"))
    refused(client.ask("PUT", where, new, if_match=state), [404], "saving a note that has moved")
    expect(served.read("State/Elsewhere.md") == text, "saving a note that has moved changes another")

    where, state = begun("State/Folder.md")
    os.unlink(served.path("State/Folder.md"))
    os.makedirs(served.path("State/Folder.md/inner"))
    for method, body in [("GET", None), ("PUT", new), ("PATCH", {"pinned": True}), ("DELETE", None)]:
        refused(client.ask(method, where, body, if_match=state), [403, 404, 409], f"{method} of a note that is a folder now")
    refused(client.ask("GET", "/note/State/Folder.md?view=edit"), [404], "editing a note that is a folder now")

    where, state = begun("State/Sub/Inner.md")
    shutil.rmtree(served.path("State/Sub"))
    served.write("State/Sub", b"a file\n")
    for method, body in [("GET", None), ("PUT", new), ("PATCH", {"pinned": True}), ("DELETE", None)]:
        refused(client.ask(method, where, body, if_match=state), [404], f"{method} of a note in a folder that is a file now")
    answer = client.ask("POST", "/api/v1/notes", {"title": "x", "text": "x", "folder": "State/Sub"})
    refused(answer, [403, 404, 409, 422], "a note in a folder that is a file now")
    answer = client.ask("PUT", "/api/v1/files/State/Sub/p.png", b"x", content_type="image/png")
    refused(answer, [403, 404, 409, 422], "a file in a folder that is a file now")

    large_notes(served, client, begun)


def large_notes(served, client, begun):
    """A note of 20 MB is more than is read; whoever asks for it is told."""
    large = b"words and words\n" * (20_000_000 // 16)
    served.write("State/Large.md", large)
    for target in ["/note/State/Large.md", "/note/State/Large.md?view=edit", "/note/State/Large.md?view=raw", "/api/v1/notes/State/Large.md"]:
        answer = client.ask("GET", target)
        refused(answer, [403, 409, 413, 422], f"GET {target}")
        expect("max_file_size" in answer.reason or "larger" in answer.reason.lower(), f"GET {target} says {answer.reason}")
    refused(client.ask("PATCH", "/api/v1/notes/State/Large.md", {"pinned": True}), [403, 409, 413, 422], "pinning a note of 20 MB")
    expect(served.read("State/Large.md") == large, "a note that is too large is changed")
    where, state = begun("State/Grows.md")
    answer = client.ask("PUT", where, {"text": large.decode()}, if_match=state)
    refused(answer, [413, 422], "saving 20 MB")
    expect(served.read("State/Grows.md") == b"# State\n\nfirst\n", "a text that is too large is saved")
    answer = client.ask("POST", "/api/v1/notes", {"title": "Large at once", "text": large.decode()})
    refused(answer, [413, 422], "a new note of 20 MB")
    expect(not os.path.exists(served.path("Large at once.md")), "a new note that is too large is made")
    os.unlink(served.path("State/Large.md"))


class ServedAsNobody(Served):
    """The same by a user whom permissions hold back, also where the tests run as root."""

    def start(self, port=0):
        if os.geteuid() == 0:
            subprocess.run(["chown", "-R", "65534:65534", self.folder], check=True)
            self.arguments = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + self.arguments
        super().start(port)


def permissions(program):
    """What may not be read or written is told of, and stays as it was."""
    with ServedAsNobody(program) as served:
        client = Client(served)
        for name in ["Read/only.md", "Shut/only.md", "None/none.md"]:
            served.write(name, b"# Only\n\nfirst\n")
        subprocess.run(["chown", "-R", "65534:65534", served.vault], check=os.geteuid() == 0)
        states = {name: client.ask("GET", "/api/v1/notes/" + name, accept="text/markdown").fields["etag"] for name in ["Read/only.md", "Shut/only.md"]}
        os.chmod(served.path("Read/only.md"), 0o444)
        os.chmod(served.path("Shut"), 0o555)
        os.chmod(served.path("None/none.md"), 0)
        new = {"text": "# Only\n\nfirst\nsecond\n"}
        for name, state in states.items():
            for method, body in [("PUT", new), ("PATCH", {"pinned": True})]:
                refused(client.ask(method, "/api/v1/notes/" + name, body, if_match=state), [403], f"{method} of {name}, which is read-only")
            expect(served.read(name) == b"# Only\n\nfirst\n", f"{name} is read-only, and is changed")
        refused(client.ask("DELETE", "/api/v1/notes/Shut/only.md"), [403], "deleting from a folder that is read-only")
        answer = client.ask("POST", "/api/v1/notes", {"title": "new", "text": "x", "folder": "Shut"})
        refused(answer, [403], "a note in a folder that is read-only")
        answer = client.ask("PUT", "/api/v1/files/Shut/p.png", b"x", content_type="image/png")
        refused(answer, [403], "a file in a folder that is read-only")
        for target in ["/note/None/none.md", "/api/v1/notes/None/none.md"]:
            refused(client.ask("GET", target), [403], f"GET {target}, which nobody may read")
        for target in ["/", "/doctor", "/folder/None", "/api/v1/notes?limit=500"]:
            expect(client.ask("GET", target).status == 200, f"{target} is not shown beside a note that nobody may read")
        for name in ["Read/only.md", "Shut", "None/none.md"]:
            os.chmod(served.path(name), 0o755)


class ServedFromSmallDisk(Served):
    """The vault on a disk of 4 MiB, mounted for this server alone. The tests see it by the server's eyes."""

    def start(self, port=0):
        mount = 'mount -t tmpfs -o size=4m none "$0" && exec "$@"'
        self.arguments = ["unshare", "-m", "sh", "-c", mount, self.vault] + self.arguments
        super().start(port)
        self.vault = f"/proc/{self.process.pid}/root" + self.vault


def full_disk(program):
    """What no longer fits is told of, nothing is cut, and it fits again once there is room."""
    if subprocess.run(["unshare", "-m", "sh", "-c", "mount -t tmpfs none /mnt"], capture_output=True, check=False).returncode != 0:
        print("a full disk is not tried: nothing can be mounted here")
        return
    with ServedFromSmallDisk(program) as served:
        client = Client(served)
        text = "# Full\n\n" + "words and words\n" * 4000
        served.write("Full.md", text.encode())
        where = "/api/v1/notes/Full.md"
        state = client.ask("GET", where, accept="text/markdown").fields["etag"]
        with open(served.path("filler.bin"), "wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"a" * 4096)
            except OSError:
                pass
        new = {"text": text + "one more line\n" * 4000}
        answers = {
            "saving": client.ask("PUT", where, new, if_match=state), "a mark": client.ask("PATCH", where, {"pinned": True}),
            "a note": client.ask("POST", "/api/v1/notes", {"title": "New", "text": text}),
            "a file": client.ask("PUT", "/api/v1/files/new.bin", b"a" * 100_000, content_type="application/octet-stream"),
            "a form": client.form("/new", title="Form", text=text),
        }
        for name, answer in answers.items():
            refused(answer, [507], f"{name} on a full disk")
            expect(answer.status != 507 or "space" in answer.reason or "full" in answer.reason, f"{name} on a full disk says {answer.reason}")
        expect(served.read("Full.md") == text.encode(), "a full disk takes the text away")
        left = [name for name in os.listdir(served.vault) if name not in (".vault", "Full.md", "filler.bin")]
        expect(not left, f"a full disk leaves {left}")
        expect(client.ask("GET", "/note/Full.md").status == 200, "on a full disk nothing is shown")
        os.unlink(served.path("filler.bin"))
        expect(client.ask("PUT", where, new, if_match=state).status == 200, "once there is room, nothing is saved")
        expect(served.read("Full.md") == new["text"].encode(), "what is saved once there is room is something else")


class ServedWithoutTemporaryFolder(Served):
    def start(self, port=0):
        self.environment["TMPDIR"] = self.folder + "/gone"
        super().start(port)


def no_temporary_folder(program):
    """Long files have nowhere to wait: that is told with the folder, is no fault of whoever asks, and changes nothing."""
    with ServedWithoutTemporaryFolder(program) as served:
        client = Client(served)
        asked = {
            "an upload": client.ask("PUT", "/api/v1/files/up.bin", b"a", content_type="application/octet-stream"),
            "an archive": client.ask("GET", "/api/v1/export?format=md"),
        }
        for name, answer in asked.items():
            expect(answer.status == 500, f"{name} without a temporary folder: {answer.status}")
            expect("TMPDIR" in answer.reason and "/gone" in answer.reason, f"{name} without a temporary folder: {answer.reason}")
        expect(not os.path.exists(served.path("up.bin")), "an upload without a temporary folder is written")
        expect(client.ask("GET", "/api/v1/export").status == 200, "notes as JSON need no temporary folder")


def memory(served, kind="VmHWM"):
    """MiB that the server has, or (VmHWM) had at most."""
    with open(f"/proc/{served.process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(kind + ":")) >> 10


def head(served, method, target, *fields):
    lines = [f"{method} {target} HTTP/1.1", "Host: " + served.address.removeprefix("http://"), "Authorization: Bearer " + served.token]
    return ("\r\n".join(lines + list(fields)) + "\r\n\r\n").encode()


def upload(served, request, pieces):
    """Sends a body until there is an answer, which is returned with the bytes that were sent by then."""
    host, port = served.address.removeprefix("http://").split(":")
    connection = socket.create_connection((host, int(port)), timeout=60)
    sent = 0
    try:
        connection.sendall(request)
        for piece in pieces:
            connection.setblocking(False)
            try:
                answer = connection.recv(65536)
                return answer, sent
            except BlockingIOError:
                pass
            connection.settimeout(60)
            connection.sendall(piece)
            sent += len(piece)
        connection.settimeout(60)
        return connection.recv(65536), sent
    except OSError as error:
        # Whoever goes on sending may find the connection closed before the answer was read.
        return repr(error).encode(), sent
    finally:
        connection.close()


def too_much(served, client):
    """Uploads beyond the limit are refused by their length at once, or when they have come so far; the server does not grow."""
    # From here on, the most is that of this step.
    with open(f"/proc/{served.process.pid}/clear_refs", "w", encoding="ascii") as file:
        file.write("5")
    before = memory(served, "VmRSS")
    cases = [
        ("PUT", "/api/v1/files/Big/ten.bin", "application/octet-stream"), ("POST", "/api/v1/notes", "application/json"),
        ("POST", "/new", "application/x-www-form-urlencoded"), ("POST", "/login", "application/x-www-form-urlencoded"),
        ("POST", "/todoapp/v1/notes", "application/json"),
    ]
    for method, target, kind in cases:
        start = time.time()
        fields = ["Content-Length: 10737418240", "Content-Type: " + kind, "Origin: " + served.address]
        answer, sent = upload(served, head(served, method, target, *fields), [])
        expect(answer.startswith(b"HTTP/1.1 413 "), f"10 GB to {target}: {answer[:100]!r}")
        expect(time.time() - start < 20, f"10 GB to {target} are refused only after {time.time() - start:.0f} s")
    limit = 64 << 20
    chunk = b"10000\r\n" + b"a" * 0x10000 + b"\r\n"
    for method, target, kind in cases:
        fields = ["Transfer-Encoding: chunked", "Content-Type: " + kind, "Origin: " + served.address]
        answer, sent = upload(served, head(served, method, target, *fields), itertools.repeat(chunk, 4 * limit // 0x10000))
        expect(answer.startswith(b"HTTP/1.1 413 "), f"a body without a length to {target}: {answer[:100]!r} after {sent >> 20} MiB")
        # What is on its way in the buffers of both ends is no more than this.
        expect(sent <= limit + (32 << 20), f"{sent >> 20} MiB are taken by {target}")
    expect(not os.path.exists(served.path("Big/ten.bin")), "an upload that is too large is written")
    grown = memory(served) - before
    expect(grown < 256, f"the server grew by {grown} MiB while it refused uploads")
    most = client.ask("PUT", "/api/v1/files/Big/most.bin", b"a" * limit, content_type="application/octet-stream")
    expect(most.status == 201 and os.path.getsize(served.path("Big/most.bin")) == limit, f"an upload of 64 MiB: {most.status} {most.reason}")
    over = client.ask("PUT", "/api/v1/files/Big/over.bin", b"a" * (limit + 1), content_type="application/octet-stream")
    refused(over, [413], "an upload of a byte more than 64 MiB")
    part = head(served, "PUT", "/api/v1/files/Big/part.bin", "Content-Length: 100000", "Content-Type: image/png")
    host, port = served.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(part + b"a" * 1000)
    time.sleep(0.5)
    expect(not os.path.exists(served.path("Big/part.bin")), "half of an upload is written")
    expect(client.ask("GET", "/trash").status == 200, "behind large uploads the server no longer answers")


def bad_json(served, client):
    """What is no JSON, or too deep, is told with its place; the server goes on."""
    served.write("sub/a.md", b"# A\n")
    deep = b"[" * 100_000
    bodies = {
        "deep": deep, "deep and closed": deep + b"]" * 100_000, "deep objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        "a deep member": b'{"title": "Deep", "properties": {"x": ' + deep + b"]" * 100_000 + b"}}",
        "a deep operation": b'{"operations": [{"method": "POST", "path": "notes", "body": ' + deep + b"]" * 100_000 + b"}]}",
        "Latin 1": b'{"title": "caf\xe9"}', "overlong": b'{"title": "\xc0\xae\xc0\xae/x"}', "a surrogate in UTF-8": b'{"title": "\xed\xa0\x80"}',
        "UTF-16": '{"title": "x"}'.encode("utf-16"), "NUL": b'{"title": "x"}\0', "half a pair": b'{"title": "\\ud83d"}',
        "the other half": b'{"title": "\\ude00 x"}', "a pair the wrong way": b'{"title": "\\ude00\\ud83d"}', "half a pair as a name": b'{"\\ud83d": 1}',
        "no end": b'{"title": "x', "a comma": b'{"title": "x",}', "a comment": b'{"title": /* x */ "x"}', "two": b'{"title": "x"}{"title": "y"}',
        "NaN": b'{"title": NaN}', "a large number": b'{"title": 1e99999}', "nothing": b"", "a blank": b" ", "a control character": b'{"title": "a\nb"}',
    }
    targets = [
        ("POST", "notes"), ("PUT", "notes/sub/a.md"), ("PATCH", "notes/sub/a.md"), ("POST", "notes/sub/a.md/text"), ("POST", "tasks"), ("POST", "batch"),
        ("POST", "import"), ("PUT", "config/web.density"), ("POST", "undo"), ("PATCH", "tags/work"), ("POST", "/todoapp/v1/notes"),
    ]
    before = served.read("sub/a.md")
    count = int(client.ask("GET", "/api/v1/notes?limit=1").fields["vault-total"])
    for method, target in targets:
        for name, body in bodies.items():
            where = target if target.startswith("/") else "/api/v1/" + target
            answer = client.ask(method, where, body, content_type="application/json", if_match='"' + "0" * 64 + '"')
            refused(answer, [400, 413, 422], f"{name} as JSON to {where}")
    expect(served.read("sub/a.md") == before, "what is no JSON changes a note")
    total = int(client.ask("GET", "/api/v1/notes?limit=1").fields["vault-total"])
    expect(total == count, f"what is no JSON makes {total - count} notes")
    form = client.ask("POST", "/new", b"title=%ff%fe&text=%ed%a0%80&text=%", content_type="application/x-www-form-urlencoded")
    refused(form, [400, 422], "a form that is no UTF-8")
    query = client.ask("GET", "/search?q=%ff%ed%a0%80", accept="text/html")
    expect(query.status in (200, 400, 404), f"a query that is no UTF-8: {query.status}")
    query = client.ask("GET", "/search?q=" + "(" * 2000)
    expect(query.status in (200, 400), f"a query of 2,000 parentheses: {query.status} {query.reason}")


def deep_notes(served, client):
    """Notes that nest without an end are shown, and previewed while they are written."""
    many = 20_000
    texts = {
        "quotes": b"> " * many + b"x", "lists": b"- " * many + b"x", "brackets": b"[" * many + b"x" + b"](x)" * many, "stars": b"*a " * many + b"x" + b"*" * many,
        "links": b"[[" * many, "tables": b"|" * many + b"\n" + b"|-" * many + b"|\n", "YAML": b"---\nx: " + b"[" * many + b"\n---\n", "code": b"`" * many + b" x",
        "pictures": b"![" * many + b"x", "YAML objects": b"---\nx: " + b"{a: " * many + b"\n---\n", "YAML names": b"---\na: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]\n---\n",
        "embeds": b"![[Deep/embeds]]\n" * 1000, "headings": b"#" * many + b" x", "footnotes": b"[^a]" * many + b"\n\n[^a]: [^a]\n", "HTML": b"<b>" * many,
    }
    for name, text in texts.items():
        served.write(f"Deep/{name}.md", text + b"\n")
    for name, text in texts.items():
        answer = client.ask("GET", f"/note/Deep/{quoted(name)}.md", accept="text/html")
        expect(answer.status == 200, f"the page of deep {name}: {answer.status} {answer.reason}")
        if len(text) < 400_000:
            answer = client.form(f"/note/Deep/{quoted(name)}.md", preview=text.decode())
            expect(answer.status == 200, f"the preview of deep {name}: {answer.status} {answer.reason}")
    shutil.rmtree(served.path("Deep"))


def main():
    program = sys.argv[1]
    with ServedWithBytes(program) as served:
        client = Client(served)
        for run in [note_states, bad_json, deep_notes, too_much]:
            step(run.__name__, lambda run=run: run(served, client))
        expect(served.stop() == 0, "the server does not end well")
    permissions(program)
    full_disk(program)
    no_temporary_folder(program)
    finish()


if __name__ == "__main__":
    main()
