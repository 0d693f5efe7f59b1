"""How soon the assistant's server answers over a large vault, beside the command line in the same run, and how its memory grows.

Usage: measure.py VAULT_PROGRAM FOLDER

FOLDER is read only. The index is made before anything is measured; times are those of a client that waits for each answer.
"""

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

WORDS = ["index", "meeting notes", "project", "river", "budget", "plan OR draft", "garden", "letter", "road", "winter"]
CALLS = 10_000


def line(what, value, unit, goal=None):
    reached = "" if goal is None else ("  reached" if value <= goal else "  MISSED")
    print(f"  {what:<58} {value:>9.1f} {unit:<5} {'' if goal is None else f'goal {goal:g}':>9}{reached}", flush=True)


class Server:
    def __init__(self, program, vault, environment):
        self.begun = time.perf_counter()
        self.process = subprocess.Popen(
            [program, "mcp", "--vault", vault], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
        )
        self.counter = 0

    def ask(self, method, **params):
        self.counter += 1
        message = {"jsonrpc": "2.0", "id": self.counter, "method": method, "params": params}
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def call(self, tool, **arguments):
        return self.ask("tools/call", name=tool, arguments=arguments)

    def memory(self):
        """Of its own, in MiB: what the system would have back."""
        with open(f"/proc/{self.process.pid}/smaps_rollup", encoding="ascii") as file:
            fields = dict(row.split(":") for row in file.read().splitlines()[1:])
        return sum(int(fields[name].split()[0]) for name in ("Private_Dirty", "Private_Clean")) / 1024

    def end(self):
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folder")
    arguments = parser.parse_args()
    program, vault = os.path.abspath(arguments.program), os.path.abspath(arguments.folder)
    home = tempfile.mkdtemp(prefix="vault-assistant-times-")
    environment = {"HOME": home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TZ": "UTC"}
    try:
        subprocess.run([program, "--vault", vault, "index", "--quiet"], env=environment, check=True)
        print("The assistant's server:")
        first = []
        for _ in range(20):
            server = Server(program, vault, environment)
            server.ask("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "x", "version": "1"})
            first.append((time.perf_counter() - server.begun) * 1_000)
            server.end()
        line("from its start to its first answer, median of 20", statistics.median(first), "ms", 30)

        command, asked = {word: [] for word in WORDS}, {word: [] for word in WORDS}
        server = Server(program, vault, environment)
        server.call("search_notes", query="warm")
        for _ in range(5):
            for word in WORDS:
                begun = time.perf_counter()
                subprocess.run(
                    [program, "--vault", vault, "search", word, "--limit", "8", "--json"], env=environment, check=False,
                    stdout=subprocess.DEVNULL,
                )
                command[word].append((time.perf_counter() - begun) * 1_000)
                begun = time.perf_counter()
                server.call("search_notes", query=word)
                asked[word].append((time.perf_counter() - begun) * 1_000)
        line("vault search --limit 8 --json, median", statistics.median(sum(command.values(), [])), "ms")
        line("search_notes, median", statistics.median(sum(asked.values(), [])), "ms")
        beyond = [statistics.median(asked[word]) - statistics.median(command[word]) for word in WORDS]
        line("search_notes beyond the command, the worst of ten queries", max(beyond), "ms", 10)

        drawn = random.Random(7)
        notes = [note["path"] for note in server.call("list_notes", limit=100)["result"]["structuredContent"]["notes"]]
        tools = [
            lambda: server.call("search_notes", query=drawn.choice(WORDS), limit=3), lambda: server.call("read_note", note=drawn.choice(notes)),
            lambda: server.call("list_tasks", limit=5, query="is:overdue"), lambda: server.ask("tools/list"),
        ]
        for _ in range(500):
            drawn.choice(tools)()
        before = server.memory()
        for _ in range(CALLS):
            drawn.choice(tools)()
        line(f"memory after {CALLS:,} more calls, beyond what it had", server.memory() - before, "MiB", 5)
        line("memory then", server.memory(), "MiB")
        server.end()
    finally:
        shutil.rmtree(home, ignore_errors=True)


if sys.platform != "linux":
    sys.exit("The assistant's server is measured on Linux, whose /proc tells what memory a process has")
main()
