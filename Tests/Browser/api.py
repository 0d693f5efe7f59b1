"""What a program of another language gets from the API: the answers of the command line, byte for byte; each valid by the
schemas of the document; each change once, however often it is asked for, over a killed server too; and no request of
thousands that fails the server.

Usage: api.py VAULT_PROGRAM [--long]
"""

import http.client
import json
import os
import signal
import subprocess
import sys
import urllib.parse

import jsonschema

from served import Served


class Client:
    """Requests to one server, with its token."""

    def __init__(self, served):
        self.served = served

    def ask(self, method, target, body=None, fields=None):
        address = urllib.parse.urlsplit(self.served.address)
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
        head = {"Authorization": "Bearer " + self.served.token}
        if body is not None:
            head["Content-Type"] = "application/json"
            body = json.dumps(body)
        connection.request(method, "/api/v1/" + target, body, head | (fields or {}))
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer, content

    def get(self, target):
        answer, content = self.ask("GET", target)
        assert answer.status == 200, (target, answer.status, content)
        return content


# A question to the API, and the command that gives the same. Both are asked for all.
TWINS = [
    ("notes?limit=500", "list --json"),
    ("notes?limit=500&q=tag:work&sort=title", "list --json tag:work --sort title"),
    ("notes/Home.md", "show Home --json"),
    ("notes/Home.md/links", "links Home --json"),
    ("notes/Home.md/backlinks", "backlinks Home --json"),
    ("notes/Home.md/mentions", "unlinked Home --json"),
    ("notes/Home.md/related?limit=10", "related Home --json --limit 10"),
    ("tasks?limit=500", "tasks --json"),
    ("tasks?limit=500&scope=all", "tasks --all --json"),
    ("agenda?days=7&limit=500", "tasks agenda --days 7 --json"),
    ("tags", "tags --json"),
    ("folders", "folders --json"),
    ("properties", "properties --json"),
    ("stats", "stats --json"),
    ("doctor", "doctor --json"),
    ("config", "config list --json"),
    ("history", "history --json"),
    ("trash", "trash list --json"),
    ("files", "attachments --json"),
]


def check_twins(served, client):
    """Each question is answered as the command answers it."""
    client.ask("PATCH", "notes/Home.md", {"pinned": False})
    client.ask("DELETE", "notes/" + urllib.parse.quote("Areas/Home/Bike.md"))
    different = []
    for target, command in TWINS:
        printed = subprocess.run(
            served.arguments + command.split(), env=served.environment, capture_output=True, check=False)
        answered = client.get(target)
        if printed.stdout != answered:
            first = next(
                (pair for pair in zip(printed.stdout.splitlines(), answered.splitlines()) if pair[0] != pair[1]),
                (printed.stdout[:300], answered[:300]))
            different.append(f"{target} differs from {command!r} ({printed.stderr[:200]}): {first}")
    assert not different, "\n".join(different)
    print(f"{len(TWINS)} answers are those of the command line")


def check_schemas(client, document):
    """Each list and record is valid by the schema that the document names for it."""
    registry = {"$schema": "https://json-schema.org/draft/2020-12/schema", "components": document["components"]}
    count = 0
    for target, _ in TWINS:
        path = "/" + target.split("?")[0]
        template = path.replace("Home.md", "{path}")
        schema = document["paths"][template]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        jsonschema.Draft202012Validator(registry | schema).validate(json.loads(client.get(target)))
        count += 1
    print(f"{count} answers are valid by their schemas")


def check_repeated(served, client, rounds):
    """Each key makes one change, though every request is sent twice and the server is killed on the way."""
    before = len(json.loads(client.get("history?limit=500")))
    for number in range(rounds):
        key = {"Idempotency-Key": f"repeated-{number}"}
        body = {"title": f"Repeated {number}", "text": "x"}
        first, one = client.ask("POST", "notes", body, key)
        if number % 5 == 2:
            served.process.send_signal(signal.SIGKILL)
            served.process.wait()
            served.start()
        second, two = client.ask("POST", "notes", body, key)
        assert first.status == second.status == 201 and one == two, (number, one, two)
        assert first.getheader("vault-change") == second.getheader("vault-change")
    made = [name for name in os.listdir(served.vault) if name.startswith("Repeated ")]
    assert len(made) == rounds, (len(made), rounds)
    after = min(len(json.loads(client.get("history?limit=500"))), 500)
    assert after == min(before + rounds, 500), (before, after)
    print(f"{rounds} requests were sent twice, and made {rounds} changes")


def check_many(served, cases):
    """schemathesis asks whatever the document allows, and much that it does not; no answer is an error of the server's."""
    # Values that the document cannot know, for half of the requests' paths.
    handle = json.loads(served.request("/api/v1/tasks").read())[0]["handle"]
    with open(os.path.join(served.folder, "schemathesis.toml"), "w", encoding="utf-8") as file:
        file.write('[parameters]\n"path.path" = ["Home.md", "Inbox.md", "Nope.md", "Projects"]\n')
        file.write(f'"path.handle" = ["{handle}", "zz"]\n"path.key" = ["web.density", "x"]\n')
        file.write('"path.tag" = ["work", "x"]\n"query.name" = ["Home", "nothing"]\n')
    run = subprocess.run(
        [
            os.path.join(os.path.dirname(sys.executable), "schemathesis"), "run",
            served.address + "/api/v1/openapi.json", "--header", "Authorization: Bearer " + served.token,
            "--max-examples", str(cases), "--seed", "1", "--checks",
            "not_a_server_error,content_type_conformance,response_schema_conformance", "--phases", "fuzzing",
            "--mode", "all", "--workers", "2", "--no-color", "--suppress-health-check", "all",
        ],
        capture_output=True, text=True, check=False, env=os.environ | {"HOME": served.folder}, cwd=served.folder)
    if run.returncode != 0:
        raise AssertionError(run.stdout[-6000:] + run.stderr[-2000:])
    cases = run.stdout.partition("Test cases:")[2].strip().splitlines()
    print("schemathesis: " + (cases or ["nothing"])[0])
    assert cases, run.stdout[-2000:]
    assert served.process.poll() is None


def main():
    program = sys.argv[1]
    is_long = "--long" in sys.argv
    with Served(program) as served:
        client = Client(served)
        document = json.loads(client.get("openapi.json"))
        check_twins(served, client)
        check_schemas(client, document)
        check_repeated(served, client, 1000 if is_long else 20)
        check_many(served, 270 if is_long else 6)
    print("all is well")


main()
