"""methods.py VAULT: each method of the server, asked by pytest-lsp about texts with emoji, combining marks and CJK, with LF
and CRLF, with and without a byte order mark, saved and unsaved, in UTF-8, UTF-16 and UTF-32. What is to be answered is
computed from marks in the texts, and clients that count otherwise get the same."""

import asyncio
import itertools
import sys
import warnings

import methods_edits
import methods_life
import methods_places
from checks import expect, finish, step
from editing import greet
from methods_sitting import Sitting, Variant, cannot_touch_files, found
from methods_text import DESK, DRAFT, FAR, GOAL, HOME, OUTLINE, PICTURE, TASKS, letters
from workspace import UTF8, UTF16, UTF32, path_of

# By the mark of what was typed: the label of an offer, and what it puts there.
OFFERS = {
    "listed": ("bücher", "bücher"),
    "value": ("draft", "draft"),
    "key": ("aliases", "aliases: "),
    "note": ("Goal é", "Goal 漢字 é|Goal é]]"),
    "alias": ("Start 🏁", "Home 🏡|Start 🏁"),
    "within": ("Start 🏁", "Home 🏡"),
    "cell": ("Start 🏁", "Home 🏡\\|Start 🏁]]"),
    "heading": ("Second é 🐝", "Second é 🐝]]"),
    "block": ("bee1", "bee1"),
    "own": ("The draft é 🐝", "The draft é 🐝"),
    "path": (FAR, "Far%20away/Café%20👩\u200d💻.md)"),
    "file": (PICTURE, "Far%20away/pic%20🖼.png"),
    "tag": ("bücher/é", "bücher/é"),
    "emoji": ("🐝 honeybee", "🐝"),
    "date": ("tomorrow", "2026-03-15"),
    "scheduled": ("in 2 weeks", "2026-03-28"),
    "start": ("saturday", "2026-03-14"),
    "created": ("today", "2026-03-14"),
    "inline": ("next week", "2026-03-16"),
    "word": ("today", "2026-03-14"),
    "field": ("due", "📅 "),
    "sign": ("start", "🛫 "),
    "priority": ("high priority", "⏫"),
    "id": ("abc1", "abc1"),
}


def unescaped(offer):
    """A snippet without places to fill in is a text with escapes."""
    new = offer["textEdit"]["newText"]
    if offer.get("insertTextFormat") == 2:
        for sign in "$}\\":
            new = new.replace("\\" + sign, sign)
    return new


async def completions(sitting):
    marked, text = sitting.marked[DRAFT], sitting.texts[DRAFT]

    async def has_names():
        answer = await sitting.session.ask("textDocument/completion", **sitting.at(DRAFT, "note", into=-1))
        return letters(OFFERS["note"][0]) in [one["label"] for one in answer["items"]]

    await sitting.until(has_names, True)
    for mark, (label, new) in OFFERS.items():
        words, at = f"completion of {mark}", sitting.at(DRAFT, "cursor" if mark == "within" else mark, into=-1)
        answer = await sitting.ask("textDocument/completion", **at, context={"triggerKind": 1})
        # Which note was changed last, and so comes first, is another matter.
        sitting.log[-1] = (*sitting.log[-1][:2], sorted(map(str, (sitting.log[-1][2] or {}).get("items", []))))
        offers = (answer or {}).get("items", [])
        typed = text.text[marked.of(mark)[0][0] : text.offset(at["position"])]
        for one in offers:
            sitting.expect(typed in one.get("filterText", typed), f"{words}: {one['label']} is dropped by clients")
            sitting.same(one["textEdit"]["insert"]["end"], at["position"], f"{words}: an insertion ends at the cursor")
        offer = next((one for one in offers if one["label"].strip() == letters(label)), None)
        sitting.expect(offer, f"{words}: {label} is not among {[one['label'] for one in offers][:9]}")
        if offer:
            edit = {"range": offer["textEdit"]["replace"], "newText": unescaped(offer)}
            sitting.same(text.applying([edit]).text, marked.replaced({mark: new}), words)
            sitting.same_places(sitting.spans(DRAFT, [edit["range"]]), sitting.wanted({DRAFT: mark}), words)
    nothing = await sitting.ask("textDocument/completion", **sitting.at(HOME, "one", into=-1))
    sitting.same((nothing or {}).get("items", []), [], "completion of a word")


async def typing(sitting):
    """A name that was typed right now is offered: what comes before a request is in it."""
    goal, draft, new = sitting.workspace.document(GOAL), sitting.workspace.document(DRAFT), letters("Zébra 👩\u200d💻 ")
    alias, place = goal.text.text.index("The goal"), sitting.marked[DRAFT].of("note")[0]
    sitting.workspace.edit(GOAL, [{"range": goal.text.range(alias, alias), "newText": new}])
    sitting.workspace.edit(DRAFT, [{"range": draft.text.range(*place), "newText": new[:3]}])
    at = {**sitting.about(DRAFT), "position": draft.text.position(place[0] + 3)}
    answer = await sitting.session.ask("textDocument/completion", **at)
    labels = [one["label"] for one in (answer or {}).get("items", [])]
    sitting.expect(new + "The goal 🎯" in labels, f"an alias that was typed right now is not offered, but {labels[:5]}")
    sitting.workspace.edit(GOAL, [{"range": goal.text.range(alias, alias + len(new)), "newText": ""}])
    before = sitting.marked[DRAFT].words("note")
    sitting.workspace.edit(DRAFT, [{"range": draft.text.range(place[0], place[0] + 3), "newText": before}])


async def folds(sitting):
    answer = await sitting.ask("textDocument/foldingRange", **sitting.about(OUTLINE))
    sides = [(side, side + "Line", side + "Character") for side in ("start", "end")]
    ranges = [{side: {"line": one[line], "character": one[place]} for side, line, place in sides} for one in answer]
    places = sitting.spans(OUTLINE, ranges)
    sitting.log[-1] = (*sitting.log[-1][:2], places)
    # Two parts may fold alike.
    sitting.same_places(places, [(OUTLINE, *span) for span in sitting.marked[OUTLINE].spans["fold"]], "folds")
    kinds = [one["kind"] for one in answer if one.get("kind")]
    sitting.same(sorted(kinds), ["comment", "comment", "region"], "kinds of folds")


async def selections(sitting):
    """From the word at the cursor outwards, each holding the one before it."""
    positions = [sitting.at(OUTLINE, mark)["position"] for mark in ("cursor", "G")]
    answer = await sitting.ask("textDocument/selectionRange", **sitting.about(OUTLINE), positions=positions)
    sitting.same(len(answer), len(positions), "selections")
    growth, one = [], answer[0]
    while one:
        growth += sitting.spans(OUTLINE, [one["range"]])
        one = one.get("parent")
    for (_, start, end), (_, outer_start, outer_end) in zip(growth, growth[1:]):
        is_within = outer_start <= start and end <= outer_end and (start, end) != (outer_start, outer_end)
        sitting.expect(is_within, f"a selection of {start}-{end} grows to {outer_start}-{outer_end}")
    wanted = [*sitting.wanted({OUTLINE: "s"}), (OUTLINE, 0, len(sitting.marked[OUTLINE].text))]
    sitting.same_places([place for place in growth if place in wanted], wanted, "what a selection grows to")


async def lenses(sitting):
    others = [place for place in sitting.everywhere("G") if place[0] != GOAL]
    cases = {
        GOAL: {"first": f"{len(others)} backlinks", "headline": f"{len(sitting.everywhere('H'))} links"},
        HOME: {"first": "1 backlink", "ownline": "1 link"},
    }
    for note, wanted in cases.items():
        answer = await sitting.ask("textDocument/codeLens", **sitting.about(note))
        starts = [place[1] for place in sitting.spans(note, [one["range"] for one in answer])]
        shown = dict(zip(starts, (one["command"]["title"] for one in answer)))
        marked = {sitting.marked[note].of(mark)[0][0]: words for mark, words in wanted.items()}
        sitting.same(shown, marked, f"lenses of {note}")


async def hints(sitting):
    text, marked = sitting.texts[TASKS], sitting.marked[TASKS]
    wanted = {"due": "in 3 days", "overdue": "yesterday", "waiting": "👍🏽 first é", "dated": "漢字 The day é"}
    for part, marks in (((0, len(text.text)), list(wanted)), (marked.of("late")[0], ["overdue", "waiting"])):
        answer = await sitting.ask("textDocument/inlayHint", **sitting.about(TASKS), range=text.range(*part))
        shown = {text.offset(one["position"]): one["label"] for one in answer}
        sitting.same(shown, {marked.of(mark)[0][0]: letters(wanted[mark]) for mark in marks}, f"hints of {marks}")


def decoded(data, legend, text):
    """Tokens as (start, end, kind, modifiers)."""
    line, column = 0, 0
    for down, along, length, kind, modifiers in zip(*(data[place::5] for place in range(5))):
        line, column = line + down, along + (0 if down else column)
        start, end = (text.offset({"line": line, "character": column + more}) for more in (0, length))
        names = [name for bit, name in enumerate(legend["tokenModifiers"]) if modifiers >> bit & 1]
        yield start, end, legend["tokenTypes"][kind], names


async def tokens(sitting):
    legend = sitting.session.plain(sitting.session.server.semantic_tokens_provider)["legend"]
    kinds = {"G,H,O,I,F,R,X,Q,A,P,D": "class", "g": "enumMember", "k": "property", "d": "number", "c": "comment"}
    for note, line in ((HOME, "blockline"), (TASKS, "late")):
        text, marked, wanted = sitting.texts[note], sitting.marked[note], []
        for marks, kind in kinds.items():
            for start, end in marked.of(marks):
                is_broken = (start, end) in marked.of("D")
                has_sign = kind == "enumMember" and marked.text[start - 1] == "#"
                wanted.append((start - has_sign, end, kind, ["deprecated"] if is_broken else []))
        for method, (first, last) in (("full", (0, len(text.text))), ("range", marked.of(line)[0])):
            given = {"range": text.range(first, last)} if method == "range" else {}
            answer = await sitting.ask("textDocument/semanticTokens/" + method, **sitting.about(note), **given)
            shown = list(decoded(answer["data"], legend, text))
            sitting.log[-1] = (*sitting.log[-1][:2], shown)
            within = sorted(one for one in wanted if one[0] < last and first < one[1])
            sitting.same(shown, within, f"tokens, {method}, of {note}")


async def problems(sitting):
    """What is wrong in notes, asked for or told. A link that was just typed is not called broken for a second."""
    dangling = {"D": "link-dangling"}
    cases = {
        HOME: dangling,
        GOAL: dangling,
        DESK: dangling,
        TASKS: {**dangling, "anchor": "link-anchor", "impossible": "task-date-impossible"},
    }
    for note, codes in cases.items():
        wanted = sorted((*place, code) for mark, code in codes.items() for place in sitting.wanted({note: mark}))

        async def shown(note=note, codes=codes):
            if sitting.variant.pulls:
                items = (await sitting.session.ask("textDocument/diagnostic", **sitting.about(note)))["items"]
            else:
                told = {path_of(uri): items for uri, items in sitting.session.client.diagnostics.items()}
                items = sitting.session.plain(told.get(sitting.copy.path(note), []))
            known = [one for one in items if one["code"] in codes.values()]
            places = sitting.spans(note, [one["range"] for one in known])
            return sorted((*place, one["code"]) for place, one in zip(places, known))

        sitting.same(await sitting.until(shown, wanted), wanted, f"problems of {note}")


PARTS = [
    *(*methods_places.PARTS, folds, selections, lenses, hints, tokens, *methods_edits.PARTS),
    # Those of which names are asked come late, when the names of what was typed are known.
    *(completions, methods_places.symbols_of_all, problems, typing, methods_edits.commands),
]


async def sit(program, variant, parts, change=None):
    """Asks all, and returns what was answered."""
    async with Sitting(program, variant, change) as sitting:
        for part in parts:
            try:
                await part(sitting)
            except Exception as error:  # The other parts still tell something.
                sitting.expect(False, f"{part.__name__}: {error!r}")
        return sitting.log


def compare(logs):
    """Clients that count otherwise get the same, and so do those of files with a byte order mark, which they do not see."""
    for ends, is_saved in itertools.product(("\n", "\r\n"), (True, False)):
        first, *others = (log for variant, log in logs.items() if (variant.ends, variant.is_saved) == (ends, is_saved))
        for log in others:
            differing = [pair for pair in zip(first, log) if pair[0] != pair[1]]
            expect(not differing, f"{len(differing)} answers are others, the first {differing[:1]}")
            expect(len(first) == len(log), f"there are {len(first)} and {len(log)} answers")


def main():
    program, logs = sys.argv[1], {}
    greet(program)
    encodings = (UTF8, UTF16, UTF32)
    kinds = itertools.product(("\n", "\r\n"), (False, True), (True, False), encodings)
    sittings = [(Variant(*kind), PARTS, None) for kind in kinds]
    for encoding in encodings:
        sittings += [
            (Variant("\r\n", True, False, encoding), methods_life.PARTS, None),
            (Variant("\r\n", True, True, encoding), [methods_life.leaving_files_to_the_server], cannot_touch_files),
        ]
    for variant, parts, change in sittings:

        def sitting():
            with warnings.catch_warnings(record=True) as warned:
                warnings.simplefilter("always")
                log = asyncio.run(sit(program, variant, parts, change))
            if parts is PARTS:
                logs[variant] = log
            for one in warned:
                if one.category.__name__ == "LspSpecificationWarning":
                    found.setdefault(str(one.message), []).append(str(variant))

        step(f"{variant}, {parts[-1].__name__}", sitting)
    step("all clients", lambda: compare(logs))
    for words, places in found.items():
        expect(False, f"{words} ({'everywhere' if len(places) == len(logs) else ', '.join(places)})")
    finish(f"{sum(map(len, logs.values()))} answers are what the marks say, for {len(sittings)} clients")


if __name__ == "__main__":
    main()
