"""What is asked of the server in `methods.py` that changes texts: renaming, moving, actions, and commands. The texts that come
of it are the marked ones with other words in the place of marks."""

import os
import re
from urllib.parse import quote

from pygls.exceptions import JsonRpcException

from methods_text import CLOSED, DESK, DRAFT, FAR, GOAL, HOME, NOTES, PICTURE, TASKS, TODAY, letters

NEW = letters("New 🎉 é 漢字")
URL = NEW.replace(" ", "%20")
# What becomes of the links to the goal where it gets that name: each stays written as it was.
GOAL_RENAMED = {"n": NEW, "u": f"../{URL}.md", "U": quote(NEW) + ".md"}

# Where somebody asks for a renaming, what name is shown there, and the new names, by mark.
RENAMES = [
    (HOME, "n", 0, GOAL[:-3], GOAL_RENAMED),
    (HOME, "U", 0, GOAL[:-3], GOAL_RENAMED),
    (HOME, "h", 0, "Second é 🐝", {"h": NEW, "hu": URL}),
    (GOAL, "hdef", 0, "Second é 🐝", {"h": NEW, "hu": URL}),
    (HOME, "o", 0, "Own é 🐝", {"o": NEW}),
    (HOME, "odef", 0, "Own é 🐝", {"o": NEW}),
    (HOME, "b", 0, "bee1", {"b": "new-2"}),
    (GOAL, "bdef", 0, "bee1", {"b": "new-2"}),
    (HOME, "idef", 0, "own-1", {"i": "new-2"}),
    (HOME, "t", 0, "bücher", {"t": "büchér🎉"}),
    (HOME, "t", 2, "bücher", {"t": "büchér🎉"}),
    (HOME, "T", 1, "bücher/é", {"T": "漢字/é🎉"}),
    (HOME, "f", 0, "é1", {"f": "é漢2"}),
    (HOME, "l", 0, "Läbel é", {"l": NEW}),
    (HOME, "ldef", 0, "läbel é", {"l": NEW}),
]
# Where the names are the note's own, and other notes have marks of the same letter for theirs.
OWN_NAMES = ("o", "odef", "idef", "f", "l", "ldef")
REFUSED = [(HOME, "one"), (HOME, "shown"), (HOME, "missing"), (HOME, "X"), (TASKS, "z"), (DESK, "paragraph")]


async def preparing(sitting):
    for note, mark, nth, name, _ in RENAMES:
        answer = await sitting.ask("textDocument/prepareRename", **sitting.at(note, mark, nth)) or {}
        words, marked = f"what is renamed at {mark} {nth} of {note}", sitting.marked[note]
        # A block in a link is shown with its sign.
        span = marked.of("caret")[0] if (note, mark) == (HOME, "b") else marked.of(mark)[nth]
        sitting.same_places(sitting.spans(note, [answer["range"]] if "range" in answer else []), [(note, *span)], words)
        sitting.same(answer.get("placeholder"), letters(name), words)
    for note, mark in REFUSED:
        answer = await sitting.ask("textDocument/prepareRename", **sitting.at(note, mark))
        sitting.same(answer, None, f"what is renamed at {mark} of {note}")


async def renaming(sitting):
    for note, mark, nth, _, changes in RENAMES:
        words, new = f"renaming of {mark} {nth} of {note}", letters(next(iter(changes.values())))
        edit = await sitting.ask("textDocument/rename", **sitting.at(note, mark, nth), newName=new)
        texts, files, spans = sitting.changed(edit, words)
        notes = [note] if mark in OWN_NAMES else list(NOTES)
        sitting.same_texts(texts, {one: changes for one in notes}, words)
        names = ",".join(changes)
        # A tag below the one that is renamed is written anew as a whole.
        longer = {(one, start): end for one, start, end in sitting.everywhere("T")} if names == "t" else {}
        replaced = [(one, start, longer.get((one, start), end)) for one, start, end in sitting.wanted({one: names for one in notes})]
        sitting.same_places(spans, replaced, f"{words}, what is replaced")
        is_note = changes is GOAL_RENAMED
        sitting.same(files, [("rename", GOAL, NEW + ".md")] if is_note else [], words)
    for note, mark in REFUSED:
        try:
            answer = await sitting.ask("textDocument/rename", **sitting.at(note, mark), newName=NEW)
            sitting.same(answer, "an error", f"renaming of {mark} of {note}")
        except JsonRpcException:
            pass


async def moving(sitting):
    """Links follow what the client itself is about to move or rename."""
    moved, far = letters("Moved 🎉 é.md"), FAR.replace("Far away", "Fár 🏔")
    cases = [
        (GOAL, NEW + ".md", GOAL_RENAMED),
        # A path that had dots keeps them.
        (GOAL, "Far away/" + moved, {"n": moved[:-3], "u": "./" + moved.replace(" ", "%20"), "U": quote("Far away/" + moved)}),
        ("Far away", "Fár 🏔", {"a": far, "au": far.replace(" ", "%20")}),
        (PICTURE, letters("Far away/pic é 🎨.png"), {"picture": "pic é 🎨.png"}),
    ]
    for old, new, changes in cases:
        words = f"{old} is about to be {new}"
        renames = [{"oldUri": sitting.workspace.uri(old), "newUri": sitting.workspace.uri(new)}]
        edit = await sitting.ask("workspace/willRenameFiles", files=renames)
        texts, files, spans = sitting.changed(edit, words)
        sitting.same_texts(texts, {note: changes for note in NOTES}, words)
        sitting.same_places(spans, sitting.everywhere(",".join(changes)), f"{words}, what is replaced")
        sitting.same(files, [], words)


# By title, where each action is offered, and what it makes of marks there.
ACTIONS = [
    ("Toggle the task", "todo", {"box": "x", "todoend": " ✅ " + TODAY}),
    ("Due today", "todo", {"day": TODAY}),
    ("Due tomorrow", "todo", {"day": "2026-03-15"}),
    ("Due in a week", "todo", {"day": "2026-03-21"}),
    ("No due date", "todo", {"due": ""}),
    ("Scheduled today", "todo", {"due": " ⏳ 2026-03-14 📅 2026-03-10"}),
    ("Scheduled tomorrow", "todo", {"due": " ⏳ 2026-03-15 📅 2026-03-10"}),
    ("Priority: high", "todo", {"due": " ⏫ 📅 2026-03-10"}),
    ("Priority: medium", "todo", {"due": " 🔼 📅 2026-03-10"}),
    ("Priority: low", "todo", {"due": " 🔽 📅 2026-03-10"}),
    ("No priority", "urgent", {"high": ""}),
    ("Make the task a plain item", "todo", {"todobox": ""}),
    ("Make the item a task", "item", {"itemtext": "[ ] "}),
    ('Link to "Closed.md"', "near", {"near": "Closed"}),
    ("Write it as a Markdown link", "wiki", {"wiki": "[x 👍🏽](Goal%20漢字%20é.md#Second%20é%20🐝)"}),
    ("Write it as a wikilink", "markdown", {"markdown": "[[Café 👩\u200d💻|y é]]"}),
    ("Align the table", "table", {"table": "| é   | b         |\n| --- | --------- |\n| 1   | long 漢字 |"}),
    ("Put in the text of the embedded note", "embed", {"embed": "### 漢字 The day é"}),
]
PART = "# Part é 🐝\n\ntext 👩\u200d💻 of it\n"
# The same where a file is made, or gets another name: which, and its text.
FILE_ACTIONS = [
    ('Create the note "New 🎉 é"', "missing", {}, ("create", "New 🎉 é.md"), None),
    (
        "Move the section into a note of its own, and leave a link",
        *("part", {"section": "[[Part é 🐝]]"}, ("create", "Part é 🐝.md"), PART),
    ),
    (
        "Move the section into a note of its own, and embed it",
        *("part", {"section": "![[Part é 🐝]]"}, ("create", "Part é 🐝.md"), PART),
    ),
    ("Name the file after its title", "title", {}, ("rename", DESK, "My désk 🖥.md"), None),
]
ADD_ID = "Add a block id, for links to this line"


async def actions_at(sitting, mark, **context):
    """By title, what can be done there."""
    place = sitting.at(DESK, mark)["position"]
    given = {"range": {"start": place, "end": place}, "context": {"diagnostics": [], **context}}
    return {one["title"]: one for one in await sitting.ask("textDocument/codeAction", **sitting.about(DESK), **given)}


async def acting(sitting):
    async def chosen(title, mark):
        """What becomes of texts and files."""
        actions = await actions_at(sitting, mark)
        sitting.expect(letters(title) in actions, f"“{title}” is not among {list(actions)}")
        action = actions.get(letters(title))
        made = await sitting.ask("codeAction/resolve", **action) if action else {}
        return sitting.changed(made.get("edit"), f"“{title}”")[:2]

    ends = sitting.variant.ends
    for title, mark, changes in ACTIONS:
        texts, files = await chosen(title, mark)
        sitting.same_texts(texts, {DESK: {name: new.replace("\n", ends) for name, new in changes.items()}}, f"“{title}”")
        sitting.same(files, [], f"“{title}”")
    for title, mark, changes, file, text in FILE_ACTIONS:
        texts, files = await chosen(title, mark)
        sitting.same(files, [tuple(map(letters, file))], f"“{title}”")
        made = texts.pop(letters(file[-1]), None)
        if text:
            sitting.same(made, letters(text).replace("\n", ends), f"“{title}”")
        sitting.same_texts(texts, {DESK: changes}, f"“{title}”")
    texts, _ = await chosen(ADD_ID, "paragraph")
    made = re.search(r" \^\w+", texts.get(DESK, ""))
    sitting.same_texts(texts, {DESK: {"paragraphend": made[0] if made else " ^id"}}, f"“{ADD_ID}”")
    fixes = await actions_at(sitting, "missing", only=["quickfix"])
    sitting.same({one["kind"] for one in fixes.values()}, {"quickfix"}, "kinds of quick fixes")


PARTS = [preparing, renaming, moving, acting]


async def commands(sitting):
    """All but the one that stands for actions. Files are changed by this, so that it comes last."""
    workspace, uri, exists = sitting.workspace, sitting.workspace.uri, lambda path: os.path.exists(sitting.copy.path(path))
    line = sitting.at(DESK, "todo")["position"]["line"]
    desk, marked = workspace.document(DESK), sitting.marked[DESK]

    async def run(command, *arguments):
        try:
            return await sitting.session.ask("workspace/executeCommand", command=command, arguments=list(arguments))
        except JsonRpcException as error:
            given = [str(one).replace(sitting.copy.folder, "") for one in arguments]
            sitting.expect(False, f"{command} {given} is answered with {error!r}")
            return None

    async def of_task(wanted, command, *arguments):
        before = desk.text.text
        await run(command, uri(DESK), line, *arguments)
        sitting.same(desk.text.text, marked.replaced(wanted), command)
        workspace.edit(DESK, [{"range": desk.text.range(0, len(desk.text.text)), "newText": before}])

    def compare(goal, changes, words):
        """What all notes are after the goal has another path."""
        for note, one in sitting.marked.items():
            path = goal if note == GOAL else note
            document = workspace.documents.get(sitting.copy.path(path))
            content = (document.content if document else sitting.copy.read(path)).decode("utf-8")
            sitting.same(content, "\ufeff" * sitting.variant.has_mark + one.replaced(changes), f"{words}: {note}")

    await of_task({"box": "x", "todoend": " ✅ " + TODAY}, "vault.toggleTask")
    fields = {"due": "tomorrow", "start": "monday", "priority": "high"}
    await of_task({"due": " ⏫ 🛫 2026-03-16 📅 2026-03-15"}, "vault.setTask", fields)
    await of_task({"due": ""}, "vault.setTask", {"due": None})
    answer = await run("vault.search", "honeyb") or []
    lines = [(sitting.note(one["uri"]), sitting.texts[sitting.note(one["uri"])].line(one["line"])) for one in answer]
    sitting.same(lines, [(DRAFT, letters("漢字 é :honeyb"))], "vault.search")
    tasks = [span for span in sitting.marked[TASKS].of("task") if "[ ]" in sitting.marked[TASKS].text[slice(*span)]]
    answer = await run("vault.tasks", "path:Tasks.md") or []
    starts = sorted(sitting.texts[TASKS].starts[one["line"]] for one in answer)
    sitting.same(starts, [start for start, _ in tasks], "vault.tasks")
    made = sitting.note((await run("vault.newNote", NEW))["uri"])
    sitting.same(made, NEW + ".md", "vault.newNote")
    day = sitting.note((await run("vault.today"))["uri"])
    sitting.expect(TODAY in day and exists(day), f"vault.today makes {day}")
    for path in (day, made):
        await run("vault.undo")
        sitting.expect(not exists(path), f"vault.undo: {path} is still there")
    await run("vault.rename", uri(GOAL), NEW)
    compare(NEW + ".md", GOAL_RENAMED, "vault.rename")
    await run("vault.move", NEW + ".md", "Far away")
    moved = {"n": NEW, "u": f"./{URL}.md", "U": quote(f"Far away/{NEW}.md")}
    compare(f"Far away/{NEW}.md", moved, "vault.move")
    await run("vault.rename", uri(CLOSED), NEW)
    sitting.expect(exists(NEW + ".md") and not exists(CLOSED), "a note that is not open is not renamed")
