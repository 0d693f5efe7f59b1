"""hostile.py VAULT: what comes from a client that is broken, careless or hostile. The server never crashes; a frame that is
none ends it with a sentence, and a body that is none does not; each request has one answer; nothing outside of the vault is
read or named."""

import os
import random
import re
import subprocess
import sys
import time

from checks import expect, finish, step, until
from client import CAPABILITIES, Client, Ended, ResponseError
from editing import Copy
from workspace import uri_of

REQUESTS = [
    "completion", "definition", "references", "hover", "documentHighlight", "documentSymbol", "documentLink",
    "foldingRange", "selectionRange", "codeAction", "codeLens", "inlayHint", "semanticTokens/full", "diagnostic",
    "prepareRename", "rename",
]


def server_of(copy, **others):
    return Client(copy.program, folder=copy.vault, environment=copy.environment, **others)


def parameters(client, file, line=0, character=0):
    """What any of the requests takes."""
    place = {"line": line, "character": character}
    return {
        "textDocument": {"uri": client.workspace.uri(file)},
        "position": place,
        "positions": [place],
        "range": {"start": place, "end": place},
        "context": {"includeDeclaration": True, "diagnostics": []},
        "newName": "Another name",
    }


def frames(program):
    """Streams that are none of messages: the server says why it ends, and ends."""
    cases = {
        "no length": b"Content-Type: x\r\n\r\n{}",
        "two lengths": b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        "a wrong length": b"Content-Length: two\r\n\r\n{}",
        "a negative length": b"Content-Length: -5\r\n\r\n{}",
        "a huge length": b"Content-Length: 209715200\r\n\r\n{}",
        "an absurd length": b"Content-Length: 999999999999999999999999\r\n\r\n{}",
        "no headers": b"{}" * 4_000,
        "a cut message": b"Content-Length: 50\r\n\r\n{",
        "another coding": b"Content-Length: 2\r\nContent-Type: text; charset=utf-16\r\n\r\n{}",
    }
    for words, data in cases.items():
        with Copy(program) as copy, server_of(copy) as client:
            client.initialize()
            try:
                client.write(data)
            except Ended:
                pass
            status = client.end(20)
            # What it said last may still be on its way.
            client.threads[1].join(20)
            expect(status == 2, f"{words}: the server ends with {status}")
            expect("the editor server ends" in client.said, f"{words}: the server says {client.said!r}")


def bodies(program):
    """Bodies that are no messages are answered, and the next message is read."""
    deep = b"[" * 10_000 + b"]" * 10_000
    cases = {
        b"{": -32700, b"\xff\xfe": -32700, b'{"a":"\xff"}': -32700, deep: -32700, b"[]": -32600, b"7": -32600,
        b'[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]': -32600, b'{"jsonrpc":"2.0","method":7}': -32600,
        b'{"id":{},"method":"x"}': -32600,
    }
    with Copy(program) as copy, server_of(copy) as client:
        client.initialize()
        for count, (body, code) in enumerate(cases.items(), 1):
            client.write(client.frame(body))
            client.wait_until(lambda: len(client.responses.get(None, [])) == count, f"an answer to {body[:40]!r}")
            found = client.responses[None][-1][1]["error"]["code"]
            expect(found == code, f"{body[:40]!r} is answered with {found}")
        client.workspace.open("Desk.md")
        expect(client.request("textDocument/documentSymbol", parameters(client, "Desk.md")), "it goes on")
        expect(client.shut_down() == 0, "it ends as it should")


def life(program):
    with Copy(program) as copy, server_of(copy) as client:
        expect(client.error("textDocument/hover", {}) == -32002, "a request before initialize")
        client.initialize()
        expect(client.error("initialize", {"capabilities": {}}) == -32600, "initialize twice")
        expect(client.error("vault/unknown", {}) == -32601, "an unknown request")
        expect(client.error("$/unknown", {}) == -32601, "an unknown request with a dollar")
        client.notify("vault/unknown", {})
        client.notify("$/unknown", {})
        client.workspace.open("Desk.md")
        for method in REQUESTS:
            for given in [None, {}, [], {"textDocument": 7}, {"textDocument": {"uri": 7}}, {"textDocument": {"uri": []}}]:
                code = client.error("textDocument/" + method, given)
                expect(code == -32602, f"{method} with {given}: {code}")
        first = client.begin("textDocument/hover", parameters(client, "Desk.md"), identifier="words")
        client.wait(first)
        expect(client.error("workspace/executeCommand", {"command": "rm", "arguments": []}) == -32602, "another command")
        client.request("shutdown")
        expect(client.error("textDocument/hover", parameters(client, "Desk.md")) == -32600, "a request behind shutdown")
        client.notify("exit")
        expect(client.end() == 0, "exit behind shutdown")
    with Copy(program) as copy, server_of(copy) as client:
        client.initialize()
        client.notify("exit")
        expect(client.end() == 1, "exit without shutdown")


def documents(program):
    """Changes that do not fit: the server goes on, and makes no edit until it has the whole text."""
    with Copy(program) as copy, server_of(copy) as client:
        client.initialize()
        uri = client.workspace.uri("Desk.md")

        def change(version, *changes):
            client.notify(
                "textDocument/didChange",
                {"textDocument": {"uri": uri, "version": version}, "contentChanges": list(changes)})

        def part(a, b, c, d, text=""):
            return {"range": {"start": {"line": a, "character": b}, "end": {"line": c, "character": d}}, "text": text}

        change(1, {"text": "nobody has opened it"})
        client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        expect(client.error("textDocument/hover", parameters(client, "Desk.md")) == -32602, "what is not open")
        client.workspace.open("Desk.md")
        client.workspace.open("Desk.md")
        for odd in [
            part(999_999, 0, 999_999, 5, "x"), part(5, 5, 1, 1, "y"), part(-1, -1, -1, -1), part(0, 10**9, 0, 10**9, "z"),
            {"range": 7, "text": "x"}, {"range": {"start": {}}, "text": "x"}, {"text": 7}, {},
        ]:
            change(2, odd)
            client.request("textDocument/documentSymbol", parameters(client, "Desk.md"))
        place = parameters(client, "Desk.md", 0, 3)
        expect(client.error("textDocument/rename", place) is not None, "a document in doubt is not edited")
        change(50, {"text": "# Whole\n\n[[Bees]]\n"})
        found = client.request("textDocument/documentSymbol", parameters(client, "Desk.md"))
        expect([one["name"] for one in found] == ["Whole"], f"the whole text counts: {found}")
        expect(client.request("textDocument/rename", parameters(client, "Desk.md", 2, 4)), "and is edited")
        for line in [-1, 10**12]:
            for method in REQUESTS:
                try:
                    client.request("textDocument/" + method, parameters(client, "Desk.md", line, line))
                except ResponseError as error:
                    expect(error.code in (-32602, -32803), f"{method} in line {line}: {error.code}")
        expect(client.shut_down() == 0, "it ends as it should")


def addresses(program):
    """Nothing outside is read or named, whatever an address says."""
    with Copy(program) as copy, server_of(copy) as client:
        with open(os.path.join(copy.folder, "secret.md"), "w", encoding="utf-8") as file:
            file.write("# The secret heading\n\nsecretword\n")
        os.symlink(os.path.join(copy.folder, "secret.md"), os.path.join(copy.vault, "Link.md"))
        os.mkfifo(os.path.join(copy.vault, "Pipe.md"))
        os.mkdir(os.path.join(copy.vault, "Folder.md"))
        client.initialize()
        client.workspace.open("Desk.md")
        root = uri_of(copy.vault)
        ups = ["..", "%2e%2e", "%2E.", ".%2e", "..%2f..", "%2e%2e%2f"]
        targets = [f"{root}/{up}/secret.md" for up in ups] + [
            f"{root}/a/../../secret.md", f"{root}/Link.md", f"{root}/Pipe.md", f"{root}/Folder.md", f"{root}/%00.md",
            f"{root}/x%00/secret.md", "file://elsewhere/secret.md", "http://localhost/secret.md", "untitled:secret.md",
            "vault://note/../secret.md", "file:///", "file:", "", "://", "file:///%ff.md", f"{root}?/../secret.md",
            f"{root}#/../secret.md", "file:///proc/self/environ.md", "file:///dev/zero.md",
        ]
        for target in targets:
            client.notify(
                "textDocument/didOpen",
                {"textDocument": {"uri": target, "languageId": "markdown", "version": 1, "text": "[[secret]] [[Bees]]\n"}})
            given = {**parameters(client, "Desk.md", 0, 4), "textDocument": {"uri": target}}
            for method in REQUESTS:
                try:
                    client.request("textDocument/" + method, given)
                except ResponseError:
                    pass
            try:
                client.request("workspace/willRenameFiles", {"files": [
                    {"oldUri": target, "newUri": f"{root}/New.md"}, {"oldUri": f"{root}/Bees.md", "newUri": target}]})
            except ResponseError:
                pass
            client.notify("textDocument/didClose", {"textDocument": {"uri": target}})
        for words in ["../secret", "/etc/passwd", "..\\secret", "Link", "Pipe", "Folder"]:
            client.workspace.open(f"New {len(words)}.md", f"[[{words}]] ![[{words}.md]] [x]({words}.md)\n".encode())
            for method in REQUESTS:
                for character in [3, 30, 60]:
                    try:
                        client.request("textDocument/" + method, parameters(client, f"New {len(words)}.md", 0, character))
                    except ResponseError:
                        pass
        told = repr(client.received)
        expect("secretword" not in told and "secret heading" not in told, "what lies outside is told")
        expect(not os.path.exists(os.path.join(copy.folder, "New.md")), "a file is made outside")
        expect(client.shut_down() == 0, "it ends as it should")


def threads(client):
    return len(os.listdir(f"/proc/{client.process.pid}/task"))


def many(program):
    """A thousand requests at once, cancelled at random: one answer each, and soon."""
    seed = int(os.environ.get("VAULT_SEED", "30"))
    chance = random.Random(seed)
    with Copy(program) as copy, server_of(copy) as client:
        client.initialize()
        client.workspace.open("Desk.md")
        # What is begun once and stays is begun.
        for method in REQUESTS:
            client.error("textDocument/" + method, parameters(client, "Desk.md", 2, 5))
        before = threads(client)
        begun, cancelled = [], {}
        for _ in range(1_000):
            method = "textDocument/" + chance.choice(REQUESTS)
            line = chance.randrange(8)
            begun.append(client.begin(method, parameters(client, "Desk.md", line, 5)))
            if chance.random() < 0.5:
                chosen = chance.choice(begun)
                if chosen not in cancelled and chosen not in client.responses:
                    cancelled[chosen] = time.monotonic()
                    client.cancel(chosen)
        client.wait_until(lambda: all(one in client.responses for one in begun), "all answers", 120)
        time.sleep(0.2)
        expect(all(len(client.responses[one]) == 1 for one in begun), f"a request has several answers (seed {seed})")
        late = [client.responses[one][0][0] - at for one, at in cancelled.items()]
        late.sort()
        print(f"cancelled {len(late)}, p99 {1_000 * late[int(len(late) * 0.99)]:.1f} ms;", end=" ")
        until(lambda: threads(client) <= before, lambda: f"{threads(client)} threads are left, and {before} were there before")
        for _ in range(300):
            client.begin("textDocument/references", parameters(client, "Desk.md"))
        down = client.begin("shutdown")
        client.wait(down)
        print(f"shutdown under load {1_000 * client.took(down):.0f} ms;", end=" ")
        client.notify("exit")
        expect(client.end() == 0, "it ends as it should")


def silence(program):
    """A client that reads nothing, answers nothing, refuses edits, or goes away."""
    with Copy(program) as copy, server_of(copy) as client:
        client.initialize()
        client.workspace.open("Desk.md")
        client.request("textDocument/hover", parameters(client, "Desk.md"))
        client.pause()
        begun = [client.begin("textDocument/documentSymbol", parameters(client, "Desk.md")) for _ in range(2_000)]
        time.sleep(1)
        client.resume()
        client.wait_until(lambda: all(one in client.responses for one in begun), "all answers", 120)
        expect(client.shut_down() == 0, "it ends as it should")
    for method in ["workspace/configuration", "window/workDoneProgress/create", "workspace/applyEdit"]:
        with Copy(program) as copy, server_of(copy, answers={method: lambda params: Client.SILENT}) as client:
            client.initialize()
            client.workspace.open("Desk.md")
            client.begin("workspace/executeCommand", {
                "command": "vault.toggleTask", "arguments": [client.workspace.uri("Desk.md"), 4]})
            expect(client.request("textDocument/documentSymbol", parameters(client, "Desk.md")), f"without {method}")
            expect(client.shut_down() == 0, f"it ends as it should without {method}")
    with Copy(program) as copy:
        process = subprocess.Popen(
            [program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=copy.vault,
            env=copy.environment)
        process.stdout.close()
        try:
            for number in range(200):
                process.stdin.write(Client.frame({"jsonrpc": "2.0", "id": number, "method": "vault/unknown"}))
                process.stdin.flush()
        except BrokenPipeError:
            pass
        expect(process.wait(20) == 2, "a client that does not listen any more")


def files(program):
    """Notes vanish, become folders, links or pipes, and the index is deleted: the server goes on."""
    with Copy(program) as copy, server_of(copy) as client:
        client.initialize()
        client.workspace.open("Desk.md")
        client.request("textDocument/references", parameters(client, "Desk.md"))

        def ask_all(words):
            for method in REQUESTS:
                for line in range(8):
                    try:
                        client.request("textDocument/" + method, parameters(client, "Desk.md", line, 5))
                    except ResponseError as error:
                        expect(error.code in (-32803, -32801), f"{words}: {method} is answered with {error.code}: {error}")

        bees = copy.path("Bees.md")
        os.remove(bees)
        ask_all("a note is gone")
        os.mkdir(bees)
        ask_all("a note is a folder")
        os.rmdir(bees)
        os.symlink("/etc/passwd", bees)
        ask_all("a note is a link out of the vault")
        os.remove(bees)
        os.mkfifo(bees)
        ask_all("a note is a pipe")
        os.remove(bees)
        copy.write("Bees.md", b"\xff\xfe [[Desk]]\n")
        ask_all("a note is no UTF-8")
        for folder, _, names in os.walk(copy.folder):
            for name in names:
                if re.search(r"\.(db|sqlite)", name):
                    os.remove(os.path.join(folder, name))
        ask_all("the index is gone")
        expect(client.shut_down() == 0, "it ends as it should")


def long_texts(program):
    """A line of ten megabytes, and twenty thousand links in a note."""
    with Copy(program) as copy, server_of(copy) as client:
        client.initialize({**CAPABILITIES, "general": {"positionEncodings": ["utf-16"]}})
        slowest = ("", 0)
        for name, text in {
            "Line.md": "é " * 5_000_000, "Links.md": "[[Bees]] 😀 [[Nowhere]]\n" * 10_000,
            "One line.md": "[[Bees]] 😀 [[Nowhere]] " * 10_000,
        }.items():
            client.workspace.open(name, text.encode())
            for method in REQUESTS:
                request = client.begin("textDocument/" + method, parameters(client, name, 0, 3))
                try:
                    client.wait(request, 300)
                except ResponseError:
                    pass
                slowest = max(slowest, (f"{method} in {name}", client.took(request)), key=lambda one: one[1])
            client.workspace.close(name)
        print(f"slowest: {slowest[0]} {slowest[1]:.2f} s;", end=" ")
        expect(client.shut_down(120) == 0, "it ends as it should")


def main():
    program = os.path.abspath(sys.argv[1])
    for part in [frames, bodies, life, documents, addresses, many, silence, files, long_texts]:
        step(part.__name__, lambda part=part: part(program))
    finish("a broken client harms nothing")


if __name__ == "__main__":
    main()
