"""streams.py VAULT [--long] [--times] [--only NAMES]: `vault ui` where its standard streams are pipes, files or nothing."""

import os
import subprocess
import sys

sys.dont_write_bytecode = True

from checks import expect, finish, judge, step, until
from place import Place, program_of
from plain_terminal import DOWN, ENTER, ESCAPE

PROGRAM = program_of(sys.argv)


def streams():
    for what, numbers in {
        "standard input is empty": (0,),
        "standard output is a pipe": (1,),
        "input and output are none": (0, 1),
        "no stream is a terminal": (0, 1, 2),
    }.items():
        with Place(PROGRAM) as place:
            readable, writable = os.pipe()
            given = {number: subprocess.DEVNULL if number == 0 else writable for number in numbers}
            with place.terminal("--pick", streams=given, folder=place.vault) as terminal:
                os.close(writable)
                terminal.ready("Enter pick", "up to date")
                terminal.send(DOWN)
                until(lambda: "Knee" in (terminal.selected or ""), f"{what}: keys are not read from the terminal", 30)
                terminal.send(ENTER)
                judge(terminal, what)
                printed = b""
                if 1 in numbers:
                    while True:
                        more = os.read(readable, 4096)
                        if not more:
                            break
                        printed += more
                    expect(printed == b"Areas/Health/Knee physio.md\n", f"{what}: prints {printed[:200]!r}")
                else:
                    expect("Knee physio.md" in terminal.text, f"{what}: the path is not printed")
            os.close(readable)


def picking():
    """Several paths, none, and what an editor would do to the pipe."""
    with Place(PROGRAM) as place:
        for keys, wanted, status in (
            (b" ", None, None),
            (ESCAPE, b"", 130),
            (b"q", b"", 130),
        ):
            readable, writable = os.pipe()
            with place.terminal("--pick", "-0", streams={1: writable}, folder=place.vault) as terminal:
                os.close(writable)
                terminal.ready("Enter pick", "up to date")
                if wanted is None:
                    terminal.send(b"  ")
                    terminal.ready("2 marked")
                    terminal.send(ENTER)
                else:
                    terminal.send(keys)
                judge(terminal, f"--pick and {keys!r}", status or 0)
                printed = os.read(readable, 65_536)
                if wanted is None:
                    wanted = b"Areas/Health/Knee physio.md\0Journal/2026-03-14.md\0"
                expect(b"\0".join(sorted(printed.split(b"\0"))) == b"\0".join(sorted(wanted.split(b"\0"))), f"--pick and {keys!r}: prints {printed[:200]!r}")
            os.close(readable)
        readable, writable = os.pipe()
        with place.terminal("--pick", streams={1: writable}, folder=place.vault, environment={"EDITOR": "echo written by an editor;"}) as terminal:
            os.close(writable)
            terminal.ready("Enter pick", "up to date")
            terminal.send(b"e")
            terminal.sync()
            terminal.send(ENTER)
            terminal.end()
            printed = os.read(readable, 65_536)
            expect(printed == b"Journal/2026-03-14.md\n", f"an editor that is opened while one picks writes into the pipe: {printed[:200]!r}")
        os.close(readable)


def without_terminal():
    with Place(PROGRAM) as place:
        for words in ([], ["--pick"]):
            ran = subprocess.run(
                [*place.command, *words], env=place.environment, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=60,
                start_new_session=True,
            )
            expect(ran.returncode == 64, f"without any terminal {words}: ended with {ran.returncode}")
            expect(ran.stdout == b"", f"without any terminal {words}: prints {ran.stdout[:100]!r}")
            expect(b"vault " in ran.stderr, f"without any terminal {words}: names no command: {ran.stderr[:200]!r}")


def hook():
    """The program that hears of changes hears of all of them, once it is left."""
    settings = "hooks:\n  after_change: [sh, -c, 'cat > \"$HOME/told\"']\n"
    told = lambda place: place.folder + "/told"
    with Place(PROGRAM, settings=settings) as place, place.terminal() as terminal:
        terminal.ready("? help", "up to date").settle()
        terminal.send(b"P")
        terminal.ready("takes it back").settle()
        terminal.send(b"2")
        terminal.ready("Scan the train")
        terminal.send(b"x")
        terminal.ready("takes it back").settle()
        expect(not os.path.exists(told(place)), "the program that hears of changes was started before the end")
        terminal.send(b"q")
        judge(terminal, "with a hook")
        with open(told(place), "rb") as file:
            paths = set(file.read().split(b"\0")) - {b""}
        expect(paths == {b"Journal/2026-03-14.md", b"Projects/Taxes 2025.md"}, f"the hook was told of {paths}")
    with Place(PROGRAM, settings=settings) as place, place.terminal() as terminal:
        terminal.ready("? help", "up to date")
        terminal.send(b"q")
        judge(terminal, "with a hook and no change")
        expect(not os.path.exists(told(place)), "a hook is told of nothing")


step("streams that are no terminals", streams)
step("picking into a pipe", picking)
step("no terminal at all", without_terminal)
step("a hook", hook)
finish("the screen is drawn on the terminal, and what is picked goes where it should")
