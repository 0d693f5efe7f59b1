"""enriching.py VAULT: engines that fill in what notes lack, as programs, as servers and as servers of models, that do as they should and as
they should not: a note that an engine fails on stays as it is, byte for byte, and the engine's process ends. What is saved is filled in by
itself, once it has been left alone."""

import http.server
import json
import os
import signal
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Editors"))

from checks import expect, finish, until
from editing import Copy

BODY = "# Long\n\nThe first sentence. " + "And so on it goes. " * 20 + "\n"
SAID = {"summary": "Said by an engine.", "action_items": ["Call Ansel"]}


def name_engines(copy, text):
    folder = copy.environment["XDG_CONFIG_HOME"] + "/vault"
    os.makedirs(folder, exist_ok=True)
    with open(folder + "/engines.yaml", "w", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
        file.write(text)


def enrich(copy, engine, note="Long", *options):
    """The exit status, and what was said."""
    ran = subprocess.run(
        [copy.program, "--vault", copy.vault, "enrich", note, "--engine", engine, *options], env=copy.environment,
        capture_output=True, check=False, stdin=subprocess.DEVNULL, timeout=180,
    )
    return ran.returncode, ran.stderr.decode("utf-8", "replace")


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def left_running(copy, but=()):
    """The commands of all processes that were started for a copy, which its folder in their environment tells."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                is_ours = f"HOME={copy.folder}".encode() in file.read().split(b"\0")
            if is_ours and int(pid) not in but and is_running(pid):
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    found.append(file.read().replace(b"\0", b" ").decode("utf-8", "replace"))
        except OSError:
            pass
    return found


# What engines do that are no good, as lines of a shell, and a word of what is said of it.
BAD_PROGRAMS = {
    "hangs": ("trap '' TERM; sleep 1000 & wait; sleep 1000", "did not end within 58 seconds"),
    "closes": ("echo '{}'; exec > /dev/null 2>&1; sleep 1000", "did not end within 58 seconds"),
    "floods": ("yes", "more than 64 KiB"),
    "dies": ("kill -9 $$", "status 137"),
    "fails": ("echo sorry >&2; exit 3", "status 3: sorry"),
    "prose": ("echo Here is your summary: it is long", "no JSON"),
    "front-matter": ("printf -- '---\\nsummary: x\\n---\\n'", "no JSON"),
    "list": ("echo '[]'", "a list"),
    "nothing": ("true", "no JSON"),
    "binary": ("head -c 1000 /dev/urandom", "no JSON"),
}


def bad_programs(program):
    with Copy(program, vault=None, notes={"Long.md": BODY}) as copy:
        lines = "".join(
            f"  {name}: {{command: [sh, -c, {json.dumps(f'cat > {copy.folder}/{name}.asked; {line}')}]}}\n"
            for name, (line, _) in BAD_PROGRAMS.items()
        )
        name_engines(copy, "engines:\n" + lines)
        for name, (_, words) in BAD_PROGRAMS.items():
            status, said = enrich(copy, name)
            expect(status == 2 and words in said and "Long.md" in said, f"{name}: {status}, {said!r}")
            with open(f"{copy.folder}/{name}.asked", encoding="utf-8") as file:
                asked = json.load(file)
            expect(asked["title"] == "Long" and asked["body"] in BODY, f"{name} was asked {asked}")
            expect(not left_running(copy), f"{name} is running still: {left_running(copy)}")
        expect(copy.tree() == copy.before, "an engine that failed has changed the vault")
        expect(not os.path.exists(copy.path(".vault/journal")), "a failure is in the history")


def versions(program):
    """The program that asks servers does nothing for a `vault` of another version."""
    with Copy(program, vault=None, notes={"Long.md": BODY}) as copy:
        for arguments, words in ((["0.0.0"], "vault is of version 0.0.0 and vault-net of "), ([], "`vault` starts this program")):
            ran = subprocess.run(
                [os.path.dirname(copy.program) + "/vault-net", "enrich", *arguments], input=b"{}", env=copy.environment,
                capture_output=True, check=False, timeout=60,
            )
            expect(ran.returncode == 2 and not ran.stdout and ran.stderr.decode().startswith(words), f"another version: {ran}")


class Engine(http.server.BaseHTTPRequestHandler):
    """What it does is the last part of the address."""

    protocol_version = "HTTP/1.1"
    asked = {}

    def do_POST(self):
        kind = self.path.rsplit("/", 1)[1]
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        Engine.asked.setdefault(kind, []).append((dict(self.headers), body))
        getattr(self, "answer_" + kind.replace("-", "_"))()

    do_GET = do_POST

    def send(self, text, status=200, kind="application/json", **fields):
        data = text.encode()
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(data)), **fields}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def answer_plain(self):
        self.send(json.dumps(SAID))

    def answer_chat(self):
        self.send(json.dumps({"choices": [{"message": {"role": "assistant", "content": f"```json\n{json.dumps(SAID)}\n```"}}]}))

    def answer_moved(self):
        self.send("", 307, Location=f"http://127.0.0.1:{self.server.server_port}/plain")

    def answer_elsewhere(self):
        self.send("", 302, Location="http://localhost:1/plain")

    def answer_prose(self):
        self.send("Here is your summary", kind="text/plain")

    def answer_marks(self):
        self.send("---\nsummary: x\n---\n")

    def answer_refuses(self):
        self.send('{"error": {"message": "no such model\\u001b[2J", "type": "x"}}', 404)

    def answer_breaks(self):
        self.send(json.dumps(SAID)[:20], **{"Content-Length": "500"})
        self.close_connection = True

    def answer_floods(self):
        self.send_response(200)
        self.end_headers()
        try:
            while True:
                self.wfile.write(b"x" * 65_536)
        except OSError:
            self.close_connection = True

    def answer_long(self):
        self.send(json.dumps({"summary": "x" * 100_000}))

    def answer_hangs(self):
        time.sleep(300)

    def log_message(self, *_):
        pass


BAD_SERVERS = {
    "moved": "leads to another address (307)", "elsewhere": "leads to another address (302)", "prose": "no JSON", "marks": "no JSON",
    "refuses": "404 with application/json: no such model", "breaks": "broke off", "floods": "more than 1 MiB",
    "long": "more than 64 KiB", "hangs": "the server does not answer", "nobody": "nothing answers",
}


def servers(program):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Engine)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    try:
        with Copy(program, vault=None, notes={"Long.md": BODY, "Other.md": BODY.replace("Long", "Other")}) as copy:
            lines = "".join(f"  {name}: {{url: '{address}/{name}', token: secret}}\n" for name in BAD_SERVERS if name != "nobody")
            name_engines(
                copy,
                f"engines:\n{lines}  nobody: {{url: 'http://127.0.0.1:1/nobody'}}\n  plain: {{url: '{address}/plain', token: secret}}\n"
                f"  chat: {{url: '{address}/chat', style: chat, model: small, version: 2}}\n",
            )
            for name, words in BAD_SERVERS.items():
                status, said = enrich(copy, name)
                expect(status == 2 and words in said and "Long.md" in said, f"{name}: {status}, {said!r}")
                expect(not left_running(copy), f"{name}: {left_running(copy)} runs still")
                expect("\x1b" not in said and "secret" not in said, f"{name}: {said!r}")
            expect(copy.tree() == copy.before, "a server that failed has changed the vault")
            expect("plain" not in Engine.asked, "a redirection was followed")
            status, said = enrich(copy, "plain")
            expect(status == 0, f"plain: {status}, {said!r}")
            headers, body = Engine.asked["plain"][0]
            expect(headers.get("Authorization") == "Bearer secret", "the token was not sent")
            expect(json.loads(body)["want"] == ["summary", "action_items", "category"], f"it was asked {body}")
            status, said = enrich(copy, "chat", "Other")
            expect(status == 0, f"chat: {status}, {said!r}")
            headers, body = Engine.asked["chat"][0]
            asked = json.loads(body)
            expect("Authorization" not in headers and asked["model"] == "small", f"it was asked {body}")
            expect(json.loads(asked["messages"][1]["content"])["title"] == "Other", f"it was asked {body}")
            for note, engine in [("Long.md", "plain/1"), ("Other.md", "chat/2")]:
                text = copy.read(note).decode()
                expect(f"summary: {SAID['summary']}" in text and f"enriched: [{engine}, " in text, f"{note} is {text[:300]!r}")
            before = copy.tree()
            expect(enrich(copy, "plain")[0] == 0 and copy.tree() == before, "the same again has changed a note")
            expect(len(Engine.asked["plain"]) == 1, "the same text was asked about twice")
    finally:
        server.shutdown()
        server.server_close()


def interrupted(program):
    """Ctrl-C and its like end the engine, too; notes that were done before stay so."""
    with Copy(program, vault=None, notes={"a.md": BODY, "b.md": BODY}) as copy:
        name_engines(
            copy,
            "engines:\n  slow: {command: [sh, -c, \"grep -q '\\\"b.md\\\"' && { echo asked > "
            + copy.folder + "/asked; sleep 1000; }; echo '{\\\"summary\\\": \\\"s\\\"}'\"]}\n",
        )
        for number, notes in [(signal.SIGINT, ["a", "b"]), (signal.SIGTERM, ["b"]), (signal.SIGHUP, ["b"])]:
            former = signal.signal(number, signal.SIG_DFL) if threading.current_thread() is threading.main_thread() else None
            process = subprocess.Popen(
                [copy.program, "--vault", copy.vault, "enrich", *notes, "--engine", "slow"], env=copy.environment,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )
            until(lambda: os.path.exists(copy.folder + "/asked"), f"signal {number}: the engine was not asked")
            process.send_signal(number)
            out, said = process.communicate(timeout=120)
            if former is not None:
                signal.signal(number, former)
            os.remove(copy.folder + "/asked")
            expect(process.returncode == 130, f"signal {number}: it ended with {process.returncode}: {said!r}")
            expect(b"interrupted" in said, f"signal {number}: it said {said!r}")
            expect(not left_running(copy), f"signal {number}: {left_running(copy)} runs still")
            expect(b"a.md" in out or notes == ["b"], f"signal {number}: it printed {out!r}")
        expect(b"summary: s\n" in copy.read("a.md") and copy.read("b.md") == BODY.encode(), "notes are not as they should be")


def on_save(program):
    """What is saved in a folder is filled in by itself; the engine's program is ended with the watcher."""
    with Copy(program, vault=None, notes={"In/a.md": BODY, "Out/b.md": BODY}) as copy:
        count, pid = copy.folder + "/count", copy.folder + "/pid"
        name_engines(
            copy,
            f"default: mine\non_save: path:In/\nengines:\n  mine: {{command: [sh, -c, 'echo x >> {count}; echo $$ > {pid}; cat > /dev/null; "
            f"test -e {copy.folder}/hang && sleep 1000; cat {copy.folder}/answer']}}\n",
        )
        with open(copy.folder + "/answer", "w", encoding="utf-8") as file:
            json.dump(SAID, file)
        watcher = subprocess.Popen(
            [copy.program, "--vault", copy.vault, "watch"], env=copy.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
        )
        try:
            watcher.stdout.readline()
            # Saved again before it has been left alone.
            for words in ("One. ", "Two. "):
                for note in ("In/a.md", "Out/b.md", "In/new.md"):
                    copy.write(note, f"---\nupdated: 2026-01-01\n---\n{words}{BODY}".encode())
                time.sleep(5)
            expect(not os.path.exists(count), "the engine was asked before the notes were left alone")
            until(lambda: all(b"summary: Said" in copy.read(f"In/{name}.md") for name in ("a", "new")), "nothing was filled in", 120)
            outside = copy.read("Out/b.md")
            expect(b"summary" not in outside, "a note was filled in that the query does not find")
            expect(b"updated: 2026-01-01\n" in copy.read("In/a.md"), "`updated` was changed")
            history = copy.run("history", "--actor", "enrich", "--json")
            expect(len(json.loads(history)) == 2, f"the history has {history}")
            # Its own change is none to ask about; one of a person is.
            with open(copy.folder + "/hang", "w", encoding="utf-8"):
                pass
            copy.write("In/hang.md", BODY.encode())
            until(lambda: os.path.getsize(count) == 6, "the third note was not asked about", 120)
            with open(pid, encoding="ascii") as file:
                engine = int(file.read())
            copy.run("search", "sentence")
            expect(is_running(engine), "the engine that hangs has ended by itself")
            copy.run("watch", "--stop")
            expect(watcher.wait(60) == 0, f"the watcher ended with {watcher.returncode}")
            expect(not left_running(copy), f"{left_running(copy)} runs still")
            expect(copy.read("In/hang.md") == BODY.encode(), "a note was changed whose engine was ended")
            expect(copy.read("Out/b.md") == outside, "a note outside was changed")
        finally:
            watcher.kill()
            watcher.communicate()


def part(run, program):
    try:
        run(program)
    except Exception as error:
        expect(False, f"{run.__name__}: {error!r}")


def main():
    # Signals are for the main thread to set.
    part(interrupted, sys.argv[1])
    # These wait most of the time.
    parts = [threading.Thread(target=part, args=(run, sys.argv[1])) for run in (bad_programs, versions, servers, on_save)]
    for thread in parts:
        thread.start()
    for thread in parts:
        thread.join()
    finish(f"{len(BAD_PROGRAMS)} bad programs and {len(BAD_SERVERS)} bad servers changed nothing; what is saved is filled in")


main()
