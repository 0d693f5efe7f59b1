"""Subjects of the tests of renaming: what a vault has that can be renamed, as its commands list it; copies of it that are changed
and restored; and the notes that are added to these, with odd names, headings, tags and blocks, each linked to in the ways that
lead there."""

import collections
import json
import os
import re
import stat
import urllib.parse

from editing import Copy
from workspace import UTF8, Document

HEADS, HEADS_ENCODED = "<Heads [1] & (co) 🐝.md", "Heads%20%5B1%5D%20&%20(co)%20🐝.md"
ODD = {
    "Odd/Heads [1] & (co) 🐝.md": "---\ntags: [odd, odd/ünder]\nsee: '[[Crlf ünd#漢字 🐝]]'\n---\n# Heads\n\n"
    "## Sharp # and | bar\n\nA paragraph. ^par\n\n## In [brackets] ^caret\n\n- item é ^item-1\n- other\n\n"
    "## Back\\slash and `code`\n\n> quote 🐝\n> ^quoted\n\n## *Emphasis* and 漢字\n\n| a | b |\n|---|---|\n| c | d |\n\n"
    "^table\n\n## Twice\n\nfirst #odd/ünder/deep\n\n## Twice\n\nSecond, #Odd.\n\n## See [[Crlf ünd|the other]]\n\n"
    "Setext é 🐝\n-----------\n\n## Closed ##\n\n[[#Twice]] ![[#^item-1]] [t](#twice)\n",
    "Odd/Crlf ünd.md": f"# Crlf\r\n\r\n🐝é [[Heads (1)#Nothing]] [s]({HEADS}#Sharp # and | bar>) "
    f"[b]({HEADS_ENCODED}#In%20%5Bbrackets%5D%20%5Ecaret) [c]({HEADS}#Back\\slash and `code`>)\r\n\r\n"
    f"## 漢字 🐝\r\n\r\ntext #odd\r\n\r\n- [ ] task ^task-1\r\n\r\n![p]({HEADS}#^par>) [q]({HEADS_ENCODED}#%5Equoted)\r\n\r\n"
    f'[ref] and [two][ref]\r\n\r\n[ref]: {HEADS}#Twice> "A title"\r\n',
    "Odd/Mark – “x”.md": "\ufeff# Mark\n\n漢字 [[Crlf ünd#漢字 🐝|x]] ![[Crlf ünd#^task-1]] [[Odd/Crlf ünd]] "
    '[e](Crlf%20%C3%BCnd.md#%E6%BC%A2%E5%AD%97%20%F0%9F%90%9D "t")\n\n| link | tag |\n|---|---|\n'
    "| [[Crlf ünd\\|in a table]] [[Crlf ünd#漢字 🐝\\|y]] | #odd/ünder |\n\n`[[Crlf ünd]] #odd` %% [[Crlf ünd]] %%\n\n"
    "## A # B | C ^ D\n\n[[#A B C D]] [[Mark – “x”#A B C D]] [[mark – “x”]] [[Mark – “x”#Mark#A B C D|deep]]",
    "Odd/Notes/Far's.md": f"[[../Crlf ünd]] [up](../Crlf%20ünd.md) [h]({HEADS.replace('<', '<../')}#^item-1>) "
    f"[i]({HEADS.replace('<', '<../')}#Emphasis and 漢字>) [[Alone]]\n[[Mark – “x”]] [[Odd/Mark – “x”#A B C D]] "
    "![[Odd/Mark – “x”.md#A B C D]]\n\n```\n[[Crlf ünd]] #odd\n```\n",
    "Odd/Notes/Alone.markdown": f"[j]({HEADS.replace('<', '<../')}#Setext é 🐝>) [k]({HEADS.replace('<', '<../')}#Closed>) "
    f"[l]({HEADS.replace('<', '<../')}#^table>) [[Far's]]\n",
}
# What things are called afterwards, and what most of them cannot be called: the command says which.
GOOD = {
    "note": ["Renamed", "Ünder 漢字 🐝", "With (brackets) & more", "100 % of it, that's all", "x.y – “z”", "-dash",
             "Else where/In a folder"],
    "heading": ["Renamed", "Ünder 漢字 🐝", "Sharp # bar | caret ^", "In [brackets] (x)", "Back\\slash *and* `code`",
                "100 % – “z”", "<b> & amp"],
    "tag": ["renamed", "neu/ünder-漢字", "odd", "#x_y", "x🐝"],
    "block": ["renamed", "^New-1", "x-y"],
}  # fmt: skip
BAD = {
    "note": ["C# [in] ^brackets", "A|B", " ", "Home", "Renamed.md", "..", "ren\name", "#sharp", "a\\b"],
    "heading": ["See [[Home|h]] %% x", "", "two\nlines", "Ends ##", "^caret", "# sharp"],
    "tag": ["two words", "1", "a//b", ""],
    "block": ["two words", "x_y", "ünd", "par", ""],
}
TAG_LINE = r"(?i)\n(\s*-|\"?tags?\"?\s*:).*$"

# Where the cursor is put: at one of several offsets of the saved text of `file`, where what is `called` so stands, which is, or is
# in, the note `target`. `link` leads to it, too; headings have a line.
Subject = collections.namedtuple("Subject", "kind file offsets called target link line")


def word(kind, number):
    """What the nth of a kind is to be called: every fourth gets what may not do."""
    words = (BAD if number % 4 == 3 else GOOD)[kind]
    return words[(number // 4 if number % 4 == 3 else number) % len(words)]


def text_of(path, encoding=UTF8):
    with open(path, "rb") as file:
        return Document("", file.read(), encoding=encoding).text


def plain(words):
    """What of a heading or anchor says which one is meant."""
    return re.sub(r"[\W_]+", "", words.casefold())


def anchor_of(link):
    return urllib.parse.unquote(link["target"].partition("#")[2])


class Twin(Copy):
    """One of two copies of a vault, which its owner may write to, with the odd notes. What the program adds to `.vault` is its
    own."""

    before = None

    def __init__(self, program, folder):
        super().__init__(program, folder, {})
        for top, _, files in os.walk(self.vault):
            for path in [top, *(os.path.join(top, name) for name in files)]:
                os.chmod(path, os.stat(path).st_mode | stat.S_IWUSR)
        for note, text in ODD.items():
            self.write(note, text.encode())
        self.before = super().tree()

    def tree(self):
        found = super().tree()
        return {name: found[name] for name in found if not name.startswith(".vault/") or not self.before or name in self.before}

    def restore(self):
        """Writes what is another than in the beginning."""
        found = self.tree()
        for name in found.keys() - self.before.keys():
            os.remove(self.path(name))
            folder = os.path.dirname(self.path(name))
            while not os.listdir(folder):
                os.rmdir(folder)
                folder = os.path.dirname(folder)
        for name, content in self.before.items():
            if found.get(name) != content:
                self.write(name, content)


class Vault:
    """What a vault has that can be renamed. Of the notes, headings, tags and blocks those are taken that most is linked to, as
    many as `share`, and others that have something odd."""

    def __init__(self, copy, share):
        self.copy, self.share = copy, share
        notes = copy.run("list", "--format", "{path}").splitlines()
        self.links = [link for link in self.listed("links", "--internal", "--", *notes) if link["resolved"]]
        self.headings = collections.defaultdict(list)
        for heading in self.listed("outline", "--", *notes):
            self.headings[heading["path"]].append(heading)
        self.to = collections.defaultdict(list)
        for link in self.links:
            self.to[link["resolved"]].append(link)
        self.subjects = [*self.notes(), *self.of_headings(), *self.tags(), *self.blocks()]

    def listed(self, command, *arguments, of=None):
        """What a command lists; nothing where it finds nothing."""
        try:
            return [json.loads(line) for line in (of or self.copy).run(command, "--jsonl", *arguments).splitlines()]
        except RuntimeError as error:
            if str(error).endswith(": 1 "):
                return []
            raise

    def sources(self, target):
        """The notes that link to one."""
        return list(dict.fromkeys(link["path"] for link in self.to[target] if link["path"] != target))

    def most(self, kind, count):
        """Of each note that has subjects of a kind the first of them that stands in another note, if any does: those of the
        notes that most others link to."""
        found = {}
        for subject in sorted(self.subjects, key=lambda one: one.file == one.target):
            if subject.kind == kind:
                found.setdefault(subject.target, subject)
        return sorted(found.values(), key=lambda one: -len(self.sources(one.target)))[:count]

    def chosen(self, things, odd=str):
        """Those that come first, and of the others those that have a sign which none before them has."""
        found, signs = [], set()
        for one in things:
            new = set(re.findall(r"[^\w ./-]|[^\x00-\x7f]", odd(one)))
            if len(found) < self.share or not new <= signs and len(found) < 3 * self.share:
                found.append(one)
                signs |= new
        return found

    def of_link(self, kind, link, called, line=None):
        """The subject that a link's note or anchor is; none where what names it stands elsewhere."""
        text, target = text_of(self.copy.path(link["path"])), link["target"]
        words = text.line(link["line"] - 1)
        start = words.find(target, len(words.encode()[: link["column"] - 1].decode("utf-8", "ignore")))
        path, _, anchor = target.partition("#")
        if start < 0 or not (path if kind == "note" else anchor):
            return []
        into = len(path) // 2 if kind == "note" else len(target) - len(anchor.rpartition("#")[2]) // 2
        typed = f"[typed](<{target}>)" if link["kind"] in ("markdown", "reference") else f"[[{target}]]"
        return [Subject(kind, link["path"], [text.starts[link["line"] - 1] + start + into], called, link["resolved"], typed, line)]

    def notes(self):
        """From a link of each kind."""
        names = sorted(filter(re.compile(r"\.(md|markdown)$").search, self.to), key=lambda name: -len(self.to[name]))
        odd = [name for name in names if name in ODD]
        for name in odd + self.chosen([name for name in names if name not in ODD], os.path.basename):
            for link in {(link["kind"], "/" in link["target"], "%" in link["target"]): link for link in self.to[name]}.values():
                yield from self.of_link("note", link, os.path.splitext(os.path.basename(name))[0])

    def of_headings(self):
        """From links, and from where they stand; all of the odd ones."""
        named = {(path, one["line"], one["text"]): [] for path in ODD for one in self.headings[path]}
        odd = len(named)
        for link in self.links:
            anchor = plain(urllib.parse.unquote(link["target"].rpartition("#")[2]))
            if not link["missing"] and "#" in link["target"] and not anchor_of(link).startswith("^"):
                for one in [one for one in self.headings[link["resolved"]] if plain(one["text"]) == anchor][:1]:
                    named.setdefault((one["path"], one["line"], one["text"]), []).append(link)
        others = sorted(list(named)[odd:], key=lambda one: -len(named[one]))
        for path, line, text in list(named)[:odd] + self.chosen(others, lambda one: one[2]):
            links = named[path, line, text]
            for link in {link["kind"]: link for link in links}.values():
                yield from self.of_link("heading", link, text, line)
            note = text_of(self.copy.path(path))
            into = 0 if "[" in text else len(note.line(line - 1)) // 2
            typed = f"[[{links[0]['target']}]]" if links else f"[[#{text}]]"
            yield Subject("heading", path, [note.starts[line - 1] + into], text, path, typed, line)

    def tags(self):
        """Those with others below them first; from text, and from front matter."""
        tags = sorted(self.listed("tags"), key=lambda one: (one["total"] == one["count"], -one["total"]))
        for tag in self.chosen([one["tag"] for one in tags]):
            found = {}
            for note in self.listed("list", "--tag", tag):
                if tag.casefold() not in (one.casefold() for one in note["tags"]):
                    continue
                text, offsets = text_of(self.copy.path(note["path"])).text, {True: [], False: []}
                front = text.find("\n---", 3) if text.startswith("---") else 0
                for place in re.finditer(rf"(?i)(?<![\w/-])(?<!\[\[){re.escape(tag)}(?![\w/-])", text):
                    is_front = place.start() < front
                    if re.search(TAG_LINE if is_front else "#$", text[: place.start()]):
                        offsets[is_front].append(place.start() + 1)
                for key in (True, False):
                    if offsets[key] and key not in found:
                        typed = f"#{tag}/typed #{tag}"
                        found[key] = Subject("tag", note["path"], offsets[key], tag, note["path"], typed, None)
            yield from found.values()

    def blocks(self):
        """From links, and from where they stand."""
        named = collections.defaultdict(list)
        for link in self.links:
            if not link["missing"] and anchor_of(link).startswith("^"):
                named[link["resolved"], anchor_of(link)[1:]].append(link)
        for (path, name), links in list(named.items())[: 2 * self.share]:
            for link in {link["kind"]: link for link in links}.values():
                yield from self.of_link("block", link, name)
            found = re.search(rf"(?im)\^{re.escape(name)}\s*$", text_of(self.copy.path(path)).text)
            yield Subject("block", path, [found.start() + 2], name, path, f"[[{links[0]['target']}]]", None)

    def moves(self):
        """What is moved together, as pairs of an old and a new path, with the subject that is open meanwhile: the folders, notes
        and other files that most is linked to."""
        folders = collections.Counter()
        for name, links in self.to.items():
            for place in re.finditer("/", name):
                folders[name[: place.start()]] += len(links)
        by_links = sorted(self.to, key=lambda name: -len(self.to[name]))
        notes = [name for name in by_links if name.endswith("md")]
        files = [name for name in by_links if not name.endswith("md")]
        chosen = [[name] for name in [*self.chosen([one for one, _ in folders.most_common()]), *notes[:4], *files[:4]]]
        for number, names in enumerate([*chosen, notes[4:6]]):
            moves = [(name, f"Else where/ünd 🐝/{os.path.basename(name)}") for name in names]
            if number % 2 and len(names) == 1:
                folder, name = os.path.split(names[0])
                moves = [(names[0], os.path.join(folder, "Renamed & é " + name))]
            inside = next(name for name in by_links if name.startswith(names[0]))
            target = inside if inside.endswith("md") else self.sources(inside)[0]
            yield moves, Subject("move", target, [], names[0], target, f"[[{os.path.basename(target)}]]", None)
