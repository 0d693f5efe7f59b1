"""sdk_session.py VAULT [--long]: `vault mcp` as the Python SDK sees it that this Python has: every tool, resource, prompt and completion
over standard input and output and over HTTP, in each way of speaking that the SDK has; then calls that hypothesis makes from the tools' schemas.
The SDK checks each message by the types of the protocol, and what tools return against their schemas; the rest is checked here."""

import asyncio
import json
import os
import sys

import jsonschema
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from plain_client import READERS, WRITERS  # It adds the folder of the editors' tests, too.

from checks import expect, finish, step
from editing import Copy
from serving import Serving

try:
    from mcp import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client
    from mcp.client.streamable_http import streamable_http_client
    from mcp.shared._httpx_utils import create_mcp_http_client

    MODES = ["auto", "legacy", "2026-07-28"]
except ImportError:
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client
    from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

    MODES = ["legacy SDK"]

LONG = "--long" in sys.argv


class Session:
    """One of the two SDKs, by the same names."""

    def __init__(self, copy, mode, *options, server=None):
        """`server`: the one that is asked over HTTP; without it a process of its own is."""
        self.mode, self.server = mode if server is None else f"{mode}, HTTP", server
        self.is_old = mode == "legacy SDK"
        self.way = mode
        self.parameters = StdioServerParameters(
            command=copy.program, args=["mcp", "--vault", copy.vault, "--today", "2026-03-14", *options], env=copy.environment
        )

    def streams(self):
        if self.server is None:
            return stdio_client(self.parameters)
        client = create_mcp_http_client(headers=self.server.headers)
        return streamable_http_client(self.server.address + "/mcp", http_client=client)

    async def __aenter__(self):
        if self.is_old:
            self.opened = self.streams()
            read, write, *_ = await self.opened.__aenter__()
            self.client = ClientSession(read, write)
            await self.client.__aenter__()
            self.hello = await self.client.initialize()
        else:
            self.client = Client(self.streams(), mode=self.way)
            await self.client.__aenter__()
        return self

    async def __aexit__(self, *error):
        await self.client.__aexit__(*error)
        if self.is_old:
            await self.opened.__aexit__(*error)

    async def tools(self):
        return (await self.client.list_tools()).tools

    async def call(self, name, arguments):
        """What a tool returns, or the sentence with which it fails."""
        result = await self.client.call_tool(name, arguments)
        texts = [block.text for block in result.content]
        value = self.field(result, "structured_content")
        if self.field(result, "is_error"):
            expect(value is None, f"{name}: an error has a structured content")
            return None, texts[0]
        expect(len(texts) == 1 and json.loads(texts[0]) == value, f"{name}: its text is not what it returns")
        return value, None

    @staticmethod
    def field(value, name):
        """The newer SDK writes names with underscores, the older one as they are sent."""
        words = name.split("_")
        return getattr(value, name, None) if hasattr(value, name) else getattr(value, words[0] + "".join(w.title() for w in words[1:]))


async def every_tool(session):
    """All 15, each with what it is for."""

    async def good(name, **arguments):
        value, error = await session.call(name, arguments)
        expect(error is None, f"{session.mode}, {name}: {error}")
        return value or {}

    async def word(name, **arguments):
        _, error = await session.call(name, arguments)
        return (error or "").partition(":")[0]

    mode = session.mode
    found = await good("search_notes", query="salt road", limit=3)
    expect([n["path"] for n in found["notes"]][:1] == ["Projects/The Salt Road.md"], f"{mode}: search found {found}")
    more = await good("search_notes", query="salt road", limit=3, cursor=found["cursor"])
    expect(not {n["path"] for n in found["notes"]} & {n["path"] for n in more["notes"]}, f"{mode}: a page has what was before it")
    note = await good("read_note", note="Bike")
    expect(note["path"] == "Areas/Bike.md" and "# Frau Schulze" in note["text"], f"{mode}: read {note}")
    part = await good("read_note", note="The Salt Road", section="The Salt Road > Plan")
    expect(part["text"].startswith("## Plan"), f"{mode}: the section is {part['text'][:40]!r}")
    listed = await good("list_notes", limit=4, sort="title")
    expect(len(listed["notes"]) == 4 and listed["total"] == 50, f"{mode}: listed {listed['total']}")
    used = await good("list_notes", referenced=True)
    expect({"Areas/Bike.md", "Projects/The Salt Road.md"} <= {n["path"] for n in used["notes"]}, f"{mode}: referenced are {used}")
    tasks = await good("list_tasks", limit=2)
    expect(tasks["tasks"][0]["text"] == "Invoice for part one", f"{mode}: the most urgent is {tasks['tasks'][0]}")
    links = await good("get_links", note="Home")
    expect(links["outTotal"] == 16 and links["inTotal"] == 1, f"{mode}: links are {links['outTotal']}, {links['inTotal']}")
    overview = await good("vault_overview")
    expect(overview["today"] == "2026-03-14" and overview["write"] == ["/"], f"{mode}: the overview is {overview}")

    made = await good("create_note", title=f"Made by {mode}".replace(",", ""), text="One line.\n", folder="Areas", tags=["made"])
    expect(made["state"] == "created", f"{mode}: created {made}")
    edited = await good(
        "edit_note", note=made["path"], etag=made["etag"], edits=[{"old_text": "One line.", "new_text": "Another line."}]
    )
    expect(edited["state"] == "updated" and "+Another line." in edited["diff"], f"{mode}: edited {edited}")
    stale = await word(
        "edit_note", note=made["path"], etag=made["etag"], edits=[{"old_text": "Another", "new_text": "A third"}]
    )
    expect(stale == "changed", f"{mode}: a stale etag is {stale!r}")
    added = await good("add_text", note=made["path"], text="- a point", section="Points", create_section=True)
    expect("## Points" in added["diff"], f"{mode}: added {added}")
    dry = await good("set_properties", note=made["path"], set={"status": "draft"}, add_tags=["two"], dry_run=True)
    expect(dry["state"] == "planned" and dry["change"] is None, f"{mode}: a dry run is {dry}")
    properties = await good("set_properties", note=made["path"], set={"status": "draft"}, add_tags=["two"])
    expect(properties["state"] == "updated", f"{mode}: properties {properties}")
    again = await good("set_properties", note=made["path"], set={"status": "draft"}, add_tags=["two"])
    expect(again["state"] == "unchanged", f"{mode}: the same properties once more are {again}")
    task = await good("add_task", text="Water the plants due:2026-03-20 !high", note=made["path"])
    handle = task["tasks"][0]["task"]
    done = await good("change_task", task=handle, status="done", category="house")
    expect(done["tasks"][0]["status"] == "done", f"{mode}: the task is {done}")
    moved = await good("move_note", note=made["path"], to="Archive/")
    expect(moved["from"] == made["path"] and moved["path"].startswith("Archive/"), f"{mode}: moved {moved}")
    deleted = await good("delete_note", note=moved["path"], etag=moved["etag"])
    expect(deleted["state"] == "deleted", f"{mode}: deleted {deleted}")
    early = await word("undo_change", change=made["change"])
    expect(early == "not-allowed", f"{mode}: to undo an older change first is {early!r}")
    for change in [deleted, moved, done, task, properties, added, edited, made]:
        back = await good("undo_change", change=change["change"])
        expect(isinstance(back.get("change"), int), f"{mode}: undone {back}")
    twice = await good("undo_change", change=made["change"])
    expect(twice.get("state") == "unchanged", f"{mode}: undone twice is {twice}")


async def the_rest(session):
    """Resources, prompts and completion."""
    client, mode, field = session.client, session.mode, session.field
    resources = (await client.list_resources()).resources
    addresses = [str(resource.uri) for resource in resources]
    expect(addresses[0] == "vault://agenda" and len(addresses) > 20, f"{mode}: resources are {addresses[:3]}")
    templates = field(await client.list_resource_templates(), "resource_templates")
    expect([field(t, "uri_template") for t in templates] == ["vault://note/{+path}"], f"{mode}: templates are {templates}")
    for address in ["vault://agenda", "vault://note/Areas/Bike.md", addresses[5]]:
        contents = (await client.read_resource(address)).contents
        expect(len(contents) == 1 and contents[0].text, f"{mode}: {address} is {contents}")
    try:
        await client.read_resource("vault://note/No.md")
        expect(False, f"{mode}: a note that is not there was read")
    except Exception as error:  # Each SDK has an error of its own.
        expect("not-found" in str(error), f"{mode}: a note that is not there is {error}")
    prompts = (await client.list_prompts()).prompts
    expect([p.name for p in prompts] == ["catch_up", "plan_day", "tidy_note"], f"{mode}: prompts are {prompts}")
    for name, arguments in [("catch_up", {"days": "30"}), ("plan_day", {}), ("tidy_note", {"note": "Bike"})]:
        prompt = await client.get_prompt(name, arguments)
        kinds = [message.content.type for message in prompt.messages]
        expect(kinds[0] == "text" and set(kinds[1:]) == {"resource"}, f"{mode}: {name} has {kinds}")


async def sittings(copy):
    for mode in MODES:
        async with Session(copy, mode, "--write") as session:
            await sitting(session, copy)
        async with Session(copy, mode) as session:
            names = [tool.name for tool in await session.tools()]
            expect(names == READERS, f"{mode}: without --write the tools are {names}")


async def sitting(session, copy):
    tools = await session.tools()
    expect([tool.name for tool in tools] == READERS + WRITERS, f"{session.mode}: the tools are {[t.name for t in tools]}")
    before = copy.tree()
    await every_tool(session)
    expect(copy.tree() == before, f"{session.mode}: after all was undone, a file is not what it was")
    await the_rest(session)


async def over_http(copy, server):
    for mode in MODES:
        async with Session(copy, mode, server=server) as session:
            await sitting(session, copy)


# Calls that nobody has thought of.

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


def arguments_of(schema):
    """Arguments that the schema allows, of which some mean something in the vault."""
    words = st.sampled_from(NAMES + ["salt", "due:today", "tag:work", "(", "-", "a\u200bb", "\x00", "é" * 50])
    members = {}
    for name, member in schema.get("properties", {}).items():
        own = values_of(member)
        if member.get("type") == "string" and "enum" not in member:
            own = words | own
        members[name] = own
    required = {name: members[name] for name in schema.get("required", [])}
    optional = {name: members[name] for name in members if name not in required}
    right = st.fixed_dictionaries(required, optional=optional)
    wrong = st.dictionaries(st.sampled_from([*members, "other"]), st.integers() | st.text() | st.none() | st.lists(st.text()))
    return right | right | right | wrong


async def drawn_calls(copy, mode, count, server=None):
    """Calls of each tool: a result that its schema allows, or an error with one of the words."""
    words = {"not-found", "ambiguous", "changed", "not-once", "not-allowed", "bad-argument", "too-large", "unreadable"}
    async with Session(copy, mode, "--write", server=server) as session:
        mode = session.mode
        for tool in await session.tools():
            schema, output = session.field(tool, "input_schema"), session.field(tool, "output_schema")
            cases = []

            @seed(20260314)
            @settings(
                max_examples=count, database=None, deadline=None, phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(arguments_of(schema))
            def draw(arguments):
                cases.append(arguments)

            draw()
            while len(cases) < count:
                cases += cases[: count - len(cases)]
            validator = jsonschema.Draft202012Validator(output)
            failed = 0
            for arguments in cases:
                value, error = await session.call(tool.name, arguments)
                if error is None:
                    problem = next(validator.iter_errors(value), None)
                    expect(problem is None, f"{mode}, {tool.name} {arguments!r}: {problem and problem.message}")
                    expect(len(json.dumps(value, ensure_ascii=False)) <= 24 << 10, f"{mode}, {tool.name} {arguments!r}: too long")
                else:
                    failed += 1
                    expect(error.partition(":")[0] in words, f"{mode}, {tool.name} {arguments!r}: {error}")
            expect(failed < len(cases) or tool.name in WRITERS, f"{mode}, {tool.name}: every call failed")


def run(work):
    """The errors of a group say what they are."""
    try:
        asyncio.run(work)
    except BaseExceptionGroup as group:
        error = group
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        raise error


def main():
    program = sys.argv[1]
    with Copy(program, notes={}) as copy:
        step("sittings", lambda: run(sittings(copy)))
    with Copy(program, notes={}) as copy, Serving(copy) as server:
        step("over HTTP", lambda: run(over_http(copy, server)))
    count = 1_000 if LONG else 12
    for mode in MODES:
        with Copy(program, notes={}) as copy:
            step(f"calls as {mode}", lambda: run(drawn_calls(copy, mode, count)))
        with Copy(program, notes={}) as copy, Serving(copy) as server:
            step(f"calls as {mode} over HTTP", lambda: run(drawn_calls(copy, mode, count, server)))
    finish(f"15 tools, resources and prompts as {', '.join(MODES)}; {count} drawn calls of each tool")


main()
