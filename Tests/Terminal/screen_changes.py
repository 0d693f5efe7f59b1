"""What screens.py does to notes and tasks: each change is read in the files and by the commands, and taken back."""

from checks import need
from person import IN_PREVIEW
from sandbox import TODAY, differing

GREEN = "Recipes/Green curry.md"


def until_changed(p, s, before, path, words, *texts):
    """Waits until a file, and no other, holds texts."""
    need(
        lambda: s.exists(path) and s.read(path) != before.get(path) and all(text.encode() in s.read(path) for text in texts),
        lambda: p.said(f"{words}: {path} lacks {', '.join(texts)}"))
    changed = differing(before, s.bytes())
    need(lambda: changed == [path], f"{words}: changed were {', '.join(changed)}", seconds=0)


def until_undone(p, s, before, words, count=1):
    for _ in range(count):
        p.do("undo")
        p.did("Undo")
    need(lambda: s.bytes() == before, lambda: p.said(f"{words} is not taken back: {', '.join(differing(before, s.bytes()))}"))


def line_of(s, path, text):
    return next(line for line in s.read(path).decode().split("\n") if text in line)


def toggling(p, s):
    before = s.bytes()
    p.go("Tasks")
    p.select("Sort the Inbox")
    p.do("toggle")
    until_changed(p, s, before, "Journal/2026-03-14.md", "done", "- [x] Sort the [[Inbox]]")
    need(lambda: "✅ " + TODAY in line_of(s, "Journal/2026-03-14.md", "Sort the [[Inbox]]"), "a done task has its day", seconds=0)
    p.did()
    need(lambda: not any("Sort the Inbox" in row for row in p.titles()), lambda: p.said("a done task stays among the open ones"))
    until_undone(p, s, before, "a done task")
    p.select("Sort the Inbox")


def dates(p, s):
    """An overdue task gets other days, by words that are read back; a past one only by force."""
    before = s.bytes()
    bike = "Areas/Bike.md"
    p.go("Tasks")
    p.select("Replace the")
    p.do("due")
    p.fill("2020-01-01")
    p.until_shows("2020-01-01")
    p.send("Enter")
    if p.rows >= 24:
        p.until_shows("! says")
    p.settled(0.2)
    need(lambda: s.bytes() == before, "a past day is taken without a word", seconds=0)
    p.send("C-u")
    p.fill("tomorrow")
    if p.rows >= 24:
        p.until_shows("2026-03-15")
    p.answer("Enter save")
    until_changed(p, s, before, bike, "due")
    need(lambda: "2026-03-15" in line_of(s, bike, "Replace the rear brake"), lambda: p.said("the due day is not written"))
    p.did()
    until_undone(p, s, before, "a due day")
    p.select("Replace the")
    p.do("due")
    p.fill("2020-01-01")
    p.until_shows("2020-01-01")
    p.send("Enter")
    if p.rows >= 24:
        p.until_shows("! says")
    p.send("!")
    need(lambda: "2020-01-01" in line_of(s, bike, "Replace the rear brake"), lambda: p.said("! does not mean a past day"))
    p.did()
    until_undone(p, s, before, "a past due day")
    p.select("Replace the")
    p.do("schedule")
    p.fill("friday")
    p.answer("Enter save")
    need(lambda: "2026-03-20" in line_of(s, bike, "Replace the rear brake"), lambda: p.said("the day is not written"))
    p.did()
    until_undone(p, s, before, "a scheduled day")


def task_fields(p, s):
    before = s.bytes()
    inbox = "Inbox.md"
    p.go("Tasks")
    p.select("Return the borr")
    p.do("priority")
    p.choose("high")
    p.did()
    until_changed(p, s, before, inbox, "priority")
    task = next(task for task in s.tasks() if "pasta machine" in task["description"])
    need(lambda: task["priority"] == "high", "the priority is not written", seconds=0)
    until_undone(p, s, before, "a priority")
    p.select("Return the borr")
    p.do("tags")
    p.fill("phone errand")
    p.answer("Enter save")
    p.did()
    until_changed(p, s, before, inbox, "tags", "#phone", "#errand")
    until_undone(p, s, before, "tags of a task")
    p.select("Return the borr")
    p.do("delete")
    p.answer("n no")
    need(lambda: s.bytes() == before, "a task is deleted although no was said", seconds=0.3)
    p.do("delete")
    p.answer("y yes")
    p.did()
    need(lambda: b"pasta machine" not in s.read(inbox), lambda: p.said("the task is not deleted"))
    until_undone(p, s, before, "a deleted task")


def quick_task(p, s):
    """A task in quick words, which are read back as they are typed; nothing is saved while there are none."""
    before = s.bytes()
    p.go("Tasks")
    p.do("add")
    p.until_shows("Esc leave")
    need(lambda: not p.shows("Enter save"), lambda: p.said("an empty line can be saved"))
    p.send("Enter")
    p.fill("   ")
    p.settled(0.1)
    need(lambda: not p.shows("Enter save"), lambda: p.said("a blank line can be saved"))
    p.send("C-u")
    p.fill("Buy oat milk !high @shopping due:tomorrow every week")
    p.until_shows("Enter save")
    for part in ("Buy oat milk", "high", "2026-03-15"):
        need(lambda: any(part in row and "!high" not in row for row in p.screen()), lambda: p.said(f"{part} is not read back"))
    p.answer("Enter save")
    p.did()
    need(lambda: any("Buy oat milk" in task["description"] for task in s.tasks()), lambda: p.said("the task is not there"))
    task = next(task for task in s.tasks() if "Buy oat milk" in task["description"])
    need(
        lambda: (task["priority"], task["category"], task["due"], bool(task["recurrence"])) == ("high", "shopping", "2026-03-15", True),
        f"the task is {task}", seconds=0)
    need(lambda: any("Buy oat milk" in row for row in p.titles()) or p.rows < 24, lambda: p.said("the new task is not in the list"))
    until_undone(p, s, before, "a new task")
    p.do("add")
    p.fill("Pay the old bill due:2020-01-01")
    p.send("Enter")
    p.settled(0.2)
    need(lambda: s.bytes() == before, "a task for a past day is added without a word", seconds=0)
    need(lambda: "! says" in " ".join(p.text().split()), lambda: p.said("it is not said that the day has passed"))
    p.send("!")
    need(lambda: any("old bill" in task["description"] for task in s.tasks()), lambda: p.said("! does not mean a past day"))
    p.did()
    until_undone(p, s, before, "a task for a past day")


def new_note(p, s):
    before = s.bytes()
    p.go("Folders")
    p.select("Recipes")
    p.do("new")
    p.until_shows("New note in Recipes")
    p.send("Enter")
    p.settled(0.1)
    p.until_shows("New note in Recipes")
    need(lambda: not p.shows("Enter save"), lambda: p.said("a note without a title can be saved"))
    p.fill("Miso soup")
    p.answer("Enter save")
    path = "Recipes/Miso soup.md"
    need(lambda: s.exists(path) and b"A line of the editor." in s.read(path), lambda: p.said("the new note has not been in the editor"))
    p.until_shows("Miso soup")
    p.did()
    p.send("BSpace")
    need(lambda: "Recipes" in p.selected(), lambda: p.said("one does not come back to the folder"))
    until_undone(p, s, before, "a new note", count=2)


def editing(p, s):
    before = s.bytes()
    p.go("Notes")
    p.search("moules cannelés")
    need(lambda: "Brioche" in p.selected(), lambda: p.said("the note is not found"))
    path = "Recipes/Brioche à tête.md"
    p.do("edit at the line")
    until_changed(p, s, before, path, "the editor", "A line of the editor.")
    p.did("Edited")
    with open(s.home + "/arguments") as file:
        arguments = file.read().split("\n")
    line = s.read(path).decode().split("\n").index(line_of(s, path, "moules cannelés")) + 1
    need(lambda: f"+{line}" in arguments, f"the editor does not begin at line {line}: {arguments}", seconds=0)
    until_undone(p, s, before, "what was edited")
    p.do("edit")
    until_changed(p, s, before, path, "the editor", "A line of the editor.")
    p.did("Edited")
    until_undone(p, s, before, "what was edited")
    p.clear_search()


def note_fields(p, s):
    before = s.bytes()
    p.go("Notes")
    p.select("Green curry")
    p.do("pin")
    p.did()
    until_changed(p, s, before, GREEN, "pin")
    need(lambda: any(n["path"] == GREEN and n["pinned"] for n in s.json("list")), "the note is not pinned")
    until_undone(p, s, before, "a pin")
    p.select("Green curry")
    p.do("tags")
    p.fill("thai -cooking")
    p.answer("Enter save")
    p.did()
    until_changed(p, s, before, GREEN, "tags")
    tags = next(note for note in s.json("list") if note["path"] == GREEN)["tags"]
    need(lambda: "thai" in tags and "cooking" not in tags, f"the note's tags are {tags}", seconds=0)
    until_undone(p, s, before, "tags")


def renaming(p, s):
    """A rename shows its diff first, and links follow."""
    before = s.bytes()
    p.go("Notes")
    p.select("Knee physio")
    p.do("rename")
    p.fill("Knee exercises", clear=True)
    p.answer("Enter save")
    p.until_shows("y yes")
    p.answer("n no")
    need(lambda: s.bytes() == before, "a note is renamed although no was said", seconds=0.3)
    p.do("rename")
    p.fill("Knee exercises", clear=True)
    p.answer("Enter save")
    p.until_shows("y yes")
    p.answer("y yes")
    need(lambda: s.exists("Areas/Health/Knee exercises.md"), lambda: p.said("the note is not renamed"))
    p.did()
    need(lambda: b"[[Knee exercises]]" in s.read("Home.md"), "a link does not follow a rename", seconds=0)
    need(lambda: "Knee" in p.selected(), lambda: p.said("the renamed note is not selected any more"))
    until_undone(p, s, before, "a rename")


def bulk(p, s):
    """Two marked notes: their names, then their folder."""
    before = s.bytes()
    p.go("Notes")
    p.search('path:"Recipes/"')
    for name in ("Green curry", "Rye sourdough"):
        p.select(name)
        p.do("mark")
    p.until_shows("2 marked")
    p.do("rename")
    p.fill("r => R")
    p.answer("Enter save")
    p.until_shows("y yes", "Rename 2 notes")
    p.answer("y yes")
    need(lambda: s.exists("Recipes/GReen cuRRy.md") and not s.exists(GREEN), lambda: p.said("the notes are not renamed"))
    p.did()
    until_undone(p, s, before, "a rename of two notes")
    for name in ("Green curry", "Rye sourdough"):
        p.select(name)
        p.do("mark")
    p.until_shows("2 marked")
    p.do("move")
    p.fill("Archive/Kitchen", clear=True)
    p.answer("Enter save")
    p.until_shows("y yes")
    p.answer("y yes")
    need(lambda: s.exists("Archive/Kitchen/Green curry.md") and s.exists("Archive/Kitchen/Rye sourdough.md"),
         lambda: p.said("the notes are not moved"))
    p.did()
    need(lambda: "2 marked" not in p.text(), lambda: p.said("what was changed stays marked"))
    until_undone(p, s, before, "a move of two notes")
    p.clear_search()


def trash(p, s):
    before = s.bytes()
    text = before[GREEN]
    p.go("Notes")
    p.select("Green curry")
    p.do("delete")
    p.until_shows("y yes")
    for key in ("d", "Enter", "Space", "x"):
        p.send(key)
    p.settled(0.1)
    need(lambda: s.bytes() == before, "a note is deleted by another key than y", seconds=0)
    p.answer("n no")
    need(lambda: s.bytes() == before, "a note is deleted although no was said", seconds=0.3)

    def delete():
        p.go("Notes")
        p.select("Green curry")
        p.do("delete")
        p.answer("y yes")
        need(lambda: not s.exists(GREEN), lambda: p.said("the note is not deleted"))
        p.did()

    delete()
    until_undone(p, s, before, "a deleted note")
    delete()
    p.go("Trash")
    p.until_shows("Green curry.md", "1 file")
    p.do("put back")
    need(lambda: s.bytes() == before, lambda: p.said("the note is not put back"))
    p.until_shows("The trash is empty.")
    delete()
    p.go("Trash")
    p.until_shows("1 file")
    p.do("empty")
    p.until_shows("Empty the trash")
    if p.by_mouse:
        p.click("[ y yes ]")
    else:
        p.send("y")
    p.until_shows("Really?")
    need(lambda: len(s.json("trash")) == 1, "the trash is empty after one yes", seconds=0)
    p.answer("y yes")
    need(lambda: s.json("trash") == [], lambda: p.said("the trash is not empty"))
    p.until_shows("The trash is empty.")
    s.write(GREEN, text)


def history(p, s):
    before = s.bytes()
    p.go("Notes")
    p.select("Green curry")
    p.do("pin")
    until_changed(p, s, before, GREEN, "pin")
    p.did()
    pinned = s.bytes()
    p.go("History")
    latest = s.history()[0]
    need(lambda: latest["title"][:12] in p.selected(), lambda: p.said(f"the latest change is not on top: {latest}"))
    if not p.has_two_panes:
        p.open()
        p.wheel(p.rows // 2, 20, 60) if p.by_mouse else p.send("G")
    need(lambda: "+pin: true" in p.preview(), lambda: p.said("the diff of the change is not shown"))
    if not p.has_two_panes:
        p.escape()
        p.until(lambda rows: IN_PREVIEW not in rows[-1], "one does not come back to the list")
    p.do("undo this one")
    p.until_shows("y yes")
    p.answer("y yes")
    need(lambda: s.bytes() == before, lambda: p.said("the change is not undone"))
    p.did()
    p.do("redo")
    need(lambda: s.bytes() == pinned, lambda: p.said("what was undone is not done again"))
    p.did("Redo")
    # In the history what is selected is undone, after a look at it.
    p.go("Notes")
    until_undone(p, s, before, "what was done again")


ROWS = [toggling, dates, task_fields, quick_task, new_note, editing, note_fields, renaming, bulk, trash, history]
