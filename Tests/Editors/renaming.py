"""renaming.py VAULT [FOLDER]: notes, headings, tags and blocks are renamed and files moved as an editor asks for it, and by the
commands, in two copies of SampleVault, or of FOLDER: the same bytes come of it, and undoing in the editor gives every byte
back. Some notes are open, some of these with text that is not saved; the client counts in UTF-8 or in UTF-16, lets the server
write where these are too many files, or can do as little with files as Emacs."""

import collections
import os
import re
import sys
import time

from checks import expect, finish, step, until
from client import CAPABILITIES, Client, ResponseError
from editing import SAMPLE, same
from subjects import Twin, Vault, anchor_of, text_of, word
from workspace import UTF16, Workspace

# What clients can do, and of how many closed files they make the changes of a rename.
MANY = {"rename_limit": 1_000_000}
IN_UTF16 = {"general": {"positionEncodings": [UTF16]}}
CLIENTS = {
    "UTF-8": (CAPABILITIES, MANY),
    "UTF-16": ({**CAPABILITIES, **IN_UTF16}, MANY),
    "a limit": (CAPABILITIES, {"rename_limit": 1}),
    "as Emacs": ({**CAPABILITIES, **IN_UTF16, "workspace": {"applyEdit": True, "workspaceEdit": {}}}, None),
}
SECONDS = 600
# After this time, open texts are known to what answers in the server, whatever is opened and closed next.
PAUSE = 0.5
NEW = "Odd/Not yet saved.md"


class Editor(Client):
    """A client of one of the kinds, over the first of the copies."""

    def __init__(self, vault, kind, **others):
        copy, (capabilities, settings) = vault.copy, CLIENTS[kind]
        super().__init__(copy.program, copy.vault, environment=copy.environment, settings=settings, **others)
        self.workspace, self.vault, self.kind = Workspace(copy.vault, told=self.notify), vault, kind
        self.initialize(capabilities, settings, seconds=SECONDS)

    def type(self, file, words):
        """Opens a note and types in it, before and behind all that is there. Returns what has come before."""
        text = self.workspace.open(file).text
        end = "\r\n" if "\r\n" in text.text else "\n"
        first = "" if text.text.startswith("---") else f"Typed é🐝.{end}{end}"
        typed = [(0, first), (len(text.text), f"{end}{end}Typed 🐝 {words}{end}")]
        self.workspace.edit(file, [{"range": text.range(place, place), "newText": words} for place, words in typed if words])
        return first

    def open_some(self, subject, number):
        """Opens the note with the cursor, and some of the others. Returns what was typed before their texts, by note."""
        typed, stays_saved = {}, subject.kind == "note" and self.kind == "as Emacs"
        for place, file in enumerate(dict.fromkeys([subject.file, subject.target, *self.vault.sources(subject.target)[:12]])):
            if (place + number) % 3 == 1 and not (stays_saved and file == subject.target):
                typed[file] = self.type(file, subject.link)
            elif place == 0 or (place + number) % 3 == 2:
                self.workspace.open(file)
        if number % 4 == 2:
            self.workspace.open(NEW, f"é🐝 {subject.link}\n".encode())
            typed[NEW] = ""
        return typed

    def rename(self, subject, name, typed):
        """Asks for an edit and makes it."""
        text, uri = self.workspace.document(subject.file).text, self.workspace.uri(subject.file)
        for offset in subject.offsets[:20]:
            position = text.position(offset + len(typed.get(subject.file, "")))
            place = {"textDocument": {"uri": uri}, "position": position}
            prepared = self.request("textDocument/prepareRename", place, SECONDS)
            if prepared and prepared["placeholder"].casefold() == subject.called.casefold():
                break
        else:
            raise RuntimeError(f"{subject.called!r} is not found at {position} of {subject.file}, but {prepared}")
        edit = self.request("textDocument/rename", {**place, "newName": name}, SECONDS)
        if edit:
            renames = [one for one in edit.get("documentChanges", []) if one.get("kind") == "rename"]
            if renames and self.kind == "UTF-8":
                # As Helix does: with the texts changed, it asks about the files that the server itself wants renamed.
                self.workspace.apply({"documentChanges": [one for one in edit["documentChanges"] if one not in renames]})
                again = self.will_rename(renames)
                expect(not again, f"the same renaming is answered twice: {again}")
                edit = {"documentChanges": renames}
            self.workspace.apply(edit)

    def will_rename(self, files):
        return self.request("workspace/willRenameFiles", {"files": files}, SECONDS)

    def move(self, moves):
        """Moves files or folders as a person does in the tree beside the text."""
        files = [{"oldUri": self.workspace.uri(old), "newUri": self.workspace.uri(new)} for old, new in moves]
        edit = self.will_rename(files)
        if edit:
            self.workspace.apply(edit)
        self.workspace.apply({"documentChanges": [{"kind": "rename", **one} for one in files]})
        self.notify("workspace/didRenameFiles", {"files": files})

    def close_all(self):
        for path in list(self.workspace.documents):
            self.workspace.close(path)

    def save(self):
        """Saves all; what the server moved is not open any more by its old name."""
        for path in list(self.workspace.documents):
            if not os.path.exists(path) and not path.endswith(NEW):
                self.workspace.close(path)
        self.workspace.save()

    @property
    def questions(self):
        return sum(one["method"] == "window/showMessageRequest" for one in self.asked)


class Trials:
    """Changes that are made twice, by an editor and by the commands, each in its copy."""

    def __init__(self, vault, other):
        self.vault, self.copy, self.other = vault, vault.copy, other
        self.counts = collections.Counter()

    def open(self, editor, subject, number):
        """What was typed, and what all files and open texts are before a change."""
        editor.workspace.applied.clear()
        typed = editor.open_some(subject, number)
        opened = editor.workspace.documents.items()
        return typed, {**self.copy.before, **{os.path.relpath(path, self.copy.vault): one.content for path, one in opened}}

    def close(self, editor):
        editor.close_all()
        editor.workspace.inverses.clear()
        self.copy.restore()
        self.other.restore()

    def run(self, editor, subject, number, change, command):
        """One change and back. `change` gets what was typed, and so does `command`, which does the same in the other copy."""
        copy, space, asked, refused = self.copy, editor.workspace, editor.questions, []
        try:
            typed, before = self.open(editor, subject, number)
            opened = [os.path.relpath(path, copy.vault) for path in space.documents]
            try:
                change(typed)
            except ResponseError as error:
                refused.append(str(error))
            editor.save()
            after = copy.tree()
            for file in typed:
                self.other.write(file, before[file])
            try:
                command(typed)
            except RuntimeError as error:
                refused.append(str(error))
            sentences = {re.split(r"^-\d+ |vault: error: ", one)[-1].strip() for one in refused}
            expect(len(refused) != 1 and (len(sentences) < 2 or subject.kind == "block"), f"refused: {refused}")
            same(after, self.other.tree(), "beside the command")
            closed = [name for name in before if name not in opened and name in after and before[name] != after[name]]
            if editor.kind == "a limit" and subject.kind != "move" and not set(before) - set(after) and not refused:
                expect((editor.questions > asked) == (len(closed) > 1), f"{len(closed)} closed files, and a question or none")
            if editor.kind == "as Emacs":
                expect(not any("documentChanges" in one for one in space.applied), "documentChanges, which were not announced")
            self.take_back(editor, number, before)
            self.counts["refused" if refused else subject.kind] += 1
        finally:
            self.close(editor)

    def take_back(self, editor, number, before):
        """Undoes in the editor, and what the server wrote by the server or by the command."""
        editor.workspace.undo()
        editor.save()
        found = self.copy.tree()
        if found != before and editor.kind in ("a limit", "as Emacs"):
            if number % 2:
                self.copy.run("undo", "--yes")
            else:
                editor.request("workspace/executeCommand", {"command": "vault.undo"}, SECONDS)
            self.counts["vault undo"] += 1
            found = self.copy.tree()
        same(found, before, "undone")

    def command(self, subject, name, typed):
        """Does in the other copy what the editor was asked for."""
        run, target = self.other.run, subject.target
        if subject.kind == "note":
            run("mv" if "/" in name else "rename", "--yes", "--", target, name)
        elif subject.kind == "tag":
            run("tag", "rename", "--yes", "--", subject.called, name)
        elif subject.kind == "heading":
            line = subject.line + len(re.findall("\n", typed.get(target, "")))
            run("heading", "rename", "--yes", "--line", str(line), "--", target, subject.called, name)
        else:
            self.block(target, subject.called, name.removeprefix("^"))

    def block(self, target, old, new):
        """Replaces a block's id as plain text, in the lines that are it and those whose links name it."""
        here, its = text_of(self.other.path(target)), r"(?i)(^|\s)\^{}\s*$"
        lines = [here.line(number) for number in range(len(here.starts))]
        if not re.fullmatch("[A-Za-z0-9-]+", new) or new != old and any(re.search(its.format(new), line) for line in lines):
            raise RuntimeError(f"no block here can be called {new!r}")
        places = {(target, number) for number, line in enumerate(lines) if re.search(its.format(old), line)}
        for arguments in (["--to", target], [target]):
            for link in self.vault.listed("links", *arguments, of=self.other):
                if link["resolved"] == target and anchor_of(link).casefold() == "^" + old.casefold():
                    places.add((link["path"], link["line"] - 1))
        for path, number in places:
            content = self.other.read(path).splitlines(keepends=True)
            place = rf"(?i)(\^|%5E){old}(?![\w-])".encode()
            content[number] = re.sub(place, rb"\g<1>" + new.encode(), content[number])
            self.other.write(path, b"".join(content))

    def renames(self, kind):
        """All that can be renamed, by one kind of client."""
        with Editor(self.vault, kind) as editor:
            numbers = collections.Counter()
            for subject in self.vault.subjects:
                number = numbers[subject.kind] + 5 * list(CLIENTS).index(kind)
                numbers[subject.kind] += 1
                name = word(subject.kind, number)

                def once():
                    def change(typed):
                        editor.rename(subject, name, typed)

                    self.run(editor, subject, number, change, lambda typed: self.command(subject, name, typed))

                step(f"{kind}, {subject.kind} {subject.called!r} to {name!r} in {subject.file}", once)
            expect(editor.shut_down() == 0 and not editor.broken, f"the server ends with {editor.process.poll()}: {editor.said}")

    def moves(self, kind):
        """Files and folders that a person moves in the editor."""
        with Editor(self.vault, kind) as editor:
            for number, (moves, subject) in enumerate(self.vault.moves()):
                old, new = moves[0]
                into = os.path.dirname(new) + "/" if len(moves) > 1 else new
                given = [name + "/" if os.path.isdir(self.copy.path(name)) else name for name, _ in moves]

                def once():
                    def command(typed):
                        self.other.run("mv", "--yes", "--", *given, into)

                    self.run(editor, subject, number, lambda typed: editor.move(moves), command)

                step(f"{kind}, {old!r} is moved to {new!r}", once)

    def refuse(self, kind, what, answers):
        """A question or an edit is refused: nothing is changed, and nothing is taken for done."""

        def once():
            typed, before = self.open(editor, subject, number)
            asked, space = len(editor.asked), editor.workspace
            try:
                editor.rename(subject, "renamed", typed)
                expect(method not in [one["method"] for one in editor.asked[asked:]], "it is refused, and all is well")
                editor.save()
                self.take_back(editor, number, before)
            except ResponseError:
                self.counts["refused by the client"] += 1
                editor.save()
                is_back = until(lambda: self.copy.tree() == before, "what was written is not taken back", 20)
                if is_back and subject.kind == "note":
                    new = os.path.join(os.path.dirname(subject.target), "renamed.md")
                    edit = editor.will_rename([{"oldUri": space.uri(subject.target), "newUri": space.uri(new)}])
                    expect(edit, "when the person moves the note afterwards, no link follows")
            finally:
                self.close(editor)

        (method,) = answers
        chosen = [one for kind in ("note", "heading", "tag") for one in self.vault.most(kind, 4)]
        with Editor(self.vault, kind, answers=answers) as editor:
            for number, subject in enumerate(chosen):
                step(f"{kind}, {what}, {subject.kind} {subject.called!r}", once)

    def unsaved(self):
        """A note whose text is not saved, which the server does not move."""
        subject = self.vault.most("note", 1)[0]
        with Editor(self.vault, "as Emacs") as editor:
            editor.workspace.open(subject.file)
            editor.type(subject.target, subject.link)
            try:
                editor.rename(subject, "renamed", {})
                expect(False, "an open note is moved that is not saved")
            except ResponseError:
                same(self.copy.tree(), self.copy.before, "refused")

    def old_name(self, answers):
        """A note that the server moves while it is open: that is taken back by the server's own command, and where the editor
        refuses the other edits."""
        subject = self.vault.most("note", 1)[0]
        try:
            with Editor(self.vault, "as Emacs", answers=answers) as editor:
                editor.workspace.open(subject.target)
                editor.workspace.open(subject.file)
                time.sleep(PAUSE)
                try:
                    editor.rename(subject, "renamed", {})
                except ResponseError as error:
                    expect(answers, str(error))
                if not answers:
                    # What the editor has made is the editor's to undo, and comes first.
                    try:
                        editor.request("workspace/executeCommand", {"command": "vault.undo"}, SECONDS)
                        expect(False, "what the editor has made in part is undone in part")
                    except ResponseError as error:
                        expect("in part by the editor" in str(error), str(error))
                editor.workspace.undo()
                editor.workspace.save(subject.file)
                if not answers:
                    editor.request("workspace/executeCommand", {"command": "vault.undo"}, SECONDS)
                until(lambda: self.copy.tree() == self.copy.before, "what was written is not taken back", 20)
        finally:
            self.copy.restore()

    def settings(self):
        """What a client says in the beginning, which counts as long as it says nothing else."""
        silent = {"workspace/configuration": lambda params: [None for _ in params["items"]]}
        with Editor(self.vault, "a limit", answers=silent) as editor:
            for subject in self.vault.most("note", 3):
                typed, before = self.open(editor, subject, 0)
                editor.rename(subject, "renamed", typed)
                editor.save()
                self.take_back(editor, 0, before)
                self.close(editor)
            expect(editor.questions == 3, f"of 3 renames of many files {editor.questions} were asked about")

    def undone(self):
        """A note whose renaming was undone, and that a person moves then."""
        subject = self.vault.most("note", 1)[0]
        new = os.path.join(os.path.dirname(subject.target), "renamed.md")

        def command(typed):
            self.other.run("mv", "--yes", "--", subject.target, new)

        with Editor(self.vault, "UTF-16") as editor:
            typed, before = self.open(editor, subject, 0)
            editor.rename(subject, "renamed", typed)
            editor.save()
            self.take_back(editor, 0, before)
            self.close(editor)
            moved = subject._replace(kind="move")
            self.run(editor, moved, 0, lambda typed: editor.move([(subject.target, new)]), command)


REFUSALS = {
    "no choice": {"window/showMessageRequest": lambda params: None},
    "another choice": {"window/showMessageRequest": lambda params: params["actions"][-1]},
    "no edit": {"workspace/applyEdit": lambda params: {"applied": False}},
}


def main():
    program, folder = sys.argv[1], next((one for one in sys.argv[2:] if not one.startswith("--")), None)
    with Twin(program, folder or SAMPLE) as copy, Twin(program, folder or SAMPLE) as other:
        trials = Trials(Vault(copy, 12 if folder else 6), other)
        for kind in CLIENTS:
            trials.renames(kind)
        for kind in ("UTF-8", "UTF-16"):
            trials.moves(kind)
        for what, answers in REFUSALS.items():
            trials.refuse("a limit", what, answers)
        trials.refuse("as Emacs", "no edit", REFUSALS["no edit"])
        for what, answers in [("undone", {}), ("refused", REFUSALS["no edit"])]:
            step(f"an open note is moved by the server, {what}", lambda answers=answers: trials.old_name(answers))
        for run in (trials.unsaved, trials.settings, trials.undone):
            step(run.__name__, run)
        same(copy.tree(), copy.before, "in the end")
        for kind in ("note", "heading", "tag", "block", "move", "refused", "refused by the client", "vault undo"):
            expect(trials.counts[kind], f"nothing was tried that is {kind}")
    finish(", ".join(f"{count} {kind}" for kind, count in trials.counts.items()))


if __name__ == "__main__":
    main()
