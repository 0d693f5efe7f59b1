#!/usr/bin/env python3
"""Others change the vault while `vault ui` shows it: git goes to another commit, `sed -i` edits a note, a second `vault ui` and
commands change tasks. What is shown becomes what the commands print, and the selected row and the marks stay.

several.py VAULT [--times] [--only WORDS]
"""

import os
import re
import subprocess
import sys
import time

from checks import finish, need, step
from person import Person
from sandbox import Sandbox

# Within a second on a machine that has nothing else to do; other programs may run beside the tests.
late = []


def git(sandbox, *words):
    names = {"GIT_AUTHOR_NAME": "T", "GIT_AUTHOR_EMAIL": "t@example.org", "GIT_COMMITTER_NAME": "T", "GIT_COMMITTER_EMAIL": "t@example.org"}
    subprocess.run(["git", "-C", sandbox.vault, *words], env=sandbox.environment(**names), capture_output=True, check=True, timeout=120)


def shown_soon(condition, words):
    begun = time.monotonic()
    need(condition, words)
    late.append(time.monotonic() - begun)


def with_two(run):
    def step_body():
        sandbox = Sandbox(sys.argv[1])
        try:
            with Person(sandbox, columns=100, rows=30) as person:
                person.until_shows(re.compile(r"\d+ notes"))
                run(person, sandbox)
                status = person.leave()
                need(lambda: status == 0, f"the program ended with {status}", seconds=0)
        finally:
            sandbox.remove()

    return step_body


def by_sed(p, s):
    p.select("Green curry")
    subprocess.run(["sed", "-i", "s/^# Green curry.*/# Red curry/", s.full("Recipes/Green curry.md")], check=True)
    subprocess.run(["sed", "-i", "s/^title: .*/title: Red curry/", s.full("Recipes/Green curry.md")], check=True)
    shown_soon(lambda: "Red curry" in p.selected(), lambda: p.said("the new title is not shown"))
    need(lambda: "Red curry" in p.preview(), lambda: p.said("the note beside it is the old one"))


def by_git(p, s):
    git(s, "init", "-q", "-b", "main")
    git(s, "add", "-A")
    git(s, "commit", "-qm", "one")
    git(s, "switch", "-qc", "other")
    s.write("Recipes/Zander.md", "# Zander in salt\n\n- [ ] Buy zander\n")
    subprocess.run(["sed", "-i", "s/^# .*/# The bread/", s.full("Recipes/Rye sourdough.md")], check=True)
    git(s, "add", "-A")
    git(s, "commit", "-qm", "two")
    p.until_shows("Zander in salt", "51 notes")
    p.select("Tomoko")
    p.send("Space")
    p.until_shows("1 marked")
    p.select("Website, again")
    for commit, count in (("main", 50), ("other", 51), ("main", 50)):
        git(s, "checkout", "-q", commit)
        shown_soon(lambda: f"{count} notes" in p.head(), lambda: p.said(f"the list is not that of {commit}"))
        need(lambda: "Website, again" in p.selected(), lambda: p.said("another row is selected"))
        need(lambda: p.shows("1 marked"), lambda: p.said("nothing is marked any more"))
    # What was marked is what a change is about.
    p.send("t")
    p.until_shows("Tags: People/Tomoko.md")
    p.send("Escape")
    p.until_gone("Tags: People/Tomoko.md")


def a_row_that_goes(p, s):
    p.select("Website, again")
    rows = [row[1:].strip() for row in p.list_rows().values() if row.strip()]
    place = next(number for number, row in enumerate(rows) if row.startswith("Website, again"))
    os.remove(s.full("Projects/Website.md"))
    shown_soon(lambda: "Website, again" not in p.text(), lambda: p.said("a note that is gone is still shown"))
    need(lambda: p.selected() and p.selected() in " ".join(rows[place:]), lambda: p.said("its neighbour is not selected"))


def by_another(p, s):
    with Person(s, "vault://tasks", columns=100, rows=30) as other:
        other.until_shows("open")
        p.go("Tasks")
        before = s.bytes()
        number = len(s.tasks())
        need(lambda: f"{number} open" in p.head(), lambda: p.said(f"not {number} open tasks"))
        first = other.selected()
        p.send("j", "j")
        need(lambda: p.selected() and p.selected() != first, lambda: p.said("j moves nothing"))
        p.settled(0.2)
        here = p.selected()
        other.send("x")
        shown_soon(lambda: f"{number - 1} open" in p.head(), lambda: p.said("the task that another one did is still open"))
        need(lambda: p.selected().split("  ")[0] == here.split("  ")[0], lambda: p.said(f"{here!r} is not selected any more"))
        # What one of them did the other takes back.
        p.send("u")
        shown_soon(lambda: f"{number} open" in other.head(), lambda: other.said("what was taken back is not shown"))
        need(lambda: s.bytes() == before, "undo does not bring every byte back", seconds=0)
        need(lambda: first.split("  ")[0] in other.text(), lambda: other.said("the task is not in the list"))
        status = other.leave()
        need(lambda: status == 0, f"the other program ended with {status}", seconds=0)


def by_commands(p, s):
    p.go("Tasks")
    number = len(s.tasks())
    s.run("tasks", "add", "Polish the lamp")
    shown_soon(lambda: f"{number + 1} open" in p.head(), lambda: p.said("a task that a command added is not shown"))
    p.go("Notes")
    s.run("new", "A lamp", "--no-edit", status=None)
    s.write("Lamp.md", "# A lamp of brass\n")
    shown_soon(lambda: "A lamp of brass" in p.text(), lambda: p.said("a new note is not shown"))
    s.run("mv", "Lamp", "Recipes/", status=None)
    p.select("A lamp of brass")
    s.run("rm", "A lamp of brass", "--yes", status=None)
    shown_soon(lambda: "A lamp of brass" not in p.text(), lambda: p.said("a note that a command deleted is still shown"))


def main():
    for run in (by_sed, by_git, a_row_that_goes, by_another, by_commands):
        step(run.__name__, with_two(run))
    slowest = max(late, default=0)
    finish(f"what {len(late)} changes of others made was shown, the slowest after {slowest:.2f} s; selection and marks stayed.")


if __name__ == "__main__":
    main()
