"""full_disk.py VAULT [FOLDER]: an assistant's server over a vault on a disk that is filled to the brim: it answers what is asked, each change
is made or refused in words that name the full disk, nothing is harmed, and with room again it works. FOLDER is on that disk, which
`full_disk` makes for it."""

import os
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from plain_client import Failed, PlainClient  # It adds the folder of the editors' tests, too.

from checks import expect, finish, step
from disks import Disk, full_disk
from editing import Copy, same

KILOBYTES_LEFT = [0, 4, 8, 12, 16, 24, 32, 64]
NOTES = {"Long.md": "# Long\n\nfirst line\n" + "It goes on. " * 3_000 + "\n", "Links.md": "[[Long]] [[Bike]]\n"}


def changes(client):
    """A change of each kind, as a name and what asks for it."""
    def etag(note):
        return client.call("read_note", note=note, max_bytes=256)["etag"]

    return [
        ("edit_note", lambda: {"note": "Long", "etag": etag("Long"), "edits": [{"old_text": "first line", "new_text": "x" * 9_000}]}),
        ("add_text", lambda: {"note": "Bike", "text": "- more"}), ("create_note", lambda: {"title": "Made", "text": "y" * 9_000}),
        ("set_properties", lambda: {"note": "Long", "set": {"k": 1}}), ("move_note", lambda: {"note": "Long", "to": "Deep/Moved"}),
        ("delete_note", lambda: {"note": "Bike", "etag": etag("Bike")}), ("add_task", lambda: {"text": "Call", "note": "Home"}),
    ]


def sitting(copy, disk, counts):
    before = copy.tree()
    for kilobytes in KILOBYTES_LEFT:
        with PlainClient(copy, "--write") as client:
            for tool, arguments in changes(client):
                words = f"{tool} with {kilobytes} KiB left"
                values = arguments()
                disk.fill(kilobytes)
                try:
                    made = client.call(tool, **values)["change"]
                except Failed as failure:
                    counts["refused"] += 1
                    expect("full" in failure.message, f"{words}: {failure}")
                    same(copy.tree(), before, words)
                    made = None
                client.call("search_notes", query="salt", limit=2)
                client.call("read_note", note="Bike" if tool != "delete_note" else "Home")
                expect(not disk.temporaries(), f"{words}: {disk.temporaries()} are left")
                disk.empty()
                if made:
                    counts["made"] += 1
                    client.call("undo_change", change=made)
                    same(copy.tree(), before, f"{words}, and back")


def main():
    program = os.path.abspath(sys.argv[1])
    if len(sys.argv) == 2 or sys.argv[2].startswith("--"):
        full_disk(program, __file__)
        finish("")
    disk, counts = Disk(sys.argv[2]), {"made": 0, "refused": 0}
    with tempfile.TemporaryDirectory(prefix="vault-mcp-") as elsewhere:
        tempfile.tempdir = sys.argv[2]
        others = {f"XDG_{kind}_HOME": f"{elsewhere}/{kind}" for kind in ("CACHE", "STATE", "DATA", "CONFIG")}
        for words, environment in [("the vault alone", others), ("all", {})]:
            def run(environment=environment):
                with Copy(program, notes=NOTES, extra_environment=environment) as copy:
                    sitting(copy, disk, counts)

            step(f"a full disk under {words}", run)
            disk.empty()
    expect(min(counts.values()) > 0, f"changes were {counts}")
    finish(f"{counts['refused']} changes refused and {counts['made']} made")


if __name__ == "__main__":
    main()
