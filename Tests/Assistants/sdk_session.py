"""sdk_session.py VAULT: `vault mcp` as the Python SDK sees it that this Python has: every tool, resource, prompt and completion over standard
input and output and over HTTP, in each way of speaking that the SDK has. The SDK checks each message by the types of the protocol, and what
tools return against their schemas; the rest is checked here."""

import sys

from sdk import MODES, Session, run  # It adds the folders of what comes next.

from checks import expect, finish, step
from editing import Copy
from plain_client import READERS, WRITERS
from serving import Serving


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


def main():
    program = sys.argv[1]
    with Copy(program, notes={}) as copy:
        step("sittings", lambda: run(sittings(copy)))
    with Copy(program, notes={}) as copy, Serving(copy) as server:
        step("over HTTP", lambda: run(over_http(copy, server)))
    finish(f"15 tools, resources and prompts as {', '.join(MODES)}, over pipes and over HTTP")


main()
