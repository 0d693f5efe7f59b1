"""Random histories of a vault and a server of notes that goes wrong, while the program is killed.

remote_histories.py VAULT HISTORIES SEED: ends with a sentence for each thing that is not right, and the status 1.
"""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import remote_notes

COPY = re.compile(r" \((ours|theirs) [0-9a-f]{6,64}\)\.md$")


class History:
    def __init__(self, program, seed, folder):
        self.random = random.Random(seed)
        self.program, self.folder, self.seed = program, folder, seed
        self.root = os.path.join(folder, "vault")
        self.notes = remote_notes.Notes(seed)
        self.notes.tells_states = self.random.random() < 0.67
        self.notes.gives_ids = self.random.random() < 0.5
        self.notes.knows_keys = self.random.random() < 0.5
        self.notes.knows_pages = self.random.random() < 0.5
        self.server = remote_notes.serve(self.notes)
        self.words, self.count, self.killed, self.broken = set(), 0, 0, 0
        config = os.path.join(folder, "config", "vault")
        os.makedirs(config)
        os.makedirs(os.path.join(self.root, ".vault"))
        path = os.path.join(config, "remotes.yaml")
        with open(path, "w") as file:
            file.write(f"mock:\n  address: http://127.0.0.1:{self.server.server_port}{remote_notes.PATH}\n")
        os.chmod(path, 0o600)
        self.environment = dict(os.environ, HOME=folder, XDG_CONFIG_HOME=os.path.join(folder, "config"))
        for name in ["STATE", "CACHE"]:
            self.environment[f"XDG_{name}_HOME"] = os.path.join(folder, name.lower())

    def sync(self, kill_after=None):
        arguments = [self.program, "sync", "--remote", "mock", "--deletions", "--json", "--vault", self.root]
        process = subprocess.Popen(
            arguments, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            out, err = process.communicate(timeout=kill_after)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            self.killed += 1
            return None
        if process.returncode not in (0, 2):
            raise AssertionError(f"status {process.returncode}: {err}")
        if process.returncode == 2:
            self.broken += 1
        return json.loads(out) if process.returncode == 0 else None

    # What is here

    def here(self):
        notes = {}
        for folder, folders, names in os.walk(self.root):
            folders[:] = [name for name in folders if name != ".vault"]
            for name in names:
                path = os.path.join(folder, name)
                with open(path) as file:
                    notes[os.path.relpath(path, self.root)] = file.read()
        return notes

    @staticmethod
    def body(text):
        """Without front matter, and without the empty lines around it."""
        parts = text.split("---\n", 2)
        return (parts[2] if text.startswith("---\n") and len(parts) == 3 else text).strip("\n")

    # Edits

    def name(self):
        self.count += 1
        return f"name{self.count}"

    def word(self):
        self.count += 1
        self.words.add(f"word{self.count}x")
        return f"word{self.count}x"

    def forget(self, text):
        self.words -= set(re.findall(r"word\d+x", text))

    def changed(self, text):
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

    def write(self, path, text):
        place = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "w") as file:
            file.write(text)

    def edit_here(self):
        notes = self.here()
        kind = self.random.randrange(8) if notes else 0
        if kind == 0:
            name = "Shared" if self.random.random() < 0.3 and "Shared.md" not in notes else self.name()
            return self.write(f"{name}.md", f"---\ntags: [t]\n---\n{self.word()}\n\n{self.word()}\n")
        path = self.random.choice(sorted(notes))
        if kind == 1:
            self.forget(notes[path])
            os.remove(os.path.join(self.root, path))
        elif kind == 2:
            os.remove(os.path.join(self.root, path))
            self.write(os.path.join(self.name(), os.path.basename(path)), notes[path])
        else:
            self.write(path, self.changed(notes[path]))

    def edit_there(self):
        with self.notes.lock:
            notes = self.notes.notes
            kind = self.random.randrange(7) if notes else 0
            if kind == 0:
                id = f"client-{self.name()}"
                name = f"There {self.name()}"
                if self.random.random() < 0.3 and all(note["name"] != "Shared" for note in notes.values()):
                    name = "Shared"
                notes[id] = {
                    "id": id, "name": name, "details": f"{self.word()}\n\n{self.word()}\n",
                    "isFav": False, "isSynced": True, "createdAt": 1700000000, "tags": ["u"], "color": "blue"}
                return
            id = self.random.choice(sorted(notes))
            if kind == 1:
                self.forget(notes.pop(id)["details"])
            else:
                notes[id] = dict(notes[id], details=self.changed(notes[id]["details"]))

    # All of it

    def run(self):
        edits = [self.edit_here, self.edit_there]
        for _ in range(self.random.randrange(20)):
            self.random.choice(edits)()
        typical = 0.2
        for _ in range(self.random.randrange(1, 4)):
            self.notes.faults = self.random.choice([0, 0.05, 0.2])
            start = time.monotonic()
            kills = self.random.random() < 0.6
            self.sync(self.random.uniform(0, typical * 1.2) if kills else None)
            if not kills:
                typical = time.monotonic() - start
            for _ in range(self.random.randrange(4)):
                self.random.choice(edits)()
        self.notes.faults = 0
        self.sync()
        self.sync()
        before, writes = self.here(), self.notes.writes
        last = self.sync()
        problems = []
        if last is None or last["received"] or last["sent"] or self.notes.writes != writes or self.here() != before:
            problems.append(f"the next round does something: {last}")
        there = [note["details"].strip("\n") for note in self.notes.notes.values()]
        if sorted(there) != sorted(self.body(text) for text in before.values()):
            problems.append(f"both are not equal: {before} against {self.notes.notes}")
        text = "\n".join(before.values())
        for word in sorted(self.words):
            if word not in text:
                problems.append(f"{word} is lost")
        own = [text for path, text in before.items() if not COPY.search(path)]
        if len(set(own)) != len(own):
            problems.append("a note is doubled")
        lacks = [note for note in self.notes.notes.values() if note["id"].startswith("client-") and "color" not in note]
        if lacks:
            problems.append(f"what was not ours has gone: {lacks}")
        self.server.shutdown()
        return problems


def main():
    program, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    failed, killed, broken, asked = 0, 0, 0, 0
    for number in range(count):
        folder = tempfile.mkdtemp(prefix="vault-remote-")
        history = History(program, seed + number, folder)
        for problem in history.run():
            print(f"history {seed + number}: {problem}")
            failed += 1
        killed, broken, asked = killed + history.killed, broken + history.broken, asked + history.notes.asked
        shutil.rmtree(folder)
    print(f"{count} histories: {asked} questions, {killed} killed, {broken} broken off by the server, {failed} problems")
    sys.exit(1 if failed else 0)


main()
