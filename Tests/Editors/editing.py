"""A copy of a vault, what somebody does in it in an editor, and what has to come of it: the same in each editor. The notes
that are added to the copy have what editors make wrong: characters of four bytes before a link, CRLF, a byte order mark, no
line end at the end."""

import json
import os
import shutil
import subprocess
import tempfile

from checks import expect, finish, show, show_changes, step
from client import Client

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SAMPLE = os.path.join(PROJECT, "SampleVault")
EDITORS = os.path.join(PROJECT, ".build-lsp")

NOTES = {
    "Bees.md": "# Bees\n\nThey fly.\n\n## Hives\n\nThree of them.\n",
    "Desk.md": "# Desk\n\n🐝 Ünder the lamp: [[Bees|the bees]], [[Bees#Hives]] and [more](Bees.md).\n\n"
    "- [ ] Call Ansel about the hives\n- [ ] Paint the second one\n\nSee [[Nowhere yet]].\n\nNext to \n",
    "Lines.md": "# Lines\r\n\r\nThe 🐝 of [[Bees]] end with both.\r\n",
    "Marked.md": "\ufeff# Marked\n\nA mark before it, [[Bees]] in it, and no line end behind it: [[Bees]]",
    "Æther/Far away.md": "# Far away\n\n漢字 [up](../Bees.md#Hives) and [[Bees]].\n",
}
# Steps by number of line from 0; `on` are words in it, on whose first character the cursor is put.
COMPLETE = {"do": "complete", "file": "Desk.md", "line": 9, "text": "[[Be", "label": "Bees"}
# A name of two words, of which the second is being typed, and brackets that an editor closed by itself.
COMPLETE_WORDS = {**COMPLETE, "text": "[[Rye so", "label": "Rye sourdough"}
COMPLETE_BEFORE = {**COMPLETE, "after": "]]"}
DEFINE = {"do": "definition", "file": "Desk.md", "line": 2, "on": "Bees|the"}
RENAME = {"do": "rename", "file": "Desk.md", "line": 2, "on": "Bees|the", "to": "Honey bees"}
# What has to be in the title of a code action, in small letters: the first of these that some title has.
TOGGLE = {"do": "action", "file": "Desk.md", "line": 4, "on": "Call", "titles": ["toggle", "done", "complete"]}
CREATE = {"do": "action", "file": "Desk.md", "line": 7, "on": "Nowhere", "titles": ["create", "make", "new note"]}
TYPE = {"do": "insert", "file": "Bees.md", "line": 2, "text": " Far."}
UNDO = {"do": "undo", "file": "Desk.md"}
SAVE = {"do": "save"}
# Which notes the renaming changes, with what stands in them afterwards; the note itself is moved.
RENAMED = {
    "Desk.md": [("[[Bees|", "[[Honey bees|"), ("[[Bees#", "[[Honey bees#"), ("(Bees.md)", "(Honey%20bees.md)")],
    "Lines.md": [("[[Bees]]", "[[Honey bees]]")],
    "Marked.md": [("[[Bees]]", "[[Honey bees]]")],
    "Æther/Far away.md": [("(../Bees.md#", "(../Honey%20bees.md#"), ("[[Bees]]", "[[Honey bees]]")],
}


class Copy:
    """A vault in a folder of its own, with the notes above, until the end of the `with` block."""

    def __init__(self, program, vault=SAMPLE, notes=None, extra_environment=None):
        self.program, self.folder = os.path.abspath(program), os.path.realpath(tempfile.mkdtemp(prefix="vault-lsp-"))
        self.vault = os.path.join(self.folder, "vault")
        if vault:
            shutil.copytree(vault, self.vault, symlinks=True, ignore=shutil.ignore_patterns("state", "trash", "journal"))
        else:
            os.makedirs(self.vault + "/.vault")
        self.environment = {
            "HOME": self.folder,
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            "XDG_CACHE_HOME": self.folder + "/cache",
            "XDG_STATE_HOME": self.folder + "/state",
            "XDG_DATA_HOME": self.folder + "/data",
            "XDG_CONFIG_HOME": self.folder + "/config",
            **(extra_environment or {}),
        }
        for note, text in (NOTES if notes is None else notes).items():
            self.write(note, text.encode("utf-8"))
        self.before = self.tree()

    def path(self, note):
        return os.path.join(self.vault, note)

    def read(self, note):
        with open(self.path(note), "rb") as file:
            return file.read()

    def write(self, note, content):
        os.makedirs(os.path.dirname(self.path(note)), exist_ok=True)
        with open(self.path(note), "wb") as file:
            file.write(content)

    def tree(self):
        """All files with their bytes, but those that the program keeps for itself."""
        found = {}
        for folder, folders, files in os.walk(self.vault):
            if os.path.basename(folder) == ".vault":
                folders[:] = [name for name in folders if name not in ("state", "trash", "journal")]
            for name in files:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, self.vault)] = file.read()
        return found

    def run(self, *arguments):
        """What a command of vault prints, run in the copy; raises where it fails."""
        command = [self.program, "--vault", self.vault, *arguments]
        ran = subprocess.run(
            command, env=self.environment, capture_output=True, check=False, timeout=120, stdin=subprocess.DEVNULL
        )
        if ran.returncode:
            raise RuntimeError(f"vault {' '.join(arguments)}: {ran.returncode} {ran.stderr.decode('utf-8', 'replace')}")
        return ran.stdout.decode("utf-8")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)


def replaced(content, changes):
    for old, new in changes:
        content = content.replace(old.encode("utf-8"), new.encode("utf-8"))
    return content


def differences(found, wanted):
    """A sentence for each file that is not as it should be."""
    told = []
    for name in sorted(set(found) | set(wanted)):
        if name not in found:
            told.append(f"{name} is missing")
        elif name not in wanted:
            told.append(f"{name} should not be there")
        elif found[name] != wanted[name]:
            place = next(
                (i for i, (a, b) in enumerate(zip(found[name], wanted[name])) if a != b),
                min(len(found[name]), len(wanted[name])),
            )
            start = max(0, place - 20)
            told.append(
                f"{name} differs at byte {place}: {found[name][start:place + 30]!r} instead of {wanted[name][start:place + 30]!r}"
            )
    return told


def same(found, wanted, words):
    told = differences(found, wanted)
    for sentence in told[:6]:
        expect(False, f"{words}: {sentence}")
    expect(len(told) <= 6, f"{words}: {len(told) - 6} more files differ")


def step_of(report, do, titles=None):
    """The first report of a kind of step."""
    return next(one for one in report["steps"] if one["do"] == do and one.get("titles") == titles)


def judge_steps(report):
    """Steps that went wrong in the editor."""
    for one in report["steps"]:
        expect(one.get("ok"), f"{one['do']} {one.get('titles', '')}: {one.get('error')}")
    for words in report.get("errors", []):
        expect(False, f"the editor says: {words}")


def judge_rename(copy, report):
    judge_steps(report)
    wanted = dict(copy.before)
    wanted["Honey bees.md"] = wanted.pop("Bees.md")
    for note, changes in RENAMED.items():
        wanted[note] = replaced(wanted[note], changes)
    same(copy.tree(), wanted, "after the renaming")
    with Copy(copy.program, extra_environment=commands_environment(copy)) as other:
        other.run("rename", "Bees.md", "Honey bees")
        same(copy.tree(), other.tree(), "beside `vault rename`")


def judge_toggle(copy, report):
    judge_steps(report)
    with Copy(copy.program, extra_environment=commands_environment(copy)) as other:
        other.run("tasks", "done", "Desk.md:5")
        same(copy.tree(), other.tree(), "beside `vault tasks done`")


def judge_create(copy, report):
    judge_steps(report)
    after = copy.tree()
    made = [name for name in after if name not in copy.before]
    expect(len(made) == 1 and made[0].endswith("Nowhere yet.md"), f"the missing note: {made} were made")
    same({name: after[name] for name in after if name not in made}, copy.before, "after a note was made")


def judge_completion(copy, report, name="Bees"):
    judge_steps(report)
    wanted = dict(copy.before)
    wanted["Desk.md"] = replaced(wanted["Desk.md"], [("Next to \n", f"Next to [[{name}]]\n")])
    same(copy.tree(), wanted, "after the completion")


def judge_words(copy, report):
    judge_completion(copy, report, "Rye sourdough")


def judge_undo(copy, report):
    judge_steps(report)
    same(copy.tree(), copy.before, "after it was undone")


def judge_open(copy, report):
    """A note is renamed that is open and was changed: the change is in the note, and there is one such note. For an editor
    that renames no files the server may refuse."""
    can_rename = (report.get("client") or {}).get("renames", True)
    judge_steps({**report, "steps": [one for one in report["steps"] if can_rename or one["do"] != "rename"]})
    after = copy.tree()
    there = [name for name in ("Bees.md", "Honey bees.md") if name in after]
    expect(len(there) == 1, f"the renamed note is in {' and in '.join(there)}")
    holding = [name for name in there if b"They fly. Far." in after[name]]
    expect(holding == there, f"what was typed is in {holding} of {there}")


def judge_all(copy, report):
    """One sitting with all of it: each of the changes is there, and no other."""
    judge_steps(report)
    definition = step_of(report, "definition")
    expect(definition.get("file") == "Bees.md", f"the definition is in {definition.get('file')}")
    after, wanted = copy.tree(), dict(copy.before)
    wanted["Honey bees.md"] = wanted.pop("Bees.md")
    for note, changes in RENAMED.items():
        wanted[note] = replaced(wanted[note], changes)
    wanted["Desk.md"] = replaced(wanted["Desk.md"], [("Next to \n", "Next to [[Honey bees]]\n")])
    with Copy(copy.program, extra_environment=commands_environment(copy)) as other:
        other.run("tasks", "done", "Desk.md:5")
        line = other.read("Desk.md").split(b"\n")[4]
    wanted["Desk.md"] = wanted["Desk.md"].replace(b"- [ ] Call Ansel about the hives", line)
    made = [name for name in after if name.endswith("Nowhere yet.md")]
    expect(len(made) == 1, f"the missing note: {made} were made")
    same({name: after[name] for name in after if name not in made}, wanted, "after all of it")


def commands_environment(copy):
    """What a test gave the copy beyond what every copy has."""
    mine = ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")
    return {name: value for name, value in copy.environment.items() if name not in mine}


# What is done in each editor, and who judges it.
SITTINGS = {
    "complete": ([COMPLETE, SAVE], judge_completion),
    "complete two words": ([COMPLETE_WORDS, SAVE], judge_words),
    "complete before brackets": ([COMPLETE_BEFORE, SAVE], judge_completion),
    "rename": ([RENAME, SAVE], judge_rename),
    "rename what is open": ([TYPE, RENAME, SAVE], judge_open),
    "undo": ([TOGGLE, UNDO, SAVE], judge_undo),
    "toggle": ([TOGGLE, SAVE], judge_toggle),
    "create": ([CREATE, SAVE], judge_create),
    "all": ([COMPLETE, DEFINE, RENAME, TOGGLE, CREATE, SAVE], judge_all),
}


def greet(program):
    """Ends the script where the program does not say hello, for which each sitting would wait in vain."""
    told = []

    def hello():
        with Copy(program) as copy, Client(copy.program, copy.vault, environment=copy.environment) as client:
            client.initialize()
            client.shut_down()
            told.append(True)

    step("hello", hello)
    if not told:
        finish()


def run_editor(command, copy, steps, seconds=120, environment=None, setup=None):
    """Runs an editor over a copy: it reads the steps from the file that VAULT_SCENARIO names and writes what came of each
    into the one that VAULT_REPORT names. `setup` is a file that users load."""
    scenario, report = copy.folder + "/scenario.json", copy.folder + "/report.json"
    with open(scenario, "w", encoding="utf-8") as file:
        given = {"program": copy.program, "vault": copy.vault, "steps": steps}
        json.dump({**given, "setup": setup} if setup else given, file, ensure_ascii=False)
    if os.path.exists(report):
        os.remove(report)
    if "/" in command[0]:
        command = [os.path.abspath(command[0]), *command[1:]]
    given = {**copy.environment, "VAULT_SCENARIO": scenario, "VAULT_REPORT": report, **(environment or {})}
    try:
        ran = subprocess.run(
            command, env=given, cwd=copy.vault, capture_output=True, check=False, timeout=seconds, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired as late:
        raise RuntimeError(f"the editor did not end within {seconds} s: {(late.stderr or b'')[-1500:]}") from late
    printed = (ran.stdout + ran.stderr).decode("utf-8", "replace")[-3000:]
    if not os.path.exists(report):
        raise RuntimeError(f"the editor ended with {ran.returncode} and no report: {printed}")
    with open(report, encoding="utf-8") as file:
        found = json.load(file)
    found["printed"] = printed
    for given, came in zip(steps, found["steps"]):
        show("typed:", given)
        show("came: ", came)
    show_changes(copy.before, copy.tree())
    return found
