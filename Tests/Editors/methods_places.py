"""What is asked of the server in `methods.py` about places: where links lead, what leads there, what is said of them, and
what notes are made of."""

import itertools

from methods_text import CLOSED, DATED, DESK, FAR, GOAL, HOME, OUTLINE, PICTURE, TASKS, letters

# Where a cursor is put, the mark of what is underlined there, and what that leads to: a mark in a note, or its beginning.
TARGETS = [
    (HOME, "n", 0, "G", GOAL, "headline"),
    (HOME, "h", 0, "G", GOAL, "headline"),
    (HOME, "shown", 0, "G", GOAL, "headline"),
    (HOME, "U", 0, "G", GOAL, None),
    (HOME, "b", 0, "B", GOAL, "blockline"),
    (HOME, "o", 0, "O", HOME, "ownline"),
    (HOME, "i", 1, "I", HOME, "blockline"),
    (HOME, "R", 0, "R", FAR, None),
    (HOME, "f", 0, "f", HOME, "fdef"),
    (HOME, "l", 0, "l", HOME, "ldef"),
    (GOAL, "h", 1, "H", GOAL, "headline"),
    (TASKS, "z", 1, "z", TASKS, "bearer"),
    (TASKS, "Q", 0, "Q", DATED, None),
    (DESK, "wiki", 0, "wiki", GOAL, "headline"),
    (DESK, "au", 0, "markdown", FAR, None),
]
# Where nothing leads anywhere.
NOWHERE = [(HOME, "missing"), (HOME, "one"), (HOME, "X")]


def around(sitting, note, mark, nth, names):
    """The place of the thing that a mark is in."""
    start = sitting.marked[note].of(mark)[nth][0]
    return next((note, *span) for span in sitting.marked[note].of(names) if span[0] <= start < span[1])


async def definitions(sitting):
    for note, mark, nth, link, target, line in TARGETS:
        words = f"definition of {mark} {nth} of {note}"
        answer = await sitting.ask("textDocument/definition", **sitting.at(note, mark, nth)) or []
        wanted = sitting.wanted({target: line})[:1] if line else [(target, 0, 0)]
        sitting.same_places([sitting.span(one["targetUri"], one["targetSelectionRange"]) for one in answer], wanted, words)
        origins = sitting.spans(note, [one["originSelectionRange"] for one in answer])
        sitting.same_places(origins, [around(sitting, note, mark, nth, link)], words + ", what is underlined")
    for note, mark in NOWHERE:
        sitting.same(await sitting.ask("textDocument/definition", **sitting.at(note, mark)), None, f"definition of {mark}")


def is_below(sitting, place):
    """True for places of the tag `bücher` and of those below it."""
    note, start, end = place
    return sitting.marked[note].text[start:end].split("/")[0] == "bücher"


async def references(sitting):
    everywhere, wanted = sitting.everywhere, sitting.wanted
    tags = [place for place in everywhere("g") if is_below(sitting, place)]
    # Of what, the uses, and where it is defined.
    cases = [
        (HOME, "n", 0, everywhere("G"), []),
        (HOME, "U", 0, everywhere("G"), []),
        (GOAL, "title", 0, everywhere("G"), []),
        (HOME, "title", 0, everywhere("A,O,I"), []),
        (HOME, "R", 0, everywhere("F"), []),
        (HOME, "h", 0, everywhere("H"), []),
        (HOME, "b", 0, everywhere("B"), []),
        (GOAL, "hdef", 0, everywhere("H"), wanted({GOAL: "hdef"})),
        (GOAL, "bdef", 0, everywhere("B"), wanted({GOAL: "bdef"})),
        (HOME, "odef", 0, wanted({HOME: "O"}), wanted({HOME: "odef"})),
        (HOME, "idef", 0, wanted({HOME: "I"}), wanted({HOME: "idef"})),
        (HOME, "f", 0, wanted({HOME: "f"})[:2], wanted({HOME: "fdef"})),
        (HOME, "l", 1, wanted({HOME: "l"})[:2], wanted({HOME: "ldef"})),
        (HOME, "g", 0, tags, []),
        (HOME, "T", 1, everywhere("T"), []),
        (TASKS, "zdef", 0, wanted({TASKS: "late", CLOSED: "waits"}), wanted({TASKS: "bearer"})),
        (HOME, "missing", 0, [], []),
    ]
    for (note, mark, nth, uses, own), includes in itertools.product(cases, (True, False)):
        at = sitting.at(note, mark, nth)
        answer = await sitting.ask("textDocument/references", **at, context={"includeDeclaration": includes})
        words = f"references of {mark} of {note}{', its own too' if includes else ''}"
        sitting.same_places(sitting.places(answer), uses + (own if includes else []), words)


async def highlights(sitting):
    cases = [
        (HOME, "n", 0, "G", ""),
        (HOME, "h", 0, "H", ""),
        (HOME, "b", 0, "B", ""),
        (HOME, "o", 0, "O", "odef"),
        (HOME, "odef", 0, "O", "odef"),
        (HOME, "i", 1, "I", "idef"),
        (HOME, "idef", 0, "I", "idef"),
        (HOME, "T", 0, "T", ""),
        (HOME, "f", 1, "f", "fdef"),
        (HOME, "l", 0, "l", "ldef"),
        (HOME, "R", 0, "R", ""),
        (HOME, "missing", 0, "D", ""),
        (GOAL, "hdef", 0, "H", "hdef"),
        (TASKS, "z", 1, "z", "zdef"),
        (TASKS, "zdef", 0, "z", "zdef"),
    ]
    for note, mark, nth, uses, own in cases:
        answer = await sitting.ask("textDocument/documentHighlight", **sitting.at(note, mark, nth)) or []
        words, own = f"highlights of {mark} of {note}", sitting.wanted({note: own})
        uses = [place for place in sitting.wanted({note: uses}) if place not in own]
        for kind, places in ((2, uses), (3, own)):
            shown = [one["range"] for one in answer if one["kind"] == kind]
            sitting.same_places(sitting.spans(note, shown), places, f"{words}, of kind {kind}")
    answer = await sitting.ask("textDocument/documentHighlight", **sitting.at(HOME, "g"))
    wanted = [place for place in sitting.wanted({HOME: "g"}) if is_below(sitting, place)]
    sitting.same_places(sitting.spans(HOME, [one["range"] for one in answer]), wanted, "highlights of a tag")
    sitting.same(await sitting.ask("textDocument/documentHighlight", **sitting.at(HOME, "one")), None, "highlights of a word")


async def hovers(sitting):
    # Where, what is underlined, and some of what is said.
    cases = [
        (HOME, "n", 0, "G", [GOAL, "Second é 🐝", "👍🏽 [[#Second é 🐝]] 漢字"]),
        (HOME, "U", 0, "G", ["漢字 first é", "## Third"]),
        (HOME, "b", 0, "B", [GOAL, "漢字 first é"]),
        (HOME, "o", 0, "O", ["Own é 🐝", "👩\u200d💻 named é"]),
        (HOME, "R", 0, "R", [FAR, "👩\u200d💻 [up]"]),
        (HOME, "f", 0, "f", ["👍🏽 The note"]),
        (HOME, "l", 0, "l", ["👩\u200d💻 [up]"]),
        (HOME, "g", 0, "g", ["#bücher", "4 notes"]),
        (HOME, "T", 0, "T", ["#bücher/é", "1 note"]),
        (HOME, "missing", 0, "D", ["Nowhere é 🐝"]),
        (HOME, "X", 0, "X", ["https://example.org/é"]),
        (TASKS, "pay", 0, "pay", ["👩\u200d💻 pay é 漢字", "in 3 days", "2026-03-17"]),
        (TASKS, "late", 0, "late", ["é late 🐝", "yesterday", "👍🏽 first é"]),
        (TASKS, "z", 1, "z", ["👍🏽 first é", TASKS]),
        (FAR, "picture", 0, "P", [PICTURE]),
    ]
    for note, mark, nth, underlined, texts in cases:
        if note not in sitting.opens:
            continue
        answer = await sitting.ask("textDocument/hover", **sitting.at(note, mark, nth)) or {}
        words = f"hover of {mark} of {note}"
        place = around(sitting, note, mark, nth, underlined)
        sitting.same_places(sitting.spans(note, [answer["range"]] if "range" in answer else []), [place], words)
        told = (answer.get("contents") or {}).get("value", "")
        for text in texts:
            sitting.expect(letters(text) in told, f"{words}: {text!r} is not in {told!r}")
    sitting.same(await sitting.ask("textDocument/hover", **sitting.at(HOME, "one")), None, "hover of a word")


async def links(sitting):
    """All of them, and the files that they lead to."""
    targets = {GOAL: "G", HOME: "O,I,A", FAR: "F", PICTURE: "P", DATED: "Q"}
    for note in (HOME, TASKS, DESK, OUTLINE, FAR):
        if note not in sitting.opens:
            continue
        answer = await sitting.ask("textDocument/documentLink", **sitting.about(note))
        inside = {target: [] for target in targets}
        outside = []
        for one in answer:
            is_inside = one["target"].startswith("file:")
            (inside.setdefault(sitting.note(one["target"]), []) if is_inside else outside).append(one["range"])
        for target, ranges in inside.items():
            wanted = sitting.wanted({note: targets.get(target, "")})
            sitting.same_places(sitting.spans(note, ranges), wanted, f"links of {note} to {target}")
        sitting.same_places(sitting.spans(note, outside), sitting.wanted({note: "X"}), f"links of {note} out of the vault")


async def symbols(sitting):
    """Of a note, one within the other."""
    marked, answer = sitting.marked[HOME], await sitting.ask("textDocument/documentSymbol", **sitting.about(HOME))
    ends = {"title": len(marked.text), "odef": len(marked.text), "idef": marked.of("blockline")[0][1]}
    for mark, end in ends.items():
        sitting.same(len(answer), 1, f"how many symbols are beside {mark}")
        (symbol,) = answer
        name = marked.words(mark)
        sitting.same(symbol["name"], "^" + name if mark == "idef" else name, "the name of a symbol")
        sitting.same_places(sitting.spans(HOME, [symbol["selectionRange"]]), sitting.wanted({HOME: mark}), f"symbol {mark}")
        sitting.same(sitting.spans(HOME, [symbol["range"]])[0][2], end, f"the end of symbol {mark}")
        answer = symbol.get("children") or []
    answer = await sitting.ask("textDocument/documentSymbol", **sitting.about(TASKS))
    tasks = [one["selectionRange"] for one in answer[0].get("children") or []]
    sitting.same_places(sitting.spans(TASKS, tasks), sitting.wanted({TASKS: "task"}), "symbols of tasks")


async def symbols_of_all(sitting):
    """Of all notes: notes by name, headings, tags, tasks."""
    wanted = sitting.wanted
    cases = [
        ("goal", "Goal é", (GOAL, 0, 0)),
        ("start", "Start 🏁", (HOME, 0, 0)),
        ("my désk", "My désk 🖥", (DESK, 0, 0)),
        ("heading:second", "heading:Second é 🐝", *wanted({GOAL: "hdef"})),
        ("#bücher/é", "#bücher/é", wanted({HOME: "T"})[0]),
        ("!pay", "!👩\u200d💻 pay é 漢字", *wanted({TASKS: "pay"})),
        ("!closed é", "!👍🏽 closed é", *wanted({CLOSED: "waits"})),
    ]
    for query, name, place in cases:
        answer = await sitting.ask("workspace/symbol", query=letters(query))
        places = sitting.places([one["location"] for one in answer if one["name"] == letters(name)])
        sitting.same_places(places, [place], f"symbols of {query!r}")


PARTS = [definitions, references, highlights, hovers, links, symbols]
