"""A fuzzer in the protocol: texts that no person writes, made of notes, signs and bytes, are opened and edited, and every method
is asked at random places of them. The server never ends; what it answers fits the text. With VAULT_SEED a sitting is had
again: each has the seed after that of the one before it, and what it does comes of its seed and of the answers alone."""

import ast
import glob
import os
import random

from asking import METHODS, Asker, abilities, complain, summary
from checks import expect
from client import Client
from editing import PROJECT, Copy
from hostile import parameters
from workspace import UTF8, UTF16, UTF32, EditError

SIGNS = [
    "\0", "\r", "\r\n", "\n", "\n\n", "\t", "\v", "\x1b", "\x7f", "\x85", "\u2028", "\u2029", "\ufeff", "\u200b", "\u200d",
    "\u202e", "\u0301", "é", "漢字", "🐝", "👩🏽\u200d💻", "🇩🇪", "\ud7ff", "\ue000", "\ufffd", "\uffff", "\U0010ffff", " ",
    "    ", "\\", "[[", "]]", "![[", "](", "](<", "|", "#", "##", "#^", "^", "^id", " ^id\n", "`", "```\n", "~~~", "%%",
    "<!--", "-->", "<div>", "&amp;", "---\n", "+++\n", "...\n", "===\n", "- ", "- [ ] ", "- [x] ", "1. ", "> ",
    "> [!note]- ", "# ", "###### ", "| a | b |\n|---|:-:|\n", "📅 2026-03-14", "📅 2026-13-99", "🔁 every day",
    "🔁 every 99999999999 weeks", "🆔 a", "⛔ a,b", "⏫", "[due:: 2026-03-14]", "[id:: a]", "(dependsOn:: a)", "@tomorrow",
    ":be", "[^1]", "[^1]: ", "[a]: <b> 'c'\n", "#tag/é", "@", "$$", "{{title}}", "https://x.y/", "aliases: [",
    "tags:\n  - ", "key: &a [*a]\n", "title: ", "[[" * 50, "*" * 200, "> " * 60, "- " * 40, "[" * 300, "`" * 99, "#" * 40,
    "|" * 120, "\u0301" * 90, "^" * 60, "(" * 99, "🆔 a ⛔ a " * 9,
]
COMMANDS = ["vault.search", "vault.tasks", "vault.toggleTask", "vault.setTask"]
ACTIONS = [
    "makeTask", "makeItem", "changeSyntax", "inlineEmbed", "addKey", "addTag", "addAlias", "alignTable", "addBlockID",
    "sortList"]
REQUESTS_IN_A_SITTING = 500
REQUESTS_OF_A_TEXT = 25
# Characters of most texts, and of some.
LENGTHS = [6_000] * 19 + [60_000]


def texts_of(*patterns):
    """The files of the project that are named so."""
    found = []
    for path in sorted(path for pattern in patterns for path in glob.glob(PROJECT + pattern, recursive=True)):
        if os.path.isfile(path):
            with open(path, "rb") as file:
                found.append(file.read().decode("utf-8", "replace"))
    return found


def words_of_fuzzers():
    for text in texts_of("/Tests/Fuzz/*/*.dict"):
        for line in text.split("\n"):
            if line.startswith('"'):
                yield ast.literal_eval("b" + line.strip()).decode("utf-8", "ignore")


# What is begun with: the sample vault, and the notes that the parser is tested with.
TEXTS = texts_of("/SampleVault/**/*.md", "/Tests/VaultCoreTests/Markdown/Golden/*.md")
ALL_SIGNS = SIGNS + list(words_of_fuzzers())


def some_bytes(chance):
    """Bytes as a client would send them that takes them for a text."""
    data = bytes(chance.randrange(256) for _ in range(chance.randrange(400)))
    return data.decode(chance.choice(["latin-1", "utf-8", "utf-16-le"]), "replace").encode("utf-8", "replace").decode("utf-8")


def mutated(chance, text):
    longest = chance.choice(LENGTHS)
    if longest > LENGTHS[0]:
        text *= longest // (4 * len(text) + 1) + 1
    for _ in range(chance.choice([0, 1, 2, 5, 15, 60])):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice([0, 1, 2, 5, 20, 200]))
        kind = chance.randrange(7)
        if kind == 0:
            text = text[:start] + text[end:]
        elif kind == 1:
            text = text[:end] + text[start:end] * chance.choice([1, 1, 2, 30, 300]) + text[end:]
        elif kind == 2:
            other = chance.choice(TEXTS)
            place = chance.randrange(len(other) + 1)
            text = text[:start] + other[place : place + chance.choice([20, 300])] + text[end:]
        elif kind == 3:
            text = text[:start] + some_bytes(chance)[:40] + text[start:]
        else:
            text = text[:start] + chance.choice(ALL_SIGNS) + text[start if kind == 4 else end :]
        text = text[:longest]
    ends = chance.random()
    return text.replace("\n", "\r\n") if ends < 0.1 else text.replace("\n", "\r") if ends < 0.15 else text


class Fuzzing:
    """One sitting: a server over a copy of the sample vault, with a client that comes of the seed."""

    def __init__(self, program, seed, most):
        self.program, self.seed, self.most, self.chance = program, seed, most, random.Random(seed)
        self.step, self.asker = 0, None

    def run(self):
        chance = self.chance
        announced = abilities(chance.random() < 0.3, chance.random() < 0.7, chance.choice([(UTF8,), (UTF16,), (UTF32,)]))
        with Copy(self.program) as copy, Client(self.program, copy.vault, environment=copy.environment) as client:
            client.initialize(announced)
            self.notes = sorted(name for name in copy.before if name.endswith(".md") and "/." not in "/" + name)
            self.client = client
            self.asker = Asker(client, lambda: f"(VAULT_SEED={self.seed}, step {self.step})")
            while self.asker.count < self.most:
                self.text()
            expect(client.shut_down(120) == 0, f"it ends with {client.process.poll()} (VAULT_SEED={self.seed})")

    def text(self):
        """A document that is opened, edited, asked about and closed; some are written to the disk, too."""
        chance, workspace = self.chance, self.client.workspace
        file = chance.choice(self.notes + ["New.md", "Odd é 🐝/New 漢字.md", "Home.md"])
        text = some_bytes(chance) if chance.random() < 0.05 else mutated(chance, chance.choice(TEXTS))
        workspace.open(file, text.encode("utf-8"))
        if chance.random() < 0.2:
            path, end = os.path.join(workspace.folder, chance.choice(self.notes)), chance.choice([b"", b"\xff\xfe", b"\xc3"])
            if path not in workspace.documents:
                with open(path, "wb") as other:
                    other.write(mutated(chance, chance.choice(TEXTS)).encode("utf-8") + end)
        for _ in range(REQUESTS_OF_A_TEXT):
            self.step += 1
            if chance.random() < 0.3:
                self.edit(file)
            self.request(file)
        if chance.random() < 0.1 and os.path.exists(os.path.join(workspace.folder, file)):
            workspace.save(file)
        workspace.close(file)

    def offset(self, text):
        """Any place, and often one where a line or the text begins or ends."""
        chance = self.chance
        line = chance.randrange(len(text.starts))
        ends = [text.starts[line], text.starts[line] + len(text.line(line)), len(text.text), len(text.text)]
        offset = chance.choice(ends) if chance.random() < 0.3 else chance.randrange(len(text.text) + 1)
        return offset - 1 if text.text[offset - 1 : offset + 1] == "\r\n" else offset

    def edit(self, file):
        chance, text = self.chance, self.client.workspace.document(file).text
        start = self.offset(text)
        end = min(len(text.text), start + chance.choice([0, 0, 1, 8, 90]))
        end = end - 1 if end > start and text.text[end - 1 : end + 1] == "\r\n" else end
        new = mutated(chance, chance.choice(TEXTS)[:60]) if chance.random() < 0.2 else chance.choice(ALL_SIGNS)
        edits = [{"range": text.range(start, end), "newText": new}]
        self.client.workspace.edit(file, edits, incremental=chance.random() < 0.8)

    def request(self, file):
        chance, document = self.chance, self.client.workspace.document(file)
        first, last = sorted((self.offset(document.text), self.offset(document.text)))
        place, words = document.text.position(first), f"at {first} of {file}"
        others = ["workspace/symbol", "workspace/diagnostic", "workspace/executeCommand", "an action"]
        method = chance.choice(METHODS + others)
        some = document.text.text[first : first + chance.choice([1, 8, 30])] or chance.choice(ALL_SIGNS)
        if method == "workspace/symbol":
            self.asker.ask(method, {"query": chance.choice(["", "#", "!", "heading:"]) + some}, words)
        elif method == "workspace/diagnostic":
            if chance.random() < 0.1:
                self.asker.ask(method, {"previousResultIds": []}, words)
        elif method == "workspace/executeCommand":
            command = chance.choice(COMMANDS)
            given = {"due": "today", "priority": chance.choice(["high", "none"])}
            arguments = [some] if command in COMMANDS[:2] else [document.uri, place["line"], given]
            self.asker.ask(method, {"command": command, "arguments": arguments}, f"{command} {words}")
        elif method == "an action":
            self.act(document, some, words)
        else:
            given = parameters(self.client, file, place["line"], place["character"])
            given["newName"] = chance.choice([some, "New name", some.strip()])
            if chance.random() < 0.3:
                given["range"]["end"] = document.text.position(last)
            self.take(document, self.asker.ask(method, given, words), method, words)

    def act(self, document, some, words):
        """An action that may not have been offered."""
        chance = self.chance
        change = {
            "action": chance.choice(ACTIONS), "line": chance.randrange(1, len(document.text.starts) + 2),
            "column": chance.choice([1, 2, 9, 10**12]), "text": some}
        data = {"uri": document.uri, "version": document.version, "change": change}
        self.asker.ask("codeAction/resolve", {"title": "x", "data": data}, f"{change} {words}")

    def take(self, document, answer, method, words):
        """What was offered, asked about in full, and now and then done."""
        chance = self.chance
        if answer and method == "textDocument/completion":
            for one in answer["items"][:2]:
                self.asker.ask("completionItem/resolve", one, words)
        if not answer or method != "textDocument/codeAction":
            return
        for action in chance.sample(answer, min(3, len(answer))):
            edit = self.asker.resolved(action, words).get("edit") or {}
            changes = edit.get("documentChanges") or []
            own = [one for one in changes if "kind" not in one and one["textDocument"]["uri"] == document.uri]
            if chance.random() < 0.3 and len(own) == len(changes) == 1:
                try:
                    # The others were offered for the text before it.
                    self.client.workspace.apply(edit)
                    return
                except EditError as error:
                    told = f"“{action['title']}” {words} (VAULT_SEED={self.seed}, step {self.step})"
                    complain("an action", f"{told} cannot be done: {error}")


def fuzz(program, is_long):
    """In the long form also with what the fuzzers of `make fuzz` have found, where they have run."""
    if is_long:
        TEXTS.extend(texts_of("/.build-fuzz/corpus/*/*"))
    first, wanted = int(os.environ.get("VAULT_SEED", "1")), 200_000 if is_long else 2_000
    count, slowest, slow = 0, (0.0, "nothing"), []
    for seed in range(first, first + wanted):
        fuzzing = Fuzzing(program, seed, min(REQUESTS_IN_A_SITTING, wanted - count))
        try:
            fuzzing.run()
        except Exception as error:
            expect(False, f"a sitting of the fuzzer fails (VAULT_SEED={seed}, step {fuzzing.step}): {error}")
        asker = fuzzing.asker
        if asker:
            count, slowest, slow = count + asker.count, max(slowest, asker.slowest), slow + asker.slow
        if count >= wanted or not asker:
            break
    print(f"random texts, {summary(count, slowest, slow)}", end=" ")
