"""hostile_notes.py VAULT [--long] [--times] [--only NAMES]: `vault ui` shows notes that are meant to steer the terminal, or to be too much."""

import os
import pwd
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True

from checks import expect, finish, step, until
from place import Place, program_of
from plain_terminal import BACKSPACE, DOWN, ENTER, ESCAPE, PAGE_DOWN, PAGE_UP, TAB, memory
from sent_bytes import harm

PROGRAM, LONG = program_of(sys.argv), "--long" in sys.argv


def sequences():
    """Some two hundred of what steers a terminal."""
    found = []
    # CSI with each end, in its three spellings.
    for final in range(0x40, 0x7F):
        found.append(b"\x1b[3;1%c" % final)
    for final in b"hlHJKmnrsuctqX@~":
        found += [b"\x9b2;2%c" % final, b"\xc2\x9b2;2%c" % final]
    found += [b"\x1b[?%d%c" % (mode, end) for mode in (1, 3, 5, 7, 25, 47, 1000, 1002, 1003, 1006, 1049, 2004, 2026) for end in b"hl"]
    found += [b"\x1b[>1u", b"\x1b[<u", b"\x1b[=5u", b"\x1b[!p", b"\x1b[?2026$p", b"\x1b[6n", b"\x1b[c", b"\x1b[>c", b"\x1b[21t", b"\x1b[8;1;1t", b"\x1b[38;2;1;2;3m", b"\x1b[8m"]
    # Strings.
    for number in (0, 1, 2, 4, 7, 8, 9, 10, 11, 12, 22, 50, 52, 104, 133, 633, 777, 1337, 5522):
        for end in (b"\x07", b"\x1b\\", b"\x9c", b"\xc2\x9c", b""):
            found.append(b"\x1b]%d;c;cHduZWQ=%s" % (number, end))
    found += [b"\x9d0;title\x07", b"\xc2\x9d0;title\xc2\x9c", b"\x1b]8;;http://evil.example/\x1b\\click\x1b]8;;\x1b\\", b"\x1b]52;c;!\x07", b"\x1b]52;c;?\x07"]
    found += [b"\x1bP1;2q#0;2;0;0;0~\x1b\\", b"\x1bP$qm\x1b\\", b"\x1bP+q544e\x1b\\", b"\x1bPtmux;\x1b\x1b]0;t\x07\x1b\\", b"\x90q~\x9c", b"\xc2\x90q~\xc2\x9c"]
    found += [b"\x1b_Ga=d\x1b\\", b"\x1b^pm\x1b\\", b"\x1bXsos\x1b\\", b"\xc2\x9fapc\xc2\x9c", b"\xc2\x98sos\xc2\x9c"]
    # ESC and one more; C0; C1.
    found += [b"\x1b" + bytes([byte]) for byte in b"c78=>DEHMNOZ\\lmno|}~6"] + [b"\x1b#8", b"\x1b(0", b"\x1b)B", b"\x1b%G", b"\x1b%@", b"\x1b F", b"\x1b", b"\x1b\x1b"]
    found += [bytes([byte]) for byte in (*range(1, 0x20), 0x7F)] + [bytes([0xC2, byte]) for byte in range(0x80, 0xA0)] + [bytes([byte]) for byte in range(0x80, 0xA0)]
    # What turns text around, or ends a line.
    found += [chr(code).encode() for code in (0x200E, 0x200F, 0x061C, 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF, 0x00AD, 0x200B, 0x200D, 0xFE0F, 0xE0001, 0xE0041, 0x1F1E6)]
    # No UTF-8.
    found += [b"\xff", b"\xfe\xff", b"\xc0\x9b2J", b"\xe0\x80\x9b2J", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x80", b"\xc2", b"\xc2[2J", b"\xf0\x9f\x91"]
    return found


def quoted(sequence):
    """As YAML writes it between double quotes; bytes that are no UTF-8 stay."""
    out = b""
    for byte in sequence:
        out += b"\\x%02x" % byte if byte < 0x20 or byte == 0x7F or byte in b'"\\' else bytes([byte])
    return b'"' + out + b'"'


def fill(place):
    """A vault with each of them at each place where a note has text. Returns how many there are."""
    every = sequences()
    for number, sequence in enumerate(every):
        line = sequence.replace(b"\n", b" ").replace(b"\r", b" ")
        name = b"N%03d " % number + sequence.replace(b"/", b"_").replace(b"\0", b"_") + b" e.md"
        tag = line.replace(b" ", b"")
        yaml = quoted(sequence)
        content = (
            b"---\ntitle: " + quoted(b"T%d " % number + sequence + b" t") + b"\ntags: [" + quoted(b"g" + sequence) + b", plain]\naliases: [" + yaml + b"]\n" + yaml + b": "
            + yaml + b"\ncategory: " + yaml + b"\nraw: a" + line + b"b\n---\n# H" + line + b"h\n\nText " + line + b" and `code " + line + b"` **bold " + line + b"** [link "
            + line + b"](http://example.org/" + line + b") [[N%03d " % ((number + 1) % len(every)) + line + b"]] #tag" + tag + b"\n\n- [ ] Task " + line + b" #t" + tag
            + b" \xf0\x9f\x93\x85 2026-03-14\n- [x] Done " + line + b" \xe2\x9c\x85 2026-03-01\n- item " + line + b"\n\n> quote " + line + b"\n\n| a | " + line + b" |\n|---|---|\n| "
            + line + b" | d |\n\n```sh" + line + b"\ncode " + sequence + b"\n```\n\n## Sub " + line + b"\n\n$x " + line + b"$ ![image " + line + b"](i.png) [^1]\n\n[^1]: note "
            + line + b"\n<b>" + line + b"</b>\n"
        )
        folder = b"" if number % 3 else b"F%03d " % number + sequence.replace(b"/", b"_").replace(b"\0", b"_").strip(b" .") + b"/"
        try:
            place.write(folder + name, content)
        except OSError:  # The file system has no such names.
            place.write(b"N%03d.md" % number, content)
    return len(every)


def judge(terminal, what, status=0):
    """What was sent is in the grammar; it ends well, and nothing is left."""
    told = harm(terminal.update().tokens)
    for words in told[:4]:
        expect(False, f"{what}: {words}")
    if terminal.process.poll() is not None:
        return expect(False, f"{what}: it has ended with {terminal.process.poll()}")
    for _ in range(3):
        terminal.send(ESCAPE)
        time.sleep(0.15)
    terminal.send(b"1")
    terminal.sync(120)
    terminal.send(b"q")
    ended = terminal.end(10)
    expect(ended == status, f"{what}: {'10 s after q it has not ended' if ended is None else f'ended with {ended}'}")
    for words in terminal.remains():
        expect(False, f"{what}: {words}")
    return None


def answered(terminal, keys, what, seconds=120):
    """Types, and sees that it is answered."""
    terminal.send(keys, seconds)
    try:
        terminal.sync(seconds)
    except RuntimeError:
        raise RuntimeError(f"{what}: {keys!r} is not answered in {seconds} s: {terminal.process.poll()}\n{terminal.text}") from None


OPEN = ("Esc leave", "Esc close", "y yes")


def closed(terminal, keys, what, seconds=120):
    """Opens something by keys and closes it, if it opens."""
    left = lambda: terminal.rows[-2][: terminal.picture.size[0] * 2 // 3].strip()
    before = left()
    terminal.send(keys)
    # A dialog, or a line that says why not. What comes after a look at the vault comes late.
    terminal.wait(lambda: any(word in terminal.text for word in OPEN) or left() not in ("", before), 20 if keys else 1)
    until(lambda: escaped(terminal), f"{what}, {keys!r}: Esc does not close it", seconds)
    answered(terminal, b"", f"{what}, {keys!r} and Esc", seconds)


def escaped(terminal):
    if not any(word in terminal.text for word in OPEN):
        return True
    terminal.send(ESCAPE)
    return terminal.wait(lambda: not any(word in terminal.text for word in OPEN), 2)


def unmarked(terminal):
    if not terminal.has(" marked"):
        return True
    terminal.send(b"*")
    return terminal.wait(lambda: not terminal.has(" marked"), 5)


def walk(terminal, what, rows, screens=b"12345678"):
    """All screens, so many of their rows with what is beside them, and the dialogs that name a row."""
    for screen in screens:
        key = bytes([screen])
        answered(terminal, key, what)
        terminal.drained(quiet=0.1)
        for row in range(rows):
            answered(terminal, DOWN, f"{what}, screen {key}")
            if row % 7 == 3:
                answered(terminal, TAB, f"{what}, screen {key}")
                answered(terminal, PAGE_DOWN + PAGE_DOWN, f"{what}, beside screen {key}")
                answered(terminal, b"]" + b"[", f"{what}, beside screen {key}")
                answered(terminal, TAB, f"{what}, screen {key}")
        answered(terminal, PAGE_DOWN * 3 + PAGE_UP, f"{what}, screen {key}")
        if key in b"1245":
            for dialog in (b"r", b"t", b"M") if key == b"1" else (b"r",):
                closed(terminal, dialog, what)
        if key in b"12":
            closed(terminal, b"d", what)
            answered(terminal, b"  ", what)
            closed(terminal, b"d", f"{what}, two marked")
            answered(terminal, b"yY", what)
            # All, and none.
            answered(terminal, b"*", what)
            terminal.drained(quiet=0.3)
            until(lambda: unmarked(terminal), f"{what}: the marks cannot be taken off", 60)
        # Into it, and back.
        if key != b"8":
            answered(terminal, ENTER, f"{what}, screen {key}")
            terminal.drained(quiet=0.1)
            answered(terminal, PAGE_DOWN, f"{what}, screen {key}")
            if key == b"1":
                closed(terminal, b"O", what)
                answered(terminal, b"b", what)
                answered(terminal, DOWN * 2, what)
            answered(terminal, BACKSPACE, f"{what}, screen {key}")


def steering():
    ways = {
        "plain": ({}, 100, 30),
        "with links": ({"FORCE_HYPERLINK": "1", "COLORTERM": "truecolor"}, 160, 40),
        "in ASCII": ({"LANG": "C", "NO_COLOR": "1"}, 60, 20),
    }
    with Place(PROGRAM, vault=None) as place:
        count = fill(place)
        expect(count > 200, f"only {count} sequences")
        # Something of them is in the trash and in the history.
        names = [os.fsdecode(name) for name in sorted(os.listdir(os.fsencode(place.vault))) if name.startswith(b"N")]
        subprocess.run(
            [place.program, "-C", place.vault, "rm", "--yes", "-"], env=place.environment, capture_output=True, check=False,
            input=b"\0".join(os.fsencode(name) for name in names[5:100:5]) + b"\0",
        )
        expect(place.run("trash", check=False).count("\n") > 3, "nothing is in the trash that could be shown")
        for what, (environment, columns, rows) in ways.items():
            with place.terminal(environment=environment, columns=columns, rows=rows) as terminal:
                terminal.ready("? help" if columns > 60 else "search", seconds=120)
                terminal.settle(120)
                walk(terminal, what, (count if what == "plain" else 60) if LONG else 12)
                # Searches that find them, and queries that hold them.
                answered(terminal, b"1/", what)
                for query in (b"Text", b"tag:plain", b"title:T", b"\x1b[200~\x1b[2Jx\x1b]0;t\x07\x9b2J\x1b[201~", "\u009b2J\u202e".encode(), b"path:F", b"/[/", b"T1 T2"):
                    answered(terminal, b"\x15" + query, f"{what}, searching")
                    terminal.drained(quiet=0.2)
                    answered(terminal, DOWN * 3, f"{what}, searching")
                answered(terminal, b"\x15\r", f"{what}, searching")
                terminal.send(b"\x10N0")
                terminal.drained(quiet=0.2)
                terminal.send(DOWN * 5)
                closed(terminal, b"", f"{what}, names")
                # What would steer is there to be seen.
                expect(environment.get("LANG") == "C" or "␛" in bytes(terminal.raw).decode("utf-8", "replace"), f"{what}: no note was shown that would steer")
                judge(terminal, what)


def long_lines():
    with Place(PROGRAM) as place:
        size = 10 << 20
        place.write("Wide.md", b"# Wide\n" + b"word " * (size // 5) + b"\n")
        place.write("Wider.md", b"# Wider\n" + b"x" * size + b"\n")
        place.write("Wide task.md", b"- [ ] " + b"task " * (size // 50) + b"\n# " + b"heading " * (size // 80) + b"\n")
        place.write("Wide title.md", b"---\ntitle: " + b"title " * (size // 60) + b"\n---\n")
        place.write("Broken.md", b"\xff\xfe\x80" * (size // 30) + b"\n")
        place.write("Deep.md", b"> " * 3000 + b"deep\n\n" + b"- " * 2000 + b"deep\n" + b"*" * 20_000 + b"a" + b"[" * 20_000 + b"\n")
        place.run("index", check=False)
        with place.terminal() as terminal:
            terminal.ready("? help", seconds=120)
            for name in ("Wide", "Wider", "Wide task", "Wide title", "Broken", "Deep"):
                answered(terminal, b"1", "long lines", 240)
                answered(terminal, b"/\x15" + f"path:\"{name}.md\"".encode(), f"{name}, searching", 240)
                answered(terminal, b"\r", name, 240)
                # What is asked about in vain is shown beside it as soon as it is there.
                terminal.drained(quiet=0.5, seconds=120)
                answered(terminal, TAB + PAGE_DOWN + PAGE_DOWN + b"G" + b"g" + TAB, name, 240)
                answered(terminal, b"/\x15", name, 240)
                answered(terminal, b"\r", name, 240)
            answered(terminal, b"2", "long lines, tasks", 240)
            answered(terminal, DOWN * 5, "long lines, tasks", 240)
            used = memory(terminal.pid)
            expect(used < 2 << 30, f"notes of 10 MB take {used >> 20} MB")
            judge(terminal, "long lines")


def many_tags():
    with Place(PROGRAM) as place:
        count = 10_000
        place.write("Tags.md", "---\ntags: [" + ", ".join(f"t{number}" for number in range(count)) + "]\n---\n# Tags\n" + " ".join(f"#i{number}" for number in range(count)) + "\n")
        place.write("Fields.md", "---\n" + "".join(f"k{number}: v{number}\n" for number in range(count)) + "---\n")
        place.write("Tasks.md", "".join(f"- [ ] Task {number} #t{number}\n" for number in range(count)))
        place.write("Links.md", "".join(f"[[Home]] [[No {number}]] " for number in range(count)) + "\n")
        place.write("Headings.md", "".join(f"## Heading {number}\n" for number in range(count)))
        place.run("index", check=False)
        with place.terminal(columns=100, rows=30) as terminal:
            terminal.ready("? help", seconds=120)
            for name in ("Tags", "Fields", "Tasks", "Links", "Headings"):
                answered(terminal, b"1", "many of a kind", 240)
                answered(terminal, b"/\x15" + f"path:{name}.md".encode() + b"\r", name, 240)
                until(lambda: terminal.has(f"{name}.md"), lambda: f"{name}.md is not shown:\n{terminal.text}", 120)
                answered(terminal, TAB + PAGE_DOWN + b"G", name, 240)
                closed(terminal, b"O", name)
                answered(terminal, TAB, name, 240)
            answered(terminal, b"1/\x15\r", "many of a kind", 240)
            walk(terminal, "many of a kind", 3, b"25")
            answered(terminal, b"5G", "many tags", 240)
            answered(terminal, b"2G", "many tasks", 240)
            judge(terminal, "many of a kind")


def one_name():
    count = 100_000 if LONG else 5_000
    with Place(PROGRAM, vault=None) as place:
        for number in range(count):
            place.write(f"{number // 100}/{number}/Same.md", f"# Same\nOne of many, [[Same]].\n- [ ] Same task {number}\n")
        place.run("index")
        with place.terminal(columns=100, rows=30) as terminal:
            terminal.ready("? help", "notes", seconds=240)
            for screen in (b"1", b"2", b"4"):
                answered(terminal, screen, "notes of one name", 240)
                answered(terminal, DOWN * 30 + PAGE_DOWN * 10 + b"G", "notes of one name", 240)
                terminal.drained(quiet=0.5)
                answered(terminal, TAB, "notes of one name", 240)
            answered(terminal, b"1", "notes of one name", 240)
            terminal.send(b"\x10Same")
            until(lambda: terminal.text.count("Same") > 5, "names do not come", 120)
            closed(terminal, b"", "notes of one name")
            answered(terminal, b"b", "notes of one name", 240)
            answered(terminal, b"1/Same", "notes of one name", 240)
            answered(terminal, b"\r", "notes of one name", 240)
            judge(terminal, "notes of one name")


def empty():
    with Place(PROGRAM, vault=None) as place, place.terminal() as terminal:
        terminal.ready("? help")
        walk(terminal, "an empty vault", 2)
        for screen in b"1234567" if LONG else b"1247":
            for key in (b"e", b"E", b"x", b"D", b"s", b"p", b"t", b"r", b"M", b"P", b"d", b"u", b"U", b"y", b"b", b"m", b"O", b" ", b"*", b"\t", b"\r", b"o", b"[", b"]"):
                terminal.send(bytes([screen]) + key)
                time.sleep(0.02)
                terminal.send(ESCAPE)
                time.sleep(0.04)
        until(lambda: escaped(terminal), "an empty vault: a dialog does not close", 60)
        answered(terminal, b"", "an empty vault")
        judge(terminal, "an empty vault")


def without_index():
    with Place(PROGRAM) as place:
        os.mkdir(place.folder + "/nowhere", 0o500)
        ways = {"--no-index": (["--no-index"], {}), "no place for it": ([], {"XDG_CACHE_HOME": "/proc/nowhere"}), "a file in its place": ([], {"XDG_CACHE_HOME": place.vault + "/Home.md"})}
        for what, (words, environment) in ways.items():
            with place.terminal(*words, environment=environment) as terminal:
                terminal.ready("? help", "Saturday", seconds=120)
                walk(terminal, what, 3, b"1245")
                answered(terminal, b"1/ferment", what)
                until(lambda: terminal.has("/ ferment", "note"), f"{what}: nothing is found", 60)
                terminal.send(ESCAPE)
                time.sleep(0.1)
                answered(terminal, b"", what)
                judge(terminal, what)


# A vault that may not be changed


def read_only():
    if os.getuid() != 0:
        return read_only_as([], os.getuid())
    if not shutil.which("setpriv"):
        raise RuntimeError("root can write to each file, and setpriv is missing: the read-only vault is not tried")
    other = pwd.getpwnam("nobody")
    return read_only_as(["setpriv", f"--reuid={other.pw_uid}", f"--regid={other.pw_gid}", "--clear-groups"], other.pw_uid)


def read_only_as(prefix, user):
    for owned in (True, False) if prefix else (True,):
        what = "a read-only vault of one's own" if owned else "a vault of somebody else"
        with Place(PROGRAM) as place:
            os.chmod(place.folder, 0o755)
            program = place.folder + "/program"
            shutil.copy(PROGRAM, program)
            home = place.folder + "/home"
            os.mkdir(home)
            os.chown(home, user, -1)
            environment = {name: home for name in ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
            for folder, folders, files in os.walk(place.vault, topdown=False):
                for name in files + ["."]:
                    path = os.path.join(folder, name)
                    if owned:
                        os.chown(path, user, -1)
                    os.chmod(path, 0o555 if name == "." else 0o444)
            tried = subprocess.run([*prefix, program, "--version"], env={**place.environment, **environment}, capture_output=True, check=False, timeout=60)
            if tried.returncode:
                raise RuntimeError(f"another user cannot run the program, so the read-only vault is not tried: {tried.stderr[:200]!r}")
            before = place.tree()
            with place.terminal(command=[*prefix, program, "ui", "-C", place.vault], environment=environment) as terminal:
                terminal.ready("? help", "Saturday")
                terminal.settle(120)
                for keys in (b"1P", b"2x", b"1dy", b"1nNew note\r", b"1aBuy milk\r", b"1rOther\r", b"2D2030-01-01\r", b"u"):
                    screen, rest = (keys[:1], keys[1:]) if keys != b"u" else (b"1", b"u")
                    answered(terminal, screen, what)
                    terminal.ready("Saturday" if screen == b"1" else "Scan the train")
                    terminal.send(rest[:1])
                    if rest[1:]:
                        terminal.drained(quiet=0.2)
                        terminal.send(rest[1:])
                    # Refused by a line below or by a dialog, which is said.
                    until(
                        lambda: terminal.rows[-2][:40].strip() or terminal.has("Nothing was changed") or terminal.has("Esc"),
                        lambda: f"{what}: {keys!r} says nothing:\n{terminal.text}", 60)
                    expect(not terminal.has("u takes it back"), f"{what}: {keys!r} is said to be done:\n{terminal.text}")
                    for _ in range(2):
                        terminal.send(ESCAPE)
                        time.sleep(0.1)
                    answered(terminal, b"", f"{what}, {keys!r}")
                judge(terminal, what)
            expect(place.tree() == before, f"{what} is changed")


step("what steers a terminal", steering)
step("long lines", long_lines)
step("many of a kind", many_tags)
step("one name", one_name)
step("an empty vault", empty)
step("without an index", without_index)
step("a read-only vault", read_only)
finish("no note steers the terminal")
