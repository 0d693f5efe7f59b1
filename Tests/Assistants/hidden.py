"""hidden.py VAULT [--long]: an assistant that some notes are hidden from is answered as if they were not there: each call says the same as
one about a copy of the vault from which they are gone."""

import json
import os
import random
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from plain_client import Failed, PlainClient  # It adds the folder of the editors' tests, too.

from checks import expect, finish, step
from editing import Copy

LONG = "--long" in sys.argv
# What hides notes, and the folders and notes of the vault that are left or gone then.
WAYS = {
    "--hide": (["--hide", "path:People/ OR path:Journal/"], lambda path: not path.startswith(("People/", "Journal/"))),
    "--read-in": (["--read-in", "Areas", "--read-in", "Projects"], lambda path: path.startswith(("Areas/", "Projects/", "."))),
}


def calls(drawn, names, tasks):
    """A call about what is there, what is hidden and what is nowhere."""
    word = drawn.choice(["salt", "Wei", "Ansel", "bread", "the", "Gerda", "knee", "2026", "tag:person", "tag:cycling", "is:pinned",
                         "has:task", "links:Wei", "mentions:Wei", "linked-by:Home", "path:People/", "created:2026-03", "-the", "title:w"])
    query = word if drawn.random() < 0.6 else f"{word} {drawn.choice(['OR salt', 'sort:title', '-bread', 'limit:3', 'updated:2026'])}"
    note = drawn.choice(names + ["Wei", "People/Wei.md", "Ansel", "yesterday", "No such note", "Tomoko", "2026-03-09"])
    if drawn.random() < 0.2:
        # A name nearly as it is: what is like it is told.
        place = drawn.randrange(len(note))
        note = note[:place] + drawn.choice(["", "x", note[place] * 2]) + note[place + 1 :]
    return drawn.choice([
        ("search_notes", {"query": query, "limit": drawn.randrange(1, 12), "lines": drawn.randrange(0, 4)}),
        ("list_notes", {"query": query, "sort": drawn.choice(["title", "-updated", "path", "words"]), "limit": drawn.randrange(1, 30)}),
        ("list_tasks", {"query": drawn.choice(["", "due:this-week", "is:done", "Wei", "tag:work", "is:overdue", "path:Journal/"])}),
        ("read_note", {"note": note}), ("get_links", {"note": note, "limit": drawn.randrange(1, 30)}), ("vault_overview", {}),
        ("read_note", {"note": note, "section": drawn.choice(["Plan", "Notes", "No"])}),
        ("change_task", {"task": drawn.choice(tasks), "status": "done", "dry_run": True}),
        ("edit_note", {"note": note, "etag": "0" * 12, "edits": [{"old_text": "a", "new_text": "b"}], "dry_run": True}),
        ("add_text", {"note": note, "text": "More.", "dry_run": True}),
        ("add_task", {"text": "Call [[Wei]] due:friday", "note": note, "dry_run": True}),
        ("create_note", {"title": drawn.choice(["Wei", "New", "Home"]), "folder": drawn.choice(["Areas", "Projects/Deep"]), "dry_run": True}),
        ("set_properties", {"note": note, "set": {"x": 1}, "add_tags": ["new"], "dry_run": True}),
        ("move_note", {"note": note, "to": drawn.choice(["Areas/Moved", "Areas/", "Projects/Wei"]), "dry_run": True}),
        ("delete_note", {"note": note, "etag": "0" * 12, "dry_run": True}), ("undo_change", {"change": drawn.randrange(1, 4)}),
    ])


def said(client, tool, arguments):
    try:
        found = client.call(tool, **arguments)
    except Failed as failure:
        found = [failure.code, failure.message, list(failure.texts)]
    # A place in a list is another one in another vault's index, and the two are not asked at the same moment.
    text = re.sub(r'"cursor": "[^"]*"', '"cursor": ""', json.dumps(found, ensure_ascii=False, sort_keys=True))
    return re.sub(r"go on in \d+ seconds", "go on soon", text)


def compared(program, options, is_left):
    count = 10_000 if LONG else 600
    drawn = random.Random(20260314)
    with Copy(program, notes={}) as whole, Copy(program, notes={}) as rest:
        for path in rest.before:
            if not is_left(path):
                os.remove(rest.path(path))
        for folder, _, _ in os.walk(rest.vault, topdown=False):
            if not os.listdir(folder):
                os.rmdir(folder)
        with PlainClient(whole) as everything:
            tasks = [task["task"] for task in everything.call("list_tasks", limit=100)["tasks"]]
        names = [path[: -len(".md")] for path in whole.before if path.endswith(".md")]
        with PlainClient(whole, "--write", *options) as hidden, PlainClient(rest, "--write") as there:
            wrong = 0
            for _ in range(count):
                tool, arguments = calls(drawn, names, tasks)
                first, second = said(hidden, tool, arguments), said(there, tool, arguments)
                # A move that would change links in notes that may not be changed is refused with their number, which is meant.
                if first != second and "would have to be rewritten" not in first:
                    wrong += 1
                    expect(wrong > 5, f"{tool} {arguments}: {first[:300]} instead of {second[:300]}")
            for method, params in [
                ("resources/list", {}), ("prompts/get", {"name": "catch_up", "arguments": {"days": "90"}}),
                ("prompts/get", {"name": "plan_day"}), ("resources/read", {"uri": "vault://agenda"}),
                ("completion/complete", {"ref": {"type": "ref/prompt", "name": "tidy_note"}, "argument": {"name": "note", "value": "e"}}),
                ("completion/complete", {"ref": {"type": "ref/prompt", "name": "catch_up"}, "argument": {"name": "tag", "value": ""}}),
                ("completion/complete", {
                    "ref": {"type": "ref/resource", "uri": "vault://note/{+path}"}, "argument": {"name": "path", "value": "e"},
                }),
            ]:
                first, second = (json.dumps(client.ask(method, params), sort_keys=True) for client in (hidden, there))
                expect(first == second, f"{method} {params}: {first[:300]} instead of {second[:300]}")
        expect(whole.tree() == whole.before, "something was changed")


def main():
    for words, (options, is_left) in WAYS.items():
        step(words, lambda options=options, is_left=is_left: compared(sys.argv[1], options, is_left))
    finish(f"{10_000 if LONG else 600} calls each with {' and '.join(WAYS)} say the same as without the hidden notes")


main()
