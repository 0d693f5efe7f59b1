"""Paths that lead out of a vault, by whatever way they get into a server: as addresses, names, arguments, links. Nothing outside
is read, named or changed, and what the server has a client do stays within the vault. The paths are those of
PathEscapeTests."""

import itertools
import json
import os
import re
import shutil
from urllib.parse import unquote, urlsplit

from asking import Asker, abilities, complain
from checks import expect
from client import Client, Ended
from editing import Copy
from workspace import EditError, uri_of

SECRET = "SECRETWORD"
# As a server writes them; `file:/` may begin the path of a note.
ADDRESS = r"file:///[^\s<>\"]*"
# What is beside the vault and may change: what the program keeps for itself.
OWN = ("vault", "cache", "state", "data", "config")
NOTES = {
    "n.md": "---\nk: v\n---\n# H\n\n[[m]] [[n#H]] #tag [[t#^b]] [[Nobody]] Word\n",
    "Word.md": "# Word\n",
    "m.md": "m",
    "t.md": "# H\n\n- [ ] task ^b\n\n```tasks\nnot done\n```\n",
    "Sub/s.md": "[[n]] [x](../m.md)",
    "Templates/secret.md": "from a template\n",
    ".vault/templates/t.md": "from a template\n",
}
LINKS = {
    "out": "../outside", "chain": "out", "out.md": "../outside/secret.md", "twice.md": "out.md",
    "dangling": "../outside/nothing", "dangling.md": "../outside/nothing.md", "Sub/out": "../../outside",
    "Sub/out.md": "../../outside/secret.md",
}
OUTSIDE = ["secret.md", "outside/secret.md", "outside/sub/secret.md"]


def vectors(root):
    """`root`: the folder that the vault lies in, as `vault`."""
    ups = [
        "..", "./..", "../.", ".././.", "Sub/../..", "Sub/./../..", "nowhere/../..", "n.md/../..", "..//", "//..", "/..",
        "/../../../../../../..", "../../" + os.path.basename(root), root, "/" + root, root + "/vault/..",
        root + "/./vault/Sub/../..", "file://" + root, "~/..", "\\..", "..\\..", "%2e%2e", "..%2f..", "．．", "..\u200b",
        ".. ", " ..", "..\t..", "\x1b/..", "out/..", "chain/..", "[[..", "..|x", "../#", "$PWD/..",
    ]
    downs = [
        "", "/", "/secret.md", "/secret", "/outside/secret.md", "/outside/new.md", "/outside", "/outside/", "/new",
        "/outside/../secret.md", "/.//outside//secret.md", "/vault/../secret.md", "/outside/deep/er/new.md", "/vault2/x",
        "/\u0301x", "/\u0301x.md",
    ]
    links = [
        "out", "out/", "out/secret.md", "out/secret", "out/new.md", "out.md", "chain", "chain/secret.md", "absolute/secret",
        "absolute/new", "Sub/../out/secret.md", "out/../out/new.md", "out/deep/er/new.md", "dangling", "dangling.md",
        "dangling/x", "Sub/out.md", "Sub/out/secret", "twice.md", "out/.hidden.md", ".vault/trash/../../../secret.md",
        ".vault/../../outside/secret.md", ".vault/templates/../../../secret.md", ".obsidian/../../secret.md",
    ]
    return [up + down for up in ups for down in downs] + links


class Tree:
    """What lies below a folder: folders, links and files with their bytes, but for some at its top."""

    def __init__(self, folder, but=()):
        self.folder, self.but = folder, but

    def look(self):
        found = {}
        for folder, folders, files in os.walk(self.folder):
            if folder == self.folder:
                folders[:] = [name for name in folders if name not in self.but]
            if folder == os.path.join(self.folder, ".vault"):
                folders[:] = [name for name in folders if name not in ("state", "trash", "journal")]
            for name in folders + files:
                path = os.path.join(folder, name)
                if os.path.islink(path):
                    content = os.readlink(path)
                elif os.path.isdir(path):
                    content = None
                else:
                    with open(path, "rb") as file:
                        content = file.read()
                found[os.path.relpath(path, self.folder)] = content
        return found

    def restore(self, before):
        """Makes what differs what it was."""
        now = self.look()
        odd = {name for name in now if name not in before or before[name] != now[name]}
        for name in sorted(odd, reverse=True):
            path = os.path.join(self.folder, name)
            if now[name] is None:
                shutil.rmtree(path)
            else:
                os.remove(path)
        for name in sorted(odd & set(before) | set(before) - set(now)):
            path = os.path.join(self.folder, name)
            if before[name] is None:
                os.makedirs(path, exist_ok=True)
            elif isinstance(before[name], str):
                os.symlink(before[name], path)
            else:
                with open(path, "wb") as file:
                    file.write(before[name])


class Sitting:
    """One server over such a vault, until the end of the `with` block, and what is watched while it is asked. For a client that
    cannot make or rename files the server does it."""

    def __init__(self, program, can_touch_files):
        self.copy, self.program, self.announced = Copy(program, vault=None, notes=NOTES), program, abilities()
        if not can_touch_files:
            del self.announced["workspace"]["workspaceEdit"]["resourceOperations"]
        folder = self.copy.folder
        for name, target in {**LINKS, "absolute": self.copy.vault + "/../outside"}.items():
            os.symlink(target, self.copy.path(name))
        os.makedirs(folder + "/outside/sub")
        for name in OUTSIDE:
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(f"# H\n\n- [ ] {SECRET} [[n]]\n")
        self.outside, self.inside = Tree(folder, OWN), Tree(self.copy.vault)
        self.outside_before, self.inside_before = self.outside.look(), self.inside.look()
        self.vectors, self.words, self.client, self.is_moved, self.own = vectors(folder), "", None, False, None

    def __enter__(self):
        self.start()
        return self

    def start(self):
        """A server, and two notes that are open."""
        self.client = Client(self.program, self.copy.vault, environment=self.copy.environment)
        self.client.answers["workspace/applyEdit"] = self.asked_to_apply
        self.sent, self.known, send = [], set(), self.client.send

        def sending(message):
            text = json.dumps(message, ensure_ascii=False)
            self.sent.append(text)
            self.known.update(address for one in set(strings(message)) for address in re.findall(ADDRESS, one))
            send(message)

        self.client.send = sending
        self.asker = Asker(self.client, lambda: self.words)
        self.client.initialize(self.announced)
        self.open()

    def open(self):
        for note in ("n.md", "t.md"):
            self.client.workspace.open(note)

    def __exit__(self, *_):
        self.client.__exit__()
        self.copy.__exit__()

    # What a surface does.

    def ask(self, method, given, words=""):
        return self.asker.ask(method, given, words)

    def uri(self, note):
        return uri_of(self.copy.path(note))

    def apply(self, edit):
        """Does what the server answers, as a client would; what that would refuse is a failure of the server. A text that was
        opened by an address of the client's own making is the client's alone."""
        self.is_moved = True
        changes = (edit or {}).get("documentChanges") or []
        kept = [one for one in changes if "kind" in one or one["textDocument"]["uri"] != self.own]
        try:
            self.client.workspace.apply({"documentChanges": kept})
        except (EditError, OSError) as error:
            complain("an edit", f"{self.words}: the server has the client make {edit}: {error!r}")
            return str(error)
        return None

    def asked_to_apply(self, params):
        refused = self.apply(params["edit"])
        return {"applied": refused is None, **({"failureReason": refused} if refused else {})}

    def command(self, name, *arguments):
        self.is_moved = True
        return self.ask("workspace/executeCommand", {"command": name, "arguments": list(arguments)}, str(arguments)[:300])

    def act(self, note="n.md", line=6, other=None, **change):
        """Chooses an action that might have been offered, in both ways; says whether one was carried out."""
        taken = False
        for method in ("codeAction/resolve", "workspace/executeCommand"):
            document = self.client.workspace.document(note)
            data = {"uri": document.uri, "version": document.version, "change": {"line": line, "column": 1, **change}}
            if other:
                data["note"] = other
            if method == "codeAction/resolve":
                made = self.ask(method, {"title": "x", "kind": "quickfix", "data": data})
                taken = made and made.get("edit") or taken
                self.apply((made or {}).get("edit"))
            else:
                refused = self.asker.refused
                self.command("vault.act", data)
                taken = taken or self.asker.refused == refused
            self.renew()
        return taken

    # What is seen.

    def judge(self):
        """What came and what has become of files since the last time."""
        with self.client.news:
            received, sent = list(self.client.received), "\n".join(self.sent)
            # All of it together would be gigabytes.
            for kept in (self.client.received, self.client.responses, self.client.notifications, self.client.asked):
                kept.clear()
        for _, message in received:
            text = json.dumps(message, ensure_ascii=False)
            expect(SECRET not in text, f"{self.words}: what lies outside is told: {text[:600]}")
            for one in set(strings(message)):
                for address in re.findall(ADDRESS, one):
                    # What the client itself said, as an address or within a text; of a note that is refused, the path.
                    said = re.sub(r"(\.md)?:$", "", address) if "error" in message else address
                    is_known = said in self.known or said in sent or unquote(said) in unquote(sent)
                    if not is_known and not self.is_inside(address):
                        complain("an address", f"{self.words}: {address} is named in {text[:600]}")
        now = self.outside.look()
        if now != self.outside_before:
            changed = sorted({name for name, _ in now.items() ^ self.outside_before.items()})
            expect(False, f"{self.words}: {changed} outside are changed")
            self.outside.restore(self.outside_before)

    def is_inside(self, address):
        """By the folder that it is in, since links lead elsewhere."""
        path = unquote(urlsplit(address.rstrip(").,;:'`")).path)
        folder = os.path.realpath(os.path.dirname(path))
        return path == self.copy.vault or (folder + "/").startswith(self.copy.vault + "/")

    def renew(self):
        """Looks at what has come of it, and makes the vault what it was, with the same notes open."""
        self.judge()
        if self.is_moved:
            workspace = self.client.workspace
            for path in list(workspace.documents):
                workspace.close(os.path.relpath(path, self.copy.vault))
            self.inside.restore(self.inside_before)
            self.open()
        self.sent, self.is_moved = [], False

    def attempt(self, surface, vector):
        """What the surface says of whether the path was taken."""
        self.words, taken = f"{surface.__name__} with {vector!r}", None
        try:
            taken = surface(self, vector)
            self.renew()
        except (Ended, RuntimeError) as error:
            expect(False, f"{self.words}: {error}")
            self.client.__exit__()
            self.inside.restore(self.inside_before)
            self.start()
        return taken


def strings(value):
    """All texts in an answer, names of members too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple)):
        yield from itertools.chain.from_iterable(map(strings, value))
    elif isinstance(value, dict):
        yield from itertools.chain(value, itertools.chain.from_iterable(map(strings, value.values())))
