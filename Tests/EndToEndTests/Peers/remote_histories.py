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

import edited_folder
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
        self.words, self.killed, self.broken = edited_folder.Words(self.random), 0, 0
        self.vault = edited_folder.EditedFolder(self.root, self.words)
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

    # Edits

    def edit_there(self):
        with self.notes.lock:
            notes = self.notes.notes
            kind = self.random.randrange(7) if notes else 0
            if kind == 0:
                id = f"client-{self.words.name()}"
                name = f"There {self.words.name()}"
                if self.random.random() < 0.3 and all(note["name"] != "Shared" for note in notes.values()):
                    name = "Shared"
                notes[id] = {
                    "id": id, "name": name, "details": f"{self.words.word()}\n\n{self.words.word()}\n",
                    "isFav": False, "isSynced": True, "createdAt": 1700000000, "tags": ["u"], "color": "blue"}
                return
            id = self.random.choice(sorted(notes))
            if kind == 1:
                self.words.forget(notes.pop(id)["details"])
            else:
                notes[id] = dict(notes[id], details=self.words.changed(notes[id]["details"]))

    # All of it

    def run(self):
        edits = [self.vault.edit, self.edit_there]
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
        before, writes = self.vault.notes(), self.notes.writes
        last = self.sync()
        problems = []
        if last is None or last["received"] or last["sent"] or self.notes.writes != writes or self.vault.notes() != before:
            problems.append(f"the next round does something: {last}")
        there = [note["details"].strip("\n") for note in self.notes.notes.values()]
        if sorted(there) != sorted(self.vault.body(text) for text in before.values()):
            problems.append(f"both are not equal: {before} against {self.notes.notes}")
        text = "\n".join(before.values())
        for word in sorted(self.words.alive):
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
