"""Two machines in step with a vault that is served, and edited where it is; programs and the server are killed.

remote_served.py VAULT HISTORIES SEED: ends with a sentence for each thing that is not right, and the status 1.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

from edited_folder import EditedFolder, Words

COPY = re.compile(r" \((ours|theirs) [0-9a-f]{6,64}\)\.md$")


class Machine:
    def __init__(self, program, name, folder, words):
        self.program = program
        self.home = os.path.join(folder, name)
        self.vault = EditedFolder(os.path.join(self.home, "vault"), words)
        os.makedirs(os.path.join(self.vault.root, ".vault"))
        self.environment = dict(os.environ, HOME=self.home)
        for kind in ["CONFIG", "STATE", "CACHE", "DATA"]:
            self.environment[f"XDG_{kind}_HOME"] = os.path.join(self.home, kind.lower())

    def start(self, *arguments, **files):
        return subprocess.Popen(
            [self.program, *arguments, "--vault", self.vault.root], env=self.environment, text=True, **files)


class Server(Machine):
    """`vault serve` over a folder that is edited by hand, too."""

    port = 0

    def begin(self):
        self.process = self.start("serve", "--port", str(self.port), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        said = ""
        while "token" not in said:
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError(f"the server has ended: {said}")
            said += line
        self.port = int(re.search(r"127\.0\.0\.1:(\d+)", said).group(1))
        with open(re.search(r"in (/.*/token)\.", said).group(1)) as file:
            self.token = file.read().strip()

    def kill(self):
        self.process.kill()
        self.process.communicate()


class Client(Machine):
    broken = killed = 0

    def know(self, server):
        folder = os.path.join(self.home, "config", "vault")
        os.makedirs(folder)
        path = os.path.join(folder, "remotes.yaml")
        with open(path, "w") as file:
            file.write(
                f"served:\n  address: http://127.0.0.1:{server.port}/todoapp/v1/notes\n  token: {server.token}\n")
        os.chmod(path, 0o600)

    def sync(self, kill_after=None):
        """What it says; nil where it was killed, or the server was."""
        process = self.start(
            "sync", "--remote", "served", "--deletions", "--json", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            out, err = process.communicate(timeout=kill_after)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            self.killed += 1
            return None
        if process.returncode == 2:
            self.broken += 1
            return None
        if process.returncode != 0:
            raise AssertionError(f"status {process.returncode}: {err}")
        return json.loads(out)


def history(program, seed, folder):
    chance = random.Random(seed)
    words = Words(chance)
    server = Server(program, "server", folder, words)
    clients = [Client(program, name, folder, words) for name in ["one", "two"]]
    server.begin()
    problems = []
    try:
        for client in clients:
            client.know(server)
        for _ in range(chance.randrange(2, 6)):
            for _ in range(chance.randrange(6)):
                chance.choice([server, *clients]).vault.edit()
            client = chance.choice(clients)
            fate = chance.random()
            if fate < 0.15:
                server.kill()
                client.sync()
                server.begin()
            else:
                client.sync(chance.uniform(0, 0.6) if fate < 0.5 else None)
        # What was merged on one side comes to the other by the next round.
        for _ in range(4):
            said = [client.sync() for client in clients]
        before = [machine.vault.notes() for machine in [server, *clients]]
        last = [client.sync() for client in clients]
        if any(one is None or one["received"] or one["sent"] for one in last):
            problems.append(f"the next round does something: {said} {last}")
        if [machine.vault.notes() for machine in [server, *clients]] != before:
            problems.append("the next round writes something")
        bodies = [machine.vault.bodies() for machine in [server, *clients]]
        if bodies[0] != bodies[1] or bodies[0] != bodies[2]:
            problems.append(f"they are not equal: {before}")
        text = "\n".join(bodies[0])
        problems += [f"{word} is lost" for word in sorted(words.alive) if word not in text]
        own = [EditedFolder.body(text) for path, text in before[0].items() if not COPY.search(path)]
        if len(set(own)) != len(own):
            problems.append(f"a note is doubled: {before[0]}")
    finally:
        server.kill()
    return problems, sum(client.killed for client in clients), sum(client.broken for client in clients)


def main():
    program, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    failed = killed = broken = 0
    for number in range(seed, seed + count):
        folder = tempfile.mkdtemp(prefix="vault-served-")
        problems, kills, breaks = history(program, number, folder)
        killed, broken, failed = killed + kills, broken + breaks, failed + len(problems)
        for problem in problems:
            print(f"history {number}: {problem}")
        shutil.rmtree(folder)
    print(f"{count} histories: {killed} killed, {broken} without a server, {failed} problems")
    sys.exit(1 if failed else 0)


main()
