#!/usr/bin/env python3
"""Each screen of `vault ui` as a person uses it: by keys and by mouse, in windows of three sizes, on copies of the sample vault.
What a change does is read in the files and by the commands, and `u` has to bring every byte back.

screens.py VAULT [--long] [--times] [--only WORDS]
"""

import re
import sys

import screen_changes
import screen_settings
from checks import finish, long, need, step
from person import IN_PREVIEW, Person, editor
from sandbox import Sandbox, differing

SIZES = [(80, 24), (40, 8), (200, 60)]
# Titles above rows.
GROUPS = {"Pinned", "All notes", "Recently referenced"}


def is_cut_from(shown, title):
    """True where a row shows a title, or its beginning with a sign for the rest."""
    title = " ".join(title.split())
    begun = re.split(r"\s{2,}", shown)[0]
    return shown.startswith(title) or (begun.endswith("…") and title.startswith(begun[:-1].rstrip()))


def until_rows(p, titles, heads=GROUPS, sign=False):
    """Waits until the list shows the rows with these titles from the first on, as many as it has room for."""
    shown = []

    def there():
        nonlocal shown
        shown = [row for row in p.titles() if row not in heads and re.split(r"\s{2,}", row)[0] not in heads]
        if sign:
            shown = [row[2:] for row in shown if row[:1] in "✓!▶○✗" and row[2:]]
        rows = shown[: len(titles)]
        return bool(rows) == bool(titles) and all(map(is_cut_from, rows, titles)) and len(shown) <= len(titles)

    need(there, lambda: p.said(f"the list should begin with {titles[:5]}, and begins with {shown[:5]}"))


def notes(p, s):
    p.go("Notes")
    all_notes = s.json("list")
    p.until_shows(f"{len(all_notes)} notes", "Pinned")
    until_rows(p, [note["title"] for note in all_notes])
    if p.columns >= 200:
        row = next(row for row in p.titles() if row.startswith("Knee physio"))
        for part in ("#health/knee", "1 d", "📌"):
            need(lambda: part in row, f"the row of a note lacks {part}: {row}", seconds=0)
    if p.has_two_panes:
        need(lambda: "3 hours ago" in p.preview(), lambda: p.said("the note beside the list is not the first"))
    last = all_notes[-1]["title"]
    if not p.by_mouse:
        p.send("G")
    # What has not been asked for yet comes once one is near its end.
    # The wheel only scrolls.
    need(
        lambda: any(is_cut_from(row, last) for row in p.titles()) if p.by_mouse and p.wheel(p.rows // 2, 20, 60) is None
        else is_cut_from(p.selected(), last),
        lambda: p.said(f"the last note is not seen: {last}"), pause=0.2)
    if p.by_mouse:
        p.wheel(p.rows // 2, 20, -60)
        p.select(all_notes[0]["title"])
    else:
        p.send("g")
    need(lambda: is_cut_from(p.selected(), all_notes[0]["title"]), lambda: p.said("the first note is not selected"))


def search(p, s):
    p.go("Notes")
    p.search("cellar key")
    found = s.json("search", "cellar key")
    p.until_shows(f"{len(found)} note")
    need(lambda: is_cut_from(p.selected(), found[0]["title"]), lambda: p.said("the best note is not selected"))
    if p.has_two_panes:
        need(lambda: "cellar key" in " ".join(p.preview().split()), lambda: p.said("the note is not shown where it matches"))
    p.search("qwxyz")
    need(lambda: re.search(r"No note|nothing", p.text()), lambda: p.said("it is not said that nothing was found"))
    p.clear_search()
    p.until_shows(f"{len(s.json('list'))} notes")


def task_tabs(p, s):
    p.go("Tasks")
    if p.by_mouse:
        p.click("All ")
    everything = s.tasks()
    tabs = {
        "All": everything,
        "Low": [task for task in everything if task["priority"] in ("low", "lowest")],
        "Medium": [task for task in everything if task["priority"] == "medium"],
        "High": [task for task in everything if task["priority"] in ("high", "highest")],
        "Today": [task for task in everything if task["due"] == "2026-03-14"],
        "Overdue": [task for task in everything if task["overdue"]],
    }
    heads = {"Overdue", "Today", "Tomorrow", "Later", "No due date", "Done and cancelled"}
    for number, (name, tasks) in enumerate(tabs.items()):
        # Where there is little room, the tab that is shown alone has its count.
        p.until_shows(re.compile(rf" {name}\b"))
        if number:
            p.click(f" {name}", rows=[1 if p.has_sidebar else 2]) if p.by_mouse else p.send("]")
        p.until_shows(f"{len(tasks)} open")
        until_rows(p, [plain(task) for task in tasks if plain(task)], heads, sign=True)
    p.click("High ") if p.by_mouse else p.send("[", "[")
    p.until_shows(f"{len(tabs['High'])} open")
    p.search("the")
    found = s.tasks("the", "--priority", "high,highest")
    need(lambda: 0 < len(found) < len(tabs["High"]), "the query of a tab should find some of its tasks", seconds=0)
    p.until_shows(f"{len(found)} open")
    until_rows(p, [plain(task) for task in found], heads, sign=True)
    p.clear_search()
    p.until_shows(f"{len(tabs['High'])} open")
    p.click("All ") if p.by_mouse else p.send("[", "[", "[")
    p.until_shows(f"{len(everything)} open")


def plain(task):
    """A task's words as they are drawn: without the marks of Markdown, and with pictures of control characters."""
    text = re.sub("[\x00-\x1f]", lambda found: chr(0x2400 + ord(found[0])), task["description"])
    return re.sub(r"\[\[(?:[^]|]*\|)?([^]|]*)\]\]|[*_`]+|(?<=\w)\s+(?=\s)", lambda found: found[1] or "", text)


def signs(p, s):
    """Open, in progress, overdue and ended tasks have a sign and a colour each; those without a day come last."""
    p.go("Tasks")
    kinds = {"!": "Replace the", "▶": "Chapter 7, draf", "○": "Renew the lib"}
    colours = {}
    for sign, text in kinds.items():
        p.select(text)
        need(lambda: p.selected().startswith(sign), lambda: p.said(f"{text!r} has not the sign {sign}"))
        # The colour of a row that is not selected.
        p.send("Down")
        need(lambda: p.selected() and text not in p.selected(), lambda: p.said("the selection does not move"))
        row = next((row for row in p.styled() if f"{sign}" in row and text in re.sub(r"\x1b\[[0-9;]*m", "", row)), None)
        if row:
            colours[sign] = row[: row.index(sign)].rsplit("\x1b[", 1)[-1].split("m")[0]
        p.send("Up")
        need(lambda: text in p.selected(), lambda: p.said("the selection does not move back"))
    need(lambda: len(colours) < 3 or len(set(colours.values())) == 3, f"the signs have no colours of their own: {colours}", seconds=0)
    p.send("G")
    done = s.tasks("--done")
    need(lambda: re.search(rf"Done and cancelled  {len(done)}$", p.selected()), lambda: p.said("how many are done is not said"))
    undated = [task for task in s.tasks() if not task["due"]]
    p.open()
    # What is unfolded comes below what is seen.
    p.until_shows("▾")
    p.send("Down")
    need(lambda: any(row[:1] in "✓✗" for row in p.titles()), lambda: p.said("what is done does not unfold"))
    p.send("Up")
    need(lambda: "Done" in p.selected(), lambda: p.said("the selection does not move back"))
    p.open()
    need(lambda: not any(row[:1] in "✓✗" for row in p.titles()), lambda: p.said("what is done does not fold"))
    need(lambda: undated, "the sample has tasks without a day", seconds=0)
    p.send("g")
    if p.rows >= 24:
        for _ in range(60):
            if p.shows("No due date"):
                break
            p.send("PgDn")
            p.settled(0.05)
        p.until_shows("No due date")


def agenda(p, s):
    p.go("Agenda")
    entries = s.json("tasks", "agenda")
    text = s.run("tasks", "agenda")
    need(lambda: entries and text, "the agenda has entries", seconds=0)
    p.until_shows("Overdue", re.compile(r"\b\d+ entries"))
    first = next(task for task in s.tasks() if task["overdue"])
    need(lambda: first["description"][:16] in p.selected(), lambda: p.said("the agenda does not begin with what is overdue"))
    # All of its parts are come by.
    wanted, seen = {"Saturday 14 March", "Sunday 15 March", "Later"}, set()
    for _ in range(120):
        seen |= {name for name in wanted for row in p.titles() if row.startswith(name)}
        if seen == wanted:
            break
        before = p.list_rows()
        p.wheel(p.rows // 2, 20, 1) if p.by_mouse else p.send("PgDn")
        try:
            need(lambda: p.list_rows() != before, "", seconds=3)
        except Exception:
            break
    # By the wheel, three rows at once, a low window may pass over some.
    if p.by_mouse and p.rows < 24:
        return
    need(lambda: seen == wanted, lambda: p.said(f"the agenda has no {', '.join(sorted(wanted - seen))}"), seconds=0)


def folders(p, s):
    p.go("Folders")
    for folder in s.json("folders"):
        if folder["path"] in ("Areas", "Recipes"):
            pattern = re.compile(rf"{folder['path']} .*\b{folder['total']}\b")
            if p.rows >= 24:
                p.until_shows(pattern)
    p.select("Recipes")
    p.open()
    inside = s.json("list", 'path:"Recipes/"')
    p.until_shows("Recipes/", f"{len(inside)} notes")
    until_rows(p, [note["title"] for note in inside])
    p.send("BSpace")
    p.until_shows("Folders")
    need(lambda: "Recipes" in p.selected(), lambda: p.said("the folder that one comes back from is not selected"))


def tag_tree(p, s):
    p.go("Tags")
    tags = {tag["tag"]: tag["total"] for tag in s.json("tags")}
    p.select("#baking ")
    need(lambda: re.search(rf"#baking .*\b{tags['baking']}\b", p.selected()), lambda: p.said("the tag's count is not right"))
    p.open()
    inside = s.json("list", "tag:baking")
    need(lambda: len(inside) == tags["baking"], "the tag has as many notes as is said", seconds=0)
    p.until_shows("#baking", f"{len(inside)} notes")
    until_rows(p, [note["title"] for note in inside])
    p.send("BSpace")
    p.until_shows(f"{len(tags)} tags")


def sorting(p, s):
    p.go("Notes")
    for option, keys in (("Title", ["--sort", "title"]), ("Created", ["--sort", "-created"]), ("Edited", [])):
        p.do("sort")
        p.choose(option)
        until_rows(p, [note["title"] for note in s.json("list", *keys)])


def previewing(p, s):
    """A note beside the list: scrolled, its links followed and come back from, its headings, what links to it."""
    p.go("Notes")
    if p.by_mouse and p.has_two_panes:
        # It is longer than the highest window.
        p.select("Glossa")
        p.until_shows("created")
        before = p.preview()
        p.wheel(6, p.divider() + 4, 1)
        need(lambda: p.preview() != before, lambda: p.said("the wheel does not scroll the note that it is over"))
        p.wheel(6, p.divider() + 4, -1)
        need(lambda: p.preview() == before, lambda: p.said("the wheel does not scroll back"))
        need(lambda: "Glossa" in p.selected(), lambda: p.said("the wheel over the note moves the list"))
    p.select("Home")
    p.open()
    p.until(lambda rows: IN_PREVIEW in rows[-1], "the note does not get the keys")
    need(lambda: "Home" in p.preview(), lambda: p.said("the note is not shown"))
    target = s.json("links", "Home")[0]["resolved"]
    p.send("]")
    p.settled(0.1)
    before = p.preview()
    need(lambda: any(p.reversed_rows()), lambda: p.said("no link is chosen"))
    need(lambda: any(row.strip() for row in p.reversed_rows()), lambda: p.said("the chosen link is on a blank line"), seconds=1)
    p.send("Enter")
    need(lambda: target.split("/")[-1].removesuffix(".md") in p.preview() or target in p.preview(),
         lambda: p.said(f"the first link does not lead to {target}"))
    p.send("BSpace")
    need(lambda: p.preview() == before, lambda: p.said("one does not come back to the place in the note"))
    p.do("outline")
    p.until_shows("Headings")
    heading = s.json("outline", "Home")[-1]
    p.choose(heading.get("heading") or heading["text"])
    need(lambda: (heading.get("heading") or heading["text"]) in p.preview(), lambda: p.said("the heading is not scrolled to"))
    p.do("backlinks")
    links = s.json("backlinks", "Home")
    p.until_shows("Backlinks of", f"{len(links)} link")
    p.send("BSpace")
    need(lambda: "Backlinks of" not in p.text(), lambda: p.said("one does not come back from what leads to a note"))
    p.go("Notes")


def names(p, s):
    p.go("Notes")
    p.do("go to")
    p.until_shows("Go to a note")
    p.type("knee ph")
    p.until_shows("Knee physio")
    if p.by_mouse:
        # Names move as long as more of them go.
        p.settled(0.2)
        p.click("Areas/Health" if p.has_two_panes else "Knee physio", rows=p.box()[0])
    else:
        p.settled(0.2)
        p.send("Enter")
    p.until_gone("Go to a note")
    p.until_shows("Areas/Health/Knee physio.md")
    p.send("BSpace")
    p.go("Notes")


def helping(p, s):
    p.do("help")
    p.until_shows("Esc close", "one row up")
    if p.by_mouse:
        p.wheel(p.rows // 2, p.columns // 2, 100)
    else:
        p.send("G")
    p.until_shows("leave")
    p.answer("Esc close")


def border(p, s):
    if not p.by_mouse or not p.has_two_panes:
        return
    p.go("Notes")
    before = p.divider()
    p.mouse(8, before, drags=[(8, before - 4), (8, before - 8)])
    need(lambda: p.divider() == before - 8, lambda: p.said("the border does not follow the mouse"))
    p.mouse(8, before - 8, drags=[(8, before)])
    need(lambda: p.divider() == before, lambda: p.said("the border does not come back"))


def resizing(p, s):
    """The selected row stays in view, whatever size the window gets."""
    size = p.columns, p.rows
    p.go("Notes")
    p.select("Käsespätzle")
    for columns, rows in ((40, 8), (200, 60), (81, 9), (120, 30), size):
        p.resize(columns, rows)
        need(lambda: "Käsespätzle" in p.selected(), lambda: p.said(f"at {columns} × {rows} the selected row is not seen"))
    p.resize(39, 24)
    p.until_shows("40 × 8")
    p.resize(*size)
    need(lambda: "Käsespätzle" in p.selected(), lambda: p.said("the selected row is not seen any more"))


ROWS = [notes, search, task_tabs, signs, agenda, folders, tag_tree, sorting, previewing, names, helping, border, resizing]


def main():
    rows = ROWS + screen_changes.ROWS + [screen_settings.settings]
    sittings = [(by_mouse, *size, rows) for by_mouse in (False, True) for size in SIZES]
    if not long():
        # Each row by keys, and each that changes nothing by mouse in a window that shows least.
        sittings = [(False, *SIZES[0], rows), (True, *SIZES[1], ROWS)]
    for by_mouse, columns, height, done in sittings:
        for row in done:
            sitting = f"{columns}x{height} by {'mouse' if by_mouse else 'keys'}"
            step(f"{sitting}, {row.__name__}", lambda: sit(row, by_mouse, columns, height))
    places.remove()
    finish(f"{len(rows)} things were done in {len(sittings)} sittings, by keys and by mouse, in windows of several sizes.")


class Places:
    """One sandbox for all as long as nothing goes wrong in it."""

    def __init__(self):
        self.sandbox = None

    def get(self):
        self.sandbox = self.sandbox or Sandbox(sys.argv[1])
        return self.sandbox

    def remove(self):
        if self.sandbox:
            self.sandbox.remove()
        self.sandbox = None


places = Places()


def sit(row, by_mouse, columns, height):
    sandbox, is_well = places.get(), False
    # With as many colours as there are, no two of the six look alike.
    environment = {"VISUAL": editor(sandbox, 'printf "A line of the editor.\\n" >>"$last"'), "COLORTERM": "truecolor"}
    try:
        with Person(sandbox, by_mouse=by_mouse, columns=columns, rows=height, environment=environment) as person:
            person.until_shows(re.compile(r"\d+ notes"))
            before = sandbox.bytes()
            row(person, sandbox)
            changed = differing(before, sandbox.bytes())
            need(lambda: not changed, f"these files are not what they were: {', '.join(changed)}", seconds=0)
            status = person.leave()
            need(lambda: status == 0, f"the program ended with {status}", seconds=0)
            is_well = True
    finally:
        if not is_well:
            places.remove()


if __name__ == "__main__":
    main()
