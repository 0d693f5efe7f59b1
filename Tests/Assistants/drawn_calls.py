"""drawn_calls.py VAULT [--long]: calls that hypothesis makes from the tools' schemas, by the Python SDK that this Python has, over standard
input and output and over HTTP: each is answered with what the tool's schema allows, or with an error of a known word, and each tool does
something now and then."""

import json
import sys

import jsonschema
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from sdk import MODES, Session, run  # It adds the folders of what comes next.

from checks import expect, finish, step
from editing import Copy
from plain_client import WRITERS
from serving import Serving

COUNT = 1_000 if "--long" in sys.argv else 12
NAMES = ["Home", "Areas/Bike.md", "Bike", "The Salt Road", "No such note", "../x", "", "Recipes/Rye sourdough.md", "today"]


VALUES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()


def values_of(schema):
    """Values that a schema of the tools allows: the words of JSON Schema that they use are few."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kind = schema["type"]
    if kind == "string":
        return st.text()
    if kind == "integer":
        return st.integers(schema.get("minimum"), schema.get("maximum"))
    if kind == "boolean":
        return st.booleans()
    if kind == "array":
        return st.lists(values_of(schema["items"]), min_size=schema.get("minItems", 0), max_size=schema.get("maxItems", 8))
    members = {name: values_of(member) for name, member in schema.get("properties", {}).items()}
    return st.fixed_dictionaries(members) if members else st.dictionaries(st.text(max_size=8), VALUES | st.lists(VALUES), max_size=4)


# What the vault has when a call is made stands in the place of these.
ETAG, TASK, CHANGE, LINE = "<etag>", "<task>", 9_999_999, "<line>"


# What no tool needs, but without which some do nothing.
ENOUGH = ["add_tags", "status"]


def arguments_of(schema):
    """Arguments that the schema allows, of which most mean something in the vault."""
    words = st.sampled_from(NAMES + ["salt", "due:today", "tag:work", "(", "-", "a\u200bb", "\x00", "é" * 50])
    # Other notes of the name may have been made meanwhile.
    real = {
        "note": st.sampled_from(["Home.md", "Areas/Bike.md", "Projects/The Salt Road.md"]), "etag": st.just(ETAG), "task": st.just(TASK), "change": st.just(CHANGE),
        "edits": st.just([{"old_text": LINE, "new_text": "another line"}]), "to": st.sampled_from(["Areas/", "Archive/Deep/", "Moved"]),
        "due": st.sampled_from(["2026-04-01", "tomorrow", "none"]), "add_tags": st.just(["drawn"]), "folder": st.sampled_from(["", "Areas", "New/Deep"]),
    }
    members, meant = {}, {}
    for name, member in schema.get("properties", {}).items():
        own = values_of(member)
        if member.get("type") == "string" and "enum" not in member:
            own = words | own
        members[name] = own
        meant[name] = real.get(name, own)
    required = schema.get("required", [])

    def right(values):
        return st.fixed_dictionaries(
            {name: values[name] for name in required}, optional={name: values[name] for name in values if name not in required}
        )

    wrong = st.dictionaries(st.sampled_from([*members, "other"]), st.integers() | st.text() | st.none() | st.lists(st.text()))
    plain = st.fixed_dictionaries({name: meant[name] for name in [*required, *(name for name in ENOUGH if name in members)]})
    return plain | right(meant) | right(members) | wrong


async def filled_in(session, arguments, change):
    """The arguments with what stands in the vault now."""
    filled = dict(arguments)
    note = None
    edits = filled.get("edits")
    is_line = isinstance(edits, list) and edits and edits[0] == {"old_text": LINE, "new_text": "another line"}
    if filled.get("etag") == ETAG or is_line:
        note, _ = await session.call("read_note", {"note": str(filled.get("note", "Home"))})
    if filled.get("etag") == ETAG and note:
        filled["etag"] = note["etag"]
    if is_line and note:
        lines = [line for line in note["text"].split("\n") if len(line) > 12 and note["text"].count(line) == 1]
        if lines:
            filled["edits"] = [{"old_text": lines[-1], "new_text": lines[-1] + " and another"}]
    if filled.get("task") == TASK:
        tasks, _ = await session.call("list_tasks", {"limit": 1})
        filled["task"] = tasks["tasks"][0]["task"] if tasks and tasks["tasks"] else "none"
    if filled.get("change") == CHANGE and change:
        filled["change"] = change
    return filled


# An assistant may ask for no more changes in a minute.
MOST_CHANGES = 58


def groups(cases):
    """The calls in order, as many together as one server answers."""
    group, changes = [], 0
    for tool, arguments in cases:
        writes = tool in WRITERS
        # To take a change back, one has to be made.
        needed = 2 if tool == "undo_change" else 1 if writes else 0
        # What one tool has moved or deleted is there for the next.
        is_next = writes and group and group[-1][0] != tool
        if changes + needed > MOST_CHANGES or is_next:
            yield group
            group, changes = [], 0
        changes += needed
        group.append((tool, arguments))
    yield group


def drawn_cases(schema, count):
    cases = []

    @seed(20260314)
    @settings(max_examples=count, database=None, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(arguments_of(schema))
    def draw(arguments):
        cases.append(arguments)

    draw()
    return [cases[n % len(cases)] for n in range(count)]


async def drawn_calls(program, mode, count, over_http=False):
    """Calls of each tool: a result that its schema allows, or an error with one of the words; each tool does something now and then."""
    words = {"not-found", "ambiguous", "changed", "not-once", "not-allowed", "bad-argument", "too-large", "unreadable"}
    with Copy(program, notes={}) as copy:
        async with Session(copy, mode, "--write") as session:
            tools = {tool.name: tool for tool in await session.tools()}
            validators = {
                name: jsonschema.Draft202012Validator(session.field(tool, "output_schema")) for name, tool in tools.items()
            }
            cases = [
                (name, arguments) for name, tool in tools.items() for arguments in drawn_cases(session.field(tool, "input_schema"), count)
            ]
    done = dict.fromkeys(tools, 0)

    async def ask(session, tool, arguments):
        value, error = await session.call(tool, arguments)
        if error is None:
            done[tool] += 1
            problem = next(validators[tool].iter_errors(value), None)
            expect(problem is None, f"{session.mode}, {tool} {arguments!r}: {problem and problem.message}")
            expect(len(json.dumps(value, ensure_ascii=False)) <= 24 << 10, f"{session.mode}, {tool} {arguments!r}: too long")
        else:
            expect(error.partition(":")[0] in words, f"{session.mode}, {tool} {arguments!r}: {error}")
            expect("within a minute" not in error, f"{session.mode}, {tool}: {error}")
        return value or {}

    async def all_of(group, session):
        for tool, arguments in group:
            change = None
            if tool == "undo_change":
                made, _ = await session.call("add_text", {"note": "Home.md", "text": "- to be taken back"})
                change = made and made["change"]
            await ask(session, tool, await filled_in(session, arguments, change))

    for group in groups(cases):
        with Copy(program, notes={}) as copy:
            if over_http:
                with Serving(copy) as server:
                    async with Session(copy, mode, "--write", server=server) as session:
                        await all_of(group, session)
            else:
                async with Session(copy, mode, "--write") as session:
                    await all_of(group, session)
    for tool, times in done.items():
        expect(times > 0, f"{mode}: each of {count} calls of {tool} failed")


def main():
    for mode in MODES:
        step(f"as {mode}", lambda: run(drawn_calls(sys.argv[1], mode, COUNT)))
        step(f"as {mode} over HTTP", lambda: run(drawn_calls(sys.argv[1], mode, COUNT, over_http=True)))
    finish(f"{COUNT} calls of each tool as {', '.join(MODES)}, over pipes and over HTTP")


main()
