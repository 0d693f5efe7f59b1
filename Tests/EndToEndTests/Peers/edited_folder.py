"""A folder of notes that is edited at random, and the words that have to be in it afterwards."""

import os
import re


class Words:
    """Words that nobody else writes: all that were written, but for those that an edit took away."""

    def __init__(self, random):
        self.random = random
        self.count, self.alive = 0, set()

    def name(self):
        self.count += 1
        return f"name{self.count}"

    def word(self):
        self.count += 1
        self.alive.add(f"word{self.count}x")
        return f"word{self.count}x"

    def forget(self, text):
        self.alive -= set(re.findall(r"word\d+x", text))

    def changed(self, text):
        """The text with one line put in, added, made longer or replaced, behind its front matter."""
        lines = text.split("\n")
        start = lines.index("---", 1) + 1 if lines[0] == "---" else 0
        at = start + self.random.randrange(max(1, len(lines) - start))
        kind = self.random.randrange(4)
        if kind == 0 or at >= len(lines):
            lines.insert(at, self.word())
        elif kind == 1:
            lines += [self.word(), ""]
        elif kind == 2 and lines[at]:
            lines[at] += " " + self.word()
        else:
            self.forget(lines[at])
            lines[at] = self.word()
        return "\n".join(lines)


class EditedFolder:
    def __init__(self, root, words):
        self.root, self.words, self.random = root, words, words.random

    def notes(self):
        """The texts by path."""
        found = {}
        for folder, folders, names in os.walk(self.root):
            folders[:] = [name for name in folders if name != ".vault"]
            for name in names:
                path = os.path.join(folder, name)
                with open(path) as file:
                    found[os.path.relpath(path, self.root)] = file.read()
        return found

    @staticmethod
    def body(text):
        """Without front matter, and without the empty lines around it."""
        parts = text.split("---\n", 2)
        return (parts[2] if text.startswith("---\n") and len(parts) == 3 else text).strip("\n")

    def bodies(self):
        return sorted(self.body(text) for text in self.notes().values())

    def write(self, path, text):
        place = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "w") as file:
            file.write(text)

    def edit(self):
        """Makes, deletes, moves or changes a note."""
        notes = self.notes()
        kind = self.random.randrange(8) if notes else 0
        if kind == 0:
            name = "Shared" if self.random.random() < 0.3 and "Shared.md" not in notes else self.words.name()
            text = f"---\ntags: [t]\n---\n{self.words.word()}\n\n{self.words.word()}\n"
            return self.write(f"{name}.md", text)
        path = self.random.choice(sorted(notes))
        if kind == 1:
            self.words.forget(notes[path])
            os.remove(os.path.join(self.root, path))
        elif kind == 2:
            os.remove(os.path.join(self.root, path))
            self.write(os.path.join(self.words.name(), os.path.basename(path)), notes[path])
        else:
            self.write(path, self.words.changed(notes[path]))
