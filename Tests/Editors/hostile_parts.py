"""Texts of very many equal parts, each kind asked about by all methods at its beginning, its middle and its end, and where its
lines begin and end. What is sought anew for each part takes the square of their number: with `--long` it is told, as all that
takes more than a second; nothing fails for its time."""

from asking import METHODS, PATIENCE, Asker, abilities, summary
from checks import expect
from client import Client
from editing import Copy


def each(number, words):
    """The words once for each number; `{i}` is it, `{j}` the one as far from the end, `{n}` the next in a ring."""
    return "".join(
        words.replace("{i}", str(i)).replace("{j}", str(number - 1 - i)).replace("{n}", str((i + 1) % number))
        for i in range(number))


KINDS = {
    "headings and links to them": lambda n: each(n, "## Part {i}\n\n[[#Part {j}]] and [x](#part-{i})\n\n"),
    "headings of one name": lambda n: each(n, "## Part\n\n[[#Part]] [[#Part#Part]]\n\n"),
    "headings below headings": lambda n: "".join(
        f"{'#' * (i % 6 + 1)} H{i % 50}\n\n[[#H{i % 49}#H{i % 50}]]\n\n" for i in range(n)),
    "names of one link": lambda n: "# a b\n# a-b\n" * n + "[[" + "#a-b" * n + "]]\n",
    "names that are not above": lambda n: each(n, "# x{i}\n") + "# y\n\n" + each(n, "## a\n\n[[#x{i}#a]]\n"),
    "missing headings": lambda n: each(n, "## Part {i}\n[[#Prat {i}]]\n"),
    "headings that are underlined": lambda n: "a\n===\n" * n,
    "blocks": lambda n: "# A\n\n" + each(n, "text {i} ^b{i}\n\n[[#^b{j}]]\n\n"),
    "footnotes": lambda n: each(n, "a[^{i}]\n\n") + each(n, "[^{i}]: text {i}\n\n"),
    "labels": lambda n: each(n, "[t][l{i}]\n\n") + each(n, "[l{i}]: https://example.org/{i}\n"),
    "labels of one paragraph": lambda n: each(n, "[l{i}] ") + "\n\n" + each(n, "[l{i}]: Other.md\n"),
    "tags": lambda n: each(n, "#t{i} #t{i}/deep\n"),
    "tags of one line": lambda n: each(n, "#t{i} "),
    "tags and aliases of the note": lambda n:
        f"---\ntags: [{each(n, 't{i}, ')}]\naliases:\n{each(n, '  - a{i}' + chr(10))}---\nx\n",
    "properties": lambda n: "---\n" + each(n, "k{i}: '[[Other#{i}]]'\n") + "---\nx\n",
    "tasks": lambda n: each(n, "- [ ] Do {i} 📅 2026-01-02 🔁 every day 🆔 a{i} ⛔ a{j}\n"),
    "tasks in a ring": lambda n: each(n, "- [ ] Do {i} 🆔 a{i} ⛔ a{n},a{j}\n"),
    "a ring that is cut": lambda n: "    " + each(n, "- [ ] Do {i} 🆔 a{i} ⛔ a{n}\n"),
    "tasks that all wait": lambda n: "- [ ] Do 🆔 a ⛔ a\n" * n,
    "fields of one task": lambda n: "- [ ] Do " + "📅 2026-01-02 " * n + "\n",
    "bracketed fields of one task": lambda n: "- [ ] Do " + each(n, "[due:: 2026-01-02] (k{i}:: v)") + "\n",
    "tasks below tasks": lambda n: "".join(f"{'  ' * (i % 100)}- [ ] Do {i}\n" for i in range(n)),
    "a deep list": lambda n: "".join(f"{'  ' * i}- {i}\n" for i in range(int(4 * n**0.5))),
    "a long list": lambda n: each(n, "{i}. x [[Other]]\n"),
    "deep quotes": lambda n: "> " * n + "x\n",
    "callouts": lambda n: each(n, "> [!note] {i}\n> text\n\n"),
    "fences": lambda n: "```\ncode\n```\n\n" * n,
    "fences that stay open": lambda n: "".join("`" * (3 + i % 40) + "\n" for i in range(n)),
    "backticks": lambda n: "".join("`" * (1 + i % 200) + "x " for i in range(n // 20)) + "\n",
    "brackets": lambda n: "[" * n + "]" * n + "\n",
    "double brackets": lambda n: "[[" * n + "\n",
    "double brackets with bars": lambda n: "[[a|" * n + "]]" * n + "\n",
    "stars": lambda n: "*a **b " * n + "\n",
    "deep emphasis": lambda n: "*a " * (10 * n) + "b" + " a*" * (10 * n) + "\n",
    "underscores": lambda n: "_a __b_ " * n + "\n",
    "comments": lambda n: "%% " * n + "\n",
    "comments of HTML": lambda n: "<!-- " * n + "\n",
    "elements of HTML": lambda n: "<a><b " * n + "\n",
    "a long table": lambda n: "| a | b |\n|---|---|\n" + each(n, "| [[Other\\|{i}]] | é {i} |\n"),
    "a table with a wide cell": lambda n: "|" + "x" * 4 * n + "|\n|---|\n" + "|a|\n" * n,
    "a wide table": lambda n: "|" + "a|" * n + "\n|" + "-|" * n + "\n|" + "b|" * n + "\n",
    "links": lambda n: each(n, "[[Other|{i}]] [x](Other.md#{i}) ![[Picture {i}.png]]\n"),
    "links of one line": lambda n: each(n, "[[Other|{i}]] 😀 "),
    "missing links": lambda n: each(n, "[[Nowhere {i}]]\n"),
    "embeds of itself": lambda n: "# A\n" + "![[#A]]\n" * n,
    "mentions": lambda n: "Other and other, Home. " * n + "\n",
    "addresses": lambda n: each(n, "https://example.org/{i} <https://example.org/{i}> a@example.org\n"),
    "joined emoji": lambda n: "👩‍👩‍👧‍👦" * n + " [[Other]]\n",
    "combining marks": lambda n: "a" + "\u0301" * n + " [[Other]]\n",
    "entities": lambda n: "&amp; &#x1F600; " * n + "\n",
    "formulas": lambda n: "$a$ $$ " * n + "\n",
    "backslashes": lambda n: "\\[" * n + "\n",
    "rules": lambda n: "---\n" * n,
    "empty lines": lambda n: "\n" * (10 * n) + "[[Other]]\n",
    "a query": lambda n: "```tasks\n" + "not done\n" * n + "```\n",
}
# What stands beside each text, so that links lead somewhere.
OTHERS = {"Other.md": "# Other\n\n## 7\n\n[[Home]]\n"}


def parts(program, is_long):
    number, count, slowest, slow = 4_000 if is_long else 100, 0, (0.0, "nothing"), []
    for kind, text in KINDS.items():
        asker = asked(program, kind, text(number))
        count, slowest, slow = count + asker.count, max(slowest, asker.slowest), slow + asker.slow
    print(f"{len(KINDS)} kinds of {number} parts, {summary(count, slowest, slow)}", end=" ")


def asked(program, kind, text):
    """The asker of one text. A blank is typed at its end or taken away before the questions at each place, so that
    nothing is known of it."""
    with Copy(program, vault=None, notes={"Home.md": text, **OTHERS}) as copy, Client(
        copy.program, folder=copy.vault, environment=copy.environment) as client:
        client.initialize(abilities(is_pulling=True), seconds=PATIENCE)
        document, asker = client.workspace.open("Home.md"), Asker(client, lambda: f"in {kind}")
        last = len(document.text.starts) - 1
        for line in sorted({0, last // 2, max(last - 1, 0), last}):
            length = document.text.position(document.text.starts[line] + len(document.text.line(line)))["character"]
            for column in sorted({0, 3, 8, length // 2, length}):
                now, typed = len(document.text.text), len(document.text.text) - len(text)
                end = {"range": document.text.range(len(text), now), "newText": "" if typed else " "}
                client.workspace.edit("Home.md", [end])
                asker.at("Home.md", line, min(column, length), METHODS)
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": 10**9, "character": 0}}
        for method in ("inlayHint", "semanticTokens/range"):
            asker.ask("textDocument/" + method, {"textDocument": {"uri": document.uri}, "range": whole}, "of the whole text")
        expect(client.shut_down(PATIENCE) == 0, f"it ends with {client.process.poll()} in {kind}")
        return asker
