"""Vaults that somebody else made, each with one thing in it that is meant to do harm.

`ALL` maps a name to a function that fills an empty folder: a small ordinary vault, and what the name says. `place` knows
the folders around it: `place.vault`, and `place.outside`, in which nothing may change.
"""

import json
import os
import socket
import sqlite3
import struct

ALL = {}


# The name of each vault's folder, which a shell that takes it for text of its own would carry out: to some, a mark makes
# another character of the quote before it.
NAME = "v'\u0301;touch P;`touch P`"


class Place:
    def __init__(self, root):
        self.root = root
        self.vault = os.path.join(root, NAME)
        self.outside = os.path.join(root, "outside")

    def write(self, path, content="", mode=None, folder=None):
        full = os.path.join(folder or self.vault, path) if isinstance(path, str) else os.path.join(
            os.fsencode(self.vault), path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        if mode is not None:
            os.chmod(full, mode)

    def folder(self, path):
        os.makedirs(os.path.join(self.vault, path), exist_ok=True)

    def link(self, path, target):
        full = os.path.join(self.vault, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        os.symlink(target, full)

    def fifo(self, path):
        full = os.path.join(self.vault, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        os.mkfifo(full)

    def sparse(self, path, size=20 << 30, beginning=b""):
        self.write(path, beginning)
        os.truncate(os.path.join(self.vault, path), size)

    def configure(self, text):
        self.write(".vault/config.yaml", text)


def hostile(name):
    def register(body):
        ALL[name] = body
        return body
    return register


def ordinary(place):
    """What each of the vaults has besides."""
    place.write("Home.md", "---\ncategory: idea\ntags: [work]\n---\n# Home\nA word, and [[Task]].\n\n```tasks\nnot done\n```\n")
    place.write("Sub/Task.md", "# Work\n- [ ] Ring the bell 📅 2026-03-14 🔁 every week\n- [ ] Ring the bell\n")
    place.write("Sub/Other.md", "The word of [[Home]]. #work/late\n")
    place.write(".vault/config.yaml", "theme: blue\n")
    place.write(".git/hooks/pre-commit.sample", "#!/bin/sh\n", mode=0o755)
    place.write(".vault/templates/plain.md", "# {{title}}\n")


def outside(place):
    """What lies around the vault and must stay as it is."""
    write = lambda path, text, mode=0o666: place.write(path, text, mode, folder=place.outside)
    write("victim.txt", "keep me\n")
    write("secret.md", "SECRET word\n")
    write("victim.yaml", "theme: green\n")
    write("folder/inside.md", "SECRET word\n")
    database = sqlite3.connect(os.path.join(place.outside, "victim.sqlite"))
    database.execute("create table t(a)")
    database.commit()
    database.close()
    write("victim.sqlite-wal", "not a log\n")
    write("program", "#!/bin/sh\ntouch '%s'\n" % os.path.join(place.root, "executed"), 0o777)


# The journal


def entry(steps, content=b"", home=None, version=1, **more):
    head = {"version": version, "sequence": 1, "id": "0a1b2c3d", "time": 1790000000000, "title": "a change",
            "steps": steps, **more}
    if home is not None:
        head["home"] = home
    return json.dumps(head).encode() + b"\n" + content


def journal(place, name, *arguments, **more):
    place.folder(".vault/journal")
    home = os.stat(os.path.join(place.vault, ".vault/journal")).st_ino
    place.write(".vault/journal/" + name, entry(*arguments, home=home, **more), mode=0o600)


def create(path, text, mode=0o644):
    return [{"kind": "create", "path": path, "length": len(text), "mode": mode}], text


HOOK = b"#!/bin/sh\ntouch executed\n"


def pending(name, make):
    @hostile("journal: " + name)
    def _(place):
        make(place)


def done(name, make):
    @hostile("history: " + name)
    def _(place):
        make(place)


pending("a pending move over another note", lambda place: journal(
    place, "pending", [{"kind": "move", "path": "Away.md", "target": "Home.md"}]))
pending("a pending deletion that restores a hook", lambda place: journal(
    place, "pending", [{"kind": "delete", "path": ".git/hooks/pre-commit", "length": len(HOOK), "mode": 0o755}], HOOK))
pending("a pending deletion that restores a set-user-id file", lambda place: journal(
    place, "pending", [{"kind": "delete", "path": "Root.md", "length": len(HOOK), "mode": 0o6755}], HOOK))
pending("a pending write of another text", lambda place: journal(
    place, "pending", [{"kind": "write", "path": "Sub/Other.md", "length": 4, "prefix": 0, "suffix": 0, "middle": 31}],
    b"evil" + b"The word of [[Home]]. #work/late"[:31]))
pending("a pending creation that removes a note", lambda place: journal(
    place, "pending", *create("Sub/Other.md", "The word of [[Home]]. #work/late\n".encode())))
pending("a pending path that leads out", lambda place: journal(
    place, "pending", [{"kind": "delete", "path": "../outside/new.md", "length": 1, "mode": 0o644}], b"x"))
pending("a pending path through a link", lambda place: (
    place.link("Way", "../outside"),
    journal(place, "pending", [{"kind": "delete", "path": "Way/new.md", "length": 1, "mode": 0o644}], b"x")))
pending("a pending removal of a folder", lambda place: (
    place.folder("Empty"), journal(place, "pending", [{"kind": "make-folder", "path": "Empty"}])))
pending("one with the seal of another user", lambda place: journal(
    place, "pending", *create("Sub/Other.md", b"x"), version=2, texts="0" * 64, seal="0" * 32))
pending("its folder is a link", lambda place: place.link(".vault/journal", "../../outside/folder"))
pending("pending is a FIFO", lambda place: place.fifo(".vault/journal/pending"))
pending("pending is a link", lambda place: place.link(".vault/journal/pending", "../../../outside/victim.txt"))
pending("pending has 20 GB", lambda place: place.sparse(".vault/journal/pending"))
pending("pending is nested without end", lambda place: place.write(".vault/journal/pending", "[" * 1_000_000))
pending("what is written next is a folder", lambda place: place.write(".vault/journal/new/x", "x"))
pending("what is written next is a link", lambda place: place.link(".vault/journal/new", "../../../outside/victim.txt"))
done("an entry whose undo makes a hook", lambda place: journal(
    place, "00000001.done", [{"kind": "delete", "path": ".git/hooks/pre-commit", "length": len(HOOK), "mode": 0o755}], HOOK))
done("an entry whose undo makes a set-user-id file", lambda place: journal(
    place, "00000001.done", [{"kind": "delete", "path": "Root.md", "length": len(HOOK), "mode": 0o6755}], HOOK))
done("an entry whose undo deletes a note", lambda place: journal(
    place, "00000001.done", *create("Sub/Other.md", "The word of [[Home]]. #work/late\n".encode())))
done("an entry of 20 GB", lambda place: place.sparse(".vault/journal/00000001.done"))
done("an entry that is a FIFO", lambda place: place.fifo(".vault/journal/00000001.done"))
done("an entry that is a link", lambda place: place.link(".vault/journal/00000001.done", "../../../outside/victim.txt"))
done("entries without number", lambda place: [
    place.write(".vault/journal/%s.done" % name, b"{}\n") for name in ("99999999999999999999", "-1", "0", "x")])


# The trash

STAMP = ".vault/trash/20260101T000000Z-0a1b2c3d"


@hostile("trash: a hook")
def _(place):
    place.write(STAMP + "/.git/hooks/pre-commit", HOOK, mode=0o755)


@hostile("trash: a hook under another spelling")
def _(place):
    for name in (".GIT", "git~1", ".git.", ".g\u200cit"):
        place.write(STAMP + "/" + name + "/hooks/pre-commit", HOOK, mode=0o755)


@hostile("trash: a set-user-id file")
def _(place):
    place.write(STAMP + "/Root.md", HOOK, mode=0o6755)


@hostile("trash: its folder is a link")
def _(place):
    place.link(".vault/trash", "../../outside/folder")


@hostile("trash: a link that leads out")
def _(place):
    place.link(STAMP + "/Way.md", "../../../../outside/victim.txt")
    place.link(".vault/trash/20260101T000000Z-0a1b2c3e", "../../../outside/folder")


@hostile("trash: a FIFO and an odd name")
def _(place):
    place.fifo(STAMP + "/Pipe.md")
    place.write(STAMP + "/a\n\x1b]0;b\x07.md", "x")


# Locks and the vault's own folder


@hostile("lock: its folder is a link")
def _(place):
    place.link(".vault/state", "../../outside/folder")


@hostile("lock: a link to a file")
def _(place):
    place.link(".vault/state/lock", "../../../outside/victim.txt")


@hostile("lock: a link to a file to be made")
def _(place):
    place.link(".vault/state/lock", "../../../outside/made")


@hostile("lock: a FIFO")
def _(place):
    place.fifo(".vault/state/lock")


@hostile("lock: a hard link to a file")
def _(place):
    place.folder(".vault/state")
    os.link(os.path.join(place.outside, "victim.txt"), os.path.join(place.vault, ".vault/state/lock"))


@hostile("folder: .vault is a link")
def _(place):
    os.rename(os.path.join(place.vault, ".vault"), os.path.join(place.outside, "their-vault"))
    place.link(".vault", "../outside/their-vault")


@hostile("folder: .gitignore of .vault and .stignore are links")
def _(place):
    place.link(".vault/.gitignore", "../../outside/made")
    place.link(".stignore", "../outside/victim.txt")
    place.folder(".stfolder")


# Links and files of other kinds


@hostile("links: notes and folders that lead out")
def _(place):
    place.link("Secret.md", "../outside/secret.md")
    place.link("Folder", "../outside/folder")
    place.link("picture.png", "../outside/victim.txt")


@hostile("links: loops and links to nothing")
def _(place):
    place.link("Loop", ".")
    place.link("Sub/Up", "..")
    place.link("Self.md", "Self.md")
    place.link("Nothing.md", "../outside/made.md")


@hostile("links: devices and the process itself")
def _(place):
    place.link("Zero.md", "/dev/zero")
    place.link("Input.md", "/dev/stdin")
    place.link("Descriptors", "/proc/self/fd")
    place.link("Memory.md", "/proc/self/mem")


@hostile("files: FIFOs and sockets")
def _(place):
    place.fifo("Pipe.md")
    place.fifo(".gitignore")
    place.fifo(".vault/templates/pipe.md")
    server = socket.socket(socket.AF_UNIX)
    server.bind(os.path.join(place.vault, "Socket.md"))
    server.close()


@hostile("files: .gitignore leads out")
def _(place):
    place.link(".gitignore", "/dev/zero")
    place.link("Sub/.gitignore", "../../outside/victim.txt")


@hostile("files: .gitignore of 20 GB")
def _(place):
    place.sparse(".gitignore")


@hostile("files: a note of 20 GB")
def _(place):
    place.sparse("Large.md")


# The configuration

CONFIGURATIONS = {
    "an index outside, absolute": "index: {outside}/made.sqlite\n",
    "an index in the place of another database": "index: {outside}/victim.sqlite\n",
    "an index outside, relative": "index: ../outside/made.sqlite\n",
    "an index in a folder of the vault": "index: .git/index.sqlite\n",
    "programs": "editor: {outside}/program\npicker: {outside}/program\npager: {outside}/program\n"
                "hooks: {{open: {outside}/program}}\naliases: {{list: '!{outside}/program'}}\n",
    "places outside": "inbox: ../outside/victim.txt\ndaily: {{folder: ../outside, format: '[../../outside/]YYYY'}}\n"
                      "new: {{name: ../outside/made, folder: ../outside, template: ../outside/victim.txt}}\n"
                      "templates: ../outside\narchive: ../outside\n",
    "absolute places": "inbox: {outside}/victim.txt\ndaily: {{folder: {outside}}}\nnew: {{name: '{outside}/made'}}\n"
                       "templates: {outside}\narchive: {outside}\n",
    "other users' settings": "trusted: [/]\nvaults: {{work: {{path: {outside}}}}}\ndefault_vault: work\n",
    "searches that name each other": "searches: {{a: '@b @b', b: '@c @c', c: '@a', d: '" + "(" * 5_000 + "'}}\n",
    "patterns that take long": "ignore: ['" + "**/" * 200 + "*a*a*a*a*a*a*a*a*a*a*b', '" + "[a" * 2_000 + "']\n",
    "aliases of aliases": "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        "{1}: &{1} [*{0},*{0},*{0},*{0},*{0},*{0},*{0},*{0},*{0}]\n".format(a, b) for a, b in zip("abcdefgh", "bcdefghi"))
        + "ignore: *i\n",
    "deep nesting": "ignore: " + "[" * 20_000 + "\n",
    "no text": "\x00\x01\x02: [\n",
}


def configured(name, text):
    @hostile("configuration: " + name)
    def _(place):
        place.configure(text if name == "aliases of aliases" else text.format(outside=place.outside))


for configuration in CONFIGURATIONS.items():
    configured(*configuration)


@hostile("configuration: 20 GB")
def _(place):
    place.sparse(".vault/config.yaml", beginning=b"theme: blue\n")


@hostile("configuration: a FIFO")
def _(place):
    os.remove(os.path.join(place.vault, ".vault/config.yaml"))
    place.fifo(".vault/config.yaml")


@hostile("configuration: a link that leads out")
def _(place):
    os.remove(os.path.join(place.vault, ".vault/config.yaml"))
    place.link(".vault/config.yaml", "../../outside/victim.yaml")


# An index that came along

INDEX = "index: .vault/index.sqlite\n"
APPLICATION, VERSIONS = 0x766C7431, range(1, 40)


def database(place, *statements, version=15):
    place.configure(INDEX)
    path = os.path.join(place.vault, ".vault/index.sqlite")
    connection = sqlite3.connect(path)
    connection.execute("pragma page_size = 8192")
    for statement in statements:
        connection.execute(statement)
    connection.execute("pragma application_id = %d" % APPLICATION)
    connection.execute("pragma user_version = %d" % version)
    connection.commit()
    connection.close()


ENDLESS = "create view {0} as with recursive n(key, value) as (select 1, 1 union all select key + 1, 1 from n) select * from n"


@hostile("index: a view without end in place of a table")
def _(place):
    database(place, *(ENDLESS.format(table) for table in ("meta", "note", "record", "folder", "tombstone", "words")))


@hostile("index: triggers")
def _(place):
    database(place, "create table meta(key text primary key, value) without rowid",
             "create trigger t after insert on meta begin delete from meta; end",
             "create table note(id integer primary key)")


@hostile("index: tables of other modules")
def _(place):
    database(place, "create virtual table words using fts5(body, content='sqlite_master')",
             "create virtual table meta using rtree(key, value, other)")


@hostile("index: no database")
def _(place):
    place.configure(INDEX)
    place.write(".vault/index.sqlite", "keep me, I am a note of somebody's\n")


@hostile("index: a database of 20 GB")
def _(place):
    database(place, "create table t(a)")
    os.truncate(os.path.join(place.vault, ".vault/index.sqlite"), 20 << 30)


@hostile("index: a header that lies")
def _(place):
    database(place, "create table t(a)")
    with open(os.path.join(place.vault, ".vault/index.sqlite"), "r+b") as file:
        file.seek(28)
        file.write(struct.pack(">IIIII", 0xFFFFFFF0, 2, 0xFFFFFFF0, 7, 4))


@hostile("index: a link to another database")
def _(place):
    place.configure(INDEX)
    place.link(".vault/index.sqlite", "../../outside/victim.sqlite")


@hostile("index: its folder is a link")
def _(place):
    place.configure("index: .vault/x/index.sqlite\n")
    place.link(".vault/x", "../../outside")


@hostile("index: its neighbours are links")
def _(place):
    place.configure(INDEX)
    for suffix in (".lock", "-wal", "-shm", "-journal", ".folders", ".new", ".old", ".new-wal"):
        place.link(".vault/index.sqlite" + suffix, "../../outside/victim.txt")


@hostile("index: a FIFO")
def _(place):
    place.configure(INDEX)
    place.fifo(".vault/index.sqlite")
    place.fifo(".vault/index.sqlite.lock")


# What Obsidian keeps


@hostile("obsidian: places outside")
def _(place):
    place.write(".obsidian/daily-notes.json", json.dumps(
        {"folder": "../outside", "format": "[../../outside/]YYYY", "template": "../outside/victim.txt"}))
    place.write(".obsidian/templates.json", json.dumps({"folder": place.outside}))
    place.write(".obsidian/app.json", json.dumps({"attachmentFolderPath": "../../outside", "newFileFolderPath": "/"}))


@hostile("obsidian: settings of 20 GB")
def _(place):
    for name in ("daily-notes.json", "templates.json", "app.json", "plugins/obsidian-tasks-plugin/data.json"):
        place.sparse(".obsidian/" + name, beginning=b"{}")


@hostile("obsidian: settings that are FIFOs")
def _(place):
    for name in ("daily-notes.json", "templates.json", "app.json", "plugins/obsidian-tasks-plugin/data.json"):
        place.fifo(".obsidian/" + name)


@hostile("obsidian: its folder is a link")
def _(place):
    place.link(".obsidian", "../outside/folder")


@hostile("obsidian: settings nested without end")
def _(place):
    for name in ("daily-notes.json", "app.json", "plugins/obsidian-tasks-plugin/data.json"):
        place.write(".obsidian/" + name, "[" * 1_000_000)


# Templates, names and texts


@hostile("templates: formats without end and names that lead out")
def _(place):
    place.write(".vault/templates/plain.md", "{{date:" + "[" * 100_000 + "YYYY" * 10_000 + "}}{{title" * 10_000)
    place.link(".vault/templates/way.md", "../../../outside/victim.txt")


@hostile("names: text for shells")
def _(place):
    for name in ("a $(touch executed).md", "b `touch executed`.md", "c; touch executed.md", "d'\"$(touch executed).md",
                 "--vault=x.md", "-C.md", "@saved.md", "~root.md", "*.md", "e\\.md"):
        place.write(name, "---\ncategory: \"$(touch executed)\"\n\"$(touch executed)\": 1\ntags: ['`touch/executed`']\n---\n")
    place.configure("searches: {'$(touch-executed)': word}\n")


@hostile("names: control characters and directions")
def _(place):
    for name in ("a\nb.md", "c\x1b[31md.md", "e\u202edm.f.md", "g\x07\x9bh.md", "i\u2028j.md"):
        place.write(name, "# \x1b]52;c;AAAA\x07 \u202e\n- [ ] \x1b[2J task\n")


@hostile("names: other spellings of hidden places")
def _(place):
    for name in (".GIT", "git~1", ".git ", ".git.", ".g\u200cit", "vault~1", ".VAULT"):
        place.write(name + "/hooks/x.md", "word\n")
        place.write(name + "/config.yaml", "index: /x.sqlite\n")


@hostile("names: names of devices elsewhere")
def _(place):
    for name in ("CON.md", "nul.md", "aux .md", "COM1.md", "x:y.md", "trail. .md", "a\\..\\b.md"):
        place.write(name, "word\n")


@hostile("names: no UTF-8")
def _(place):
    for name in (b"\xff\xfe.md", b"\xc3.md", b"a\x80/b.md"):
        place.write(name, "word [[Home]]\n")


@hostile("names: as long and as deep as can be")
def _(place):
    place.write("n" * 252 + ".md", "word\n")
    place.write("/".join(["d" * 100] * 38) + "/Deep.md", "word\n")


@hostile("texts: front matter without end")
def _(place):
    place.write("Bomb.md", "---\na: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        "{1}: &{1} [*{0},*{0},*{0},*{0},*{0},*{0},*{0},*{0}]\n".format(a, b) for a, b in zip("abcdefgh", "bcdefghi"))
        + "tags: *i\n---\n")
    place.write("Deep.md", "---\na: " + "{b: " * 20_000 + "\n---\n")
    place.write("Open.md", "---\n" + "a: b\n" * 100_000)


@hostile("texts: nesting without end")
def _(place):
    place.write("Quotes.md", "> " * 50_000 + "word\n")
    place.write("Lists.md", "".join("  " * depth + "- [ ] word\n" for depth in range(2_000)))
    place.write("Brackets.md", "[" * 100_000 + "![[](" * 50_000 + "*a **b " * 50_000 + "\n")
    place.write("Table.md", "|a" * 20_000 + "|\n" + "|-" * 20_000 + "|\n")


@hostile("texts: markers to the last byte")
def _(place):
    place.write("Dots.md", "word " * 1_700 + "\n" + "." * 101)
    place.write("Number.md", "word. " * 1_700 + "\n3." + "1415926535" * 30)
    place.write("Signs.md", "+" * 8_001)


@hostile("texts: tasks and queries that take long")
def _(place):
    place.write("Tasks.md", "".join(
        "- [ ] x 🔁 every %d years on the last Friday when done 📅 9999-12-31 🆔 a%d ⛔ a%d\n" % (10 ** 12 + n, n, n + 1)
        for n in range(500)))
    place.write("Query.md", "```tasks\n" + "(" * 5_000 + "not done" + ")" * 5_000 + "\n```\n```tasks\ndescription regex matches /"
                + "(a*)*" * 50 + "b/\n```\n")


@hostile("texts: one line of 15 MB")
def _(place):
    place.write("Line.md", "word " * 3_000_000)
