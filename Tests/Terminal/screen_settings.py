"""What screens.py does to the settings: each is shown at once, read in the file, and taken back."""

import re

from checks import need


def settings(p, s):
    """Colours, light and dark, and spacing are shown at once, and written into the vault's file."""
    file = ".vault/config.yaml"
    text = s.read(file)
    p.go("Notes")
    # The first ones are there already.
    seen, last = {}, None
    for name in ("Grey", "Blue", "Orange", "Yellow", "Indigo", "Green"):
        p.do("theme")
        p.choose(name)
        need(lambda: f"theme: {name.lower()}".encode() in s.read(file), lambda: p.said(f"the colours {name} are not written"))
        # The line that says so is drawn in them.
        p.did(name.lower())
        # The rows follow.
        need(lambda: accent(p) != last, lambda: f"{name} has the colours of what was there before")
        p.settled(0.2)
        last = accent(p)
        need(lambda: last not in seen, lambda: f"{name} has the colours of {seen[last]}", seconds=0)
        seen[last] = name
    p.go("Settings")
    p.select("appearance")
    before = accent(p)
    p.open()
    p.choose("light")
    need(lambda: b"appearance: light" in s.read(file), lambda: p.said("the appearance is not written"))
    need(lambda: accent(p) != before, lambda: p.said("a light background does not show"))
    p.select("appearance")
    p.open()
    p.choose("auto")
    need(lambda: b"appearance: auto" in s.read(file), lambda: p.said("the appearance is not written back"))
    p.select("ui.spacing")
    p.open()
    p.until_shows("Enter choose")
    p.choose("relaxed" if p.shows("relaxed") else "comfortable" if p.shows("comfortable") else "spaced")
    need(lambda: b"spacing" in s.read(file), lambda: p.said("the spacing is not written"))
    p.go("Notes")
    rows = [row for row in p.titles() if row not in ("Pinned", "All notes")]
    need(lambda: "Knee" not in p.titles()[2], lambda: p.said(f"the rows are not spaced: {rows[:4]}"))
    # One by one the changes of the settings are taken back.
    for _ in range(20):
        if s.read(file) == text:
            break
        p.do("undo")
        p.did("Undo")
    need(lambda: s.read(file) == text, lambda: p.said("the settings are not taken back"))


def accent(p):
    """The colours that the tabs and the title below them are drawn in; what else is there has colours of its own besides."""
    return " ".join(re.findall(r"38;[0-9;]+", "\n".join(p.styled()[:2])))
