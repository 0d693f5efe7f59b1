"""places.py VAULT [--long]: no path leads out of the vault, whatever it is spelled like, and files with odd names and kinds are
served or refused."""

import itertools
import os
import random
import socket
import sys
import urllib.parse

from checks import expect, finish, step
from client import Client, quoted, refused
from served import Served


UPS = [
    "..", "%2e%2e", "%2E.", ".%2e", "%252e%252e", "..%00", "%00..", "%2e%2e%5c", "..\\", "..%5c..", "....", "..;", "%2e%2e;x=1",
    "%c0%ae%c0%ae", "%e0%80%ae%e0%80%ae", "%f0%80%80%ae.", "%c0%2e.", "%uff0e%uff0e", "%ef%bc%8e%ef%bc%8e", "sub/..", "./..",
    "%2e/%2e%2e", "linked", "linked/..", "sub/%2e%2e/..", "%2e%2e%2f..", "..%09", "..%0d%0a", "%25%32%65%25%32%65",
]
SEPARATORS = ["/", "%2f", "%2F", "%5c", "\\", "//", "/%2f", "%252f", "%c0%af", "/./", "/%2e/", "%ef%bc%8f"]
ENDS = [
    "outside.md", "outside.png", ".hidden/x.md", ".hidden/x.png", ".vault/x.md", "%2evault/x.md", ".vault/config.yaml",
    "../../etc/passwd", "link.md", "outside.md%00", "outside.md%00.png", "outside.png/.", "etc/passwd",
]
READ = ["/note/", "/file/", "/folder/", "/backlinks/", "/api/v1/notes/", "/api/v1/files/"]
WRITTEN = [
    ("PUT", "/api/v1/files/"), ("PUT", "/api/v1/notes/"), ("PATCH", "/api/v1/notes/"), ("DELETE", "/api/v1/notes/"),
    ("POST", "/api/v1/folders/"), ("POST", "/note/"),
]


def guarded(served):
    """All that no request may change: what lies beside the vault, and what the vault hides."""
    found = {}
    for folder, folders, files in os.walk(served.folder):
        # The index, the token and the history are the server's own.
        if folder == served.folder:
            folders[:] = [name for name in folders if name not in ("cache", "state", "config")]
        inner = os.path.relpath(folder, served.vault)
        is_own = inner.startswith(".vault/") and not inner.startswith(".vault/templates")
        if is_own or inner == "." or not inner.startswith("."):
            continue
        for name in files:
            path = os.path.join(folder, name)
            if os.path.isfile(path) and not os.path.islink(path):
                with open(path, "rb") as file:
                    found[path] = file.read()
    return found


# Nothing else has these words.
SECRET = b"words that nobody may read"


def hide_secrets(served):
    for path in ["../outside.md", "../outside.png", ".hidden/x.md", ".hidden/x.png", ".vault/x.md"]:
        served.write(path, SECRET + b"\n")
    served.write("sub/a.md", b"# A\n")
    os.symlink("../outside.md", served.path("link.md"))
    os.symlink("../outside.png", served.path("link.png"))
    os.symlink("..", served.path("linked"))
    os.symlink("/", served.path("root"))


def escapes(served, client, is_long):
    """Every way to write a path out of the vault that a server might decode. What is left is a name like any other."""
    before = guarded(served)
    chosen = random.Random(1)
    spellings = ["".join(parts) for parts in itertools.product(UPS, SEPARATORS, ENDS)]
    count = 0
    for method, place in [("GET", place) for place in READ] + WRITTEN:
        for spelling in spellings if is_long and method == "GET" else chosen.sample(spellings, 1000 if is_long else 50):
            if method == "POST" and place == "/note/":
                answer = client.form(place + spelling, action="pin")
            elif method == "PUT" and place == "/api/v1/files/":
                answer = client.ask(method, place + spelling, b"escaped", content_type="image/png")
            elif method == "GET":
                answer = client.ask(method, place + spelling)
            else:
                body = {"PUT": {"text": "escaped"}, "PATCH": {"pinned": True}}.get(method, {})
                answer = client.ask(method, place + spelling, body, if_match='"' + "0" * 64 + '"')
            # A file or a folder may get an odd name; that it stays in the vault is looked at below.
            is_new = place in ("/api/v1/files/", "/api/v1/folders/") and method in ("PUT", "POST")
            allowed = [400, 404, 405] + ([201, 403, 409, 422] if is_new else [])
            refused(answer, allowed, f"{method} {place}{spelling}")
            expect(SECRET not in answer.body and b"root:x:0" not in answer.body, f"{method} {place}{spelling} shows what is hidden")
            count += 1
    compare(served, before, "a path")
    return count


def compare(served, before, words):
    after = guarded(served)
    for path in before.keys() | after.keys():
        expect(before.get(path) == after.get(path), f"{words} changes {path}: {after.get(path)!r}")


def places_in_bodies(served, client):
    """Where something new is to lie comes in bodies, too."""
    before = guarded(served)
    served.write("sub/b.md", b"# B\n\n- [ ] task of b\n")
    outs = [
        "../escaped", "../../escaped", "/tmp/escaped", "sub/../../escaped", ".vault/escaped", ".hidden", "linked/escaped", "linked",
        "root/tmp/escaped", "..\\escaped", "sub\0/escaped", "./.vault/escaped", "~/escaped", "sub/./../../escaped", "\ud800",
        "a\n../escaped", "", "/", ".", "..", "x" * 300, "x/" * 3000,
    ]
    for out in outs:
        note = "/api/v1/notes/sub/b.md"
        asked = {
            "title": client.ask("POST", "/api/v1/notes", {"title": out, "text": "x"}),
            "folder": client.ask("POST", "/api/v1/notes", {"title": "escaped", "text": "x", "folder": out}),
            "template": client.ask("POST", "/api/v1/notes", {"title": "escaped", "template": out}),
            "move": client.ask("PATCH", note + "?dry_run=true", {"path": out}),
            "folder's move": client.ask("PATCH", "/api/v1/folders/sub?dry_run=true", {"path": out}),
            "import": client.ask("POST", "/api/v1/import", {"notes": [{"path": out + ".md", "body": "x"}], "into": out}),
            "tasks' import": client.ask("POST", "/api/v1/import", {"todotxt": "x", "note": out}),
            "task": client.ask("POST", "/api/v1/tasks", {"text": "escaped", "note": out}),
            "name": client.ask("POST", "/todoapp/v1/notes", {"name": out, "details": "x"}),
            "batch": client.ask(
                "POST", "/api/v1/batch", {"operations": [{"method": "PATCH", "path": "notes/sub/b.md", "body": {"path": out}}]}),
        }
        for place, answer in asked.items():
            expect(answer.status < 500, f"{out[:40]!r} as {place}: {answer.status} {answer.reason}")
            expect(SECRET not in answer.body, f"{out[:40]!r} as {place} shows what is hidden")
        if client.ask("GET", note).status == 404:
            client.ask("POST", "/api/v1/undo", {})
        if "\ud800" in out:
            continue
        for target, fields in [
            ("/new", {"title": out, "text": "x"}), ("/new", {"title": "escaped", "text": "x", "folder": out}),
            ("/new", {"title": "escaped", "template": out}), ("/folder/sub", {"action": "move", "value": out}),
            ("/select", {"note": "sub/b.md", "action": "move", "folder": out}),
        ]:
            answer = client.form(target, **fields)
            expect(answer.status < 500, f"{out[:40]!r} by {target}: {answer.status} {answer.reason}")
            expect(SECRET not in answer.body, f"{out[:40]!r} by {target} shows what is hidden")
    compare(served, before, "a place in a body")


def odd_files(served, client):
    """Links that lead out, pipes, sockets and folders in the place of notes show nothing, take nothing, and keep nobody waiting."""
    before = guarded(served)
    os.mkfifo(served.path("pipe.md"))
    os.mkfifo(served.path("pipe.png"))
    os.symlink("pipe.md", served.path("to pipe.md"))
    os.symlink("/dev/zero", served.path("zero.md"))
    os.symlink("/dev/zero", served.path("zero.png"))
    os.symlink("/proc/self/environ", served.path("environ.md"))
    os.symlink("loop.md", served.path("loop.md"))
    os.symlink("nowhere.md", served.path("nowhere link.md"))
    os.mkdir(served.path("folder.md"))
    ear = socket.socket(socket.AF_UNIX)
    ear.bind(served.path("ear.md"))
    for name in ["link", "linked/outside", "root/etc/passwd", "pipe", "to pipe", "zero", "environ", "loop", "nowhere link", "folder", "ear"]:
        for place, end in [("/note/", ".md"), ("/api/v1/notes/", ".md"), ("/file/", ".png"), ("/api/v1/files/", ".png")]:
            refused(client.ask("GET", place + quoted(name) + end), [404, 403], f"GET {place}{name}{end}")
        note = "/api/v1/notes/" + quoted(name) + ".md"
        state = '"' + "0" * 64 + '"'
        refused(client.ask("PUT", note, {"text": "escaped", "base": ""}, if_match=state), [403, 404, 409], f"PUT {name}")
        refused(client.ask("PATCH", note, {"pinned": True}), [403, 404, 409], f"PATCH {name}")
        refused(client.ask("DELETE", note), [403, 404, 409], f"DELETE {name}")
        file = client.ask("PUT", "/api/v1/files/" + quoted(name) + ".png", b"escaped", content_type="image/png")
        expect(file.status < 500 and (file.status >= 400 or os.path.isfile(served.path(name + ".png"))), f"PUT of the file {name}: {file.status}")
    into = client.ask("PUT", "/api/v1/files/linked/new.png", b"escaped", content_type="image/png")
    refused(into, [403, 404, 409, 422], "PUT through a link to a folder")
    compare(served, before, "an odd file")
    ear.close()


NAMES = [
    b"new\nline", b"tab\there", b'quote"s', b"apos'trophe", b"a&b<c>d", b"100%", b"%2e%2e%2fx", b"what?", b"a#b", b"back\\slash", b" blanks ",
    "\u202ertl\u202c".encode(), "\u200fmark".encode(), "bom\ufeff".encode(), "zero\u200bwidth".encode(), "e\u0301".encode(), "\u00fc".encode(),
    "🗒️ emoji".encode(), b"bell\x07", b"escape\x1b[31m", b"delete\x7f", b"semi;colon", b"a+b", b"a=b", b"con", b"x" * 240, b"bad\xff",
    "line\u2028end".encode(), b"cr\rlf", b"a:b", b"a|b", b"[[x]]", b"$(id)", b"`id`", b"-rf",
]


def odd_names(served, client):
    """Whatever a file is called: it is listed, read byte by byte, changed, deleted and put back by the name that the list has."""
    for number, name in enumerate(NAMES):
        served.write_bytes(b"Odd/" + name + b".md", b"odd number %d\n" % number)
        served.write_bytes(b"Odd/" + name + b".png", b"picture %d" % number)
    client.ask("GET", "/folder/Odd")
    listed = client.ask("GET", "/api/v1/notes?limit=500&q=odd").json
    for number, name in enumerate(NAMES):
        where = "/api/v1/notes/Odd/" + urllib.parse.quote(name) + ".md"
        words = f"the note {name!r}"
        text = client.ask("GET", where, accept="text/markdown")
        expect(text.status == 200 and text.body == b"odd number %d\n" % number, f"{words}: {text.status} {text.body[:100]!r}")
        shown = client.ask("GET", "/note/Odd/" + urllib.parse.quote(name) + ".md", accept="text/html")
        expect(shown.status == 200, f"the page of {words}: {shown.status}")
        expect(b"odd number %d" % number in shown.body, f"the page of {words} shows something else")
        try:
            own = "Odd/" + name.decode() + ".md"
            expect(any(note["path"] == own for note in listed), f"{words} is not listed by its name")
        except UnicodeDecodeError:
            pass
        state = text.fields["etag"] or ""
        saved = client.ask("PUT", where, {"text": f"odd number {number}\nmore\n"}, if_match=state)
        expect(saved.status == 200, f"{words} is not saved: {saved.status} {saved.reason}")
        expect(served.read_bytes(b"Odd/" + name + b".md").endswith(b"more\n"), f"{words} is not what was saved")
        pinned = client.ask("PATCH", where, {"pinned": True})
        expect(pinned.status == 200, f"{words} is not pinned: {pinned.status} {pinned.reason}")
        gone = client.ask("DELETE", where)
        expect(gone.status == 200 and client.ask("GET", where).status == 404, f"{words} is not deleted: {gone.status} {gone.reason}")
        back = client.ask("POST", "/api/v1/undo", {})
        expect(back.status == 200 and client.ask("GET", where).status == 200, f"{words} does not come back: {back.status} {back.reason}")
        file = client.ask("GET", "/file/Odd/" + urllib.parse.quote(name) + ".png")
        expect(file.status == 200 and file.body == b"picture %d" % number, f"the file {name!r}: {file.status}")
        kept = file.fields["content-disposition"] or ""
        expect(all(" " <= sign <= "~" for sign in kept) and kept.count(";") == 1, f"the file {name!r} is kept as {kept!r}")
        new = client.ask("PUT", "/api/v1/files/Put/" + urllib.parse.quote(name) + ".png", b"put", content_type="image/png")
        # Names that other systems do not allow are refused.
        expect(new.status in (201, 404, 409, 422), f"a file cannot be put as {name!r}: {new.status} {new.reason}")


class ServedWithBytes(Served):
    """The same, with names that are bytes."""

    def write_bytes(self, name, content):
        path = os.path.join(self.vault.encode(), name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)

    def read_bytes(self, name):
        with open(os.path.join(self.vault.encode(), name), "rb") as file:
            return file.read()


def main():
    program, *arguments = sys.argv[1:]
    with ServedWithBytes(program) as served:
        client = Client(served)
        hide_secrets(served)
        count = escapes(served, client, "--long" in arguments)
        for run in [places_in_bodies, odd_files, odd_names]:
            step(run.__name__, lambda run=run: run(served, client))
        expect(served.stop() == 0, "the server does not end well")
    finish(f"{count} paths out of the vault lead nowhere; all is well")


if __name__ == "__main__":
    main()
