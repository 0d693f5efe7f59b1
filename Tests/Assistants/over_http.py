"""over_http.py VAULT: what a client of `/mcp` may send over a connection of its own: bodies that are too large or break off, several requests
on one connection, other methods, other origins, no token. Each is refused at once and in words, and the next one is answered."""

import http.client
import json
import os
import socket
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from plain_client import modern  # It adds the folder of the editors' tests, too.

from checks import expect, finish, step
from editing import Copy
from serving import Serving

PING = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"})
LIST = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": modern()})
HEAD = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list"}


class Asking:
    def __init__(self, server):
        self.host, self.port = server.address.removeprefix("http://").split(":")
        self.own = {"Content-Type": "application/json", **server.headers}
        self.connection = None
        self.connect()

    def connect(self):
        self.connection = http.client.HTTPConnection(self.host, int(self.port), timeout=60)

    def ask(self, method="POST", body=PING, fields=None, without=()):
        """The status and the text."""
        fields = {name: value for name, value in {**self.own, **(fields or {})}.items() if name not in without}
        self.connection.request(method, "/mcp", body, fields)
        response = self.connection.getresponse()
        return response.status, response.read().decode("utf-8", "replace")


def requests(server):
    asking = Asking(server)
    for words, wanted, code, arguments in [
        ("a ping", 200, None, {}), ("a list", 200, None, {"body": LIST, "fields": HEAD}),
        ("a list whose head names another method", 400, -32020, {"body": LIST, "fields": {**HEAD, "Mcp-Method": "ping"}}),
        ("a list without a head", 400, -32020, {"body": LIST}), ("an unknown method", 404, -32601, {
            "body": LIST.replace("tools/list", "no/such"), "fields": {**HEAD, "Mcp-Method": "no/such"}}),
        ("another version", 400, -32022, {
            "body": LIST.replace("2026-07-28", "2099-01-01"), "fields": {**HEAD, "MCP-Protocol-Version": "2099-01-01"}}),
        ("a list of messages", 400, -32600, {"body": f"[{PING}]"}), ("no JSON", 400, -32700, {"body": "{"}),
        ("a notification", 202, None, {"body": json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"})}),
        ("no body", 400, -32700, {"body": ""}), ("GET", 405, None, {"method": "GET", "body": None}),
        ("DELETE", 405, None, {"method": "DELETE", "body": None}), ("no token", 401, None, {"without": ["Authorization"]}),
        ("a wrong token", 401, None, {"fields": {"Authorization": "Bearer x"}}),
        ("a foreign origin", 403, None, {"fields": {"Origin": "https://evil.example"}}),
        ("a foreign host", 403, None, {"fields": {"Host": "evil.example"}}),
        ("its own origin", 200, None, {"fields": {"Origin": server.address}}), ("text", 415, None, {"fields": {"Content-Type": "text/plain"}}),
    ]:
        status, text = asking.ask(**arguments)
        expect(status == wanted, f"{words}: {status} instead of {wanted}: {text[:200]}")
        if code:
            expect(json.loads(text)["error"]["code"] == code, f"{words}: {text[:200]}")
        expect("evil.example" not in text, f"{words}: {text[:200]}")
        # The connection goes on, or a new one is answered.
        try:
            status, _ = asking.ask()
        except (http.client.HTTPException, OSError):
            asking.connect()
            status, _ = asking.ask()
        expect(status == 200, f"after {words}: {status}")


def large(server):
    """More than 4 MiB, said before, in pieces without a length, or never sent."""
    def head(asking, *more):
        lines = ["POST /mcp HTTP/1.1", f"Host: {asking.host}:{asking.port}", *(f"{n}: {v}" for n, v in asking.own.items()), *more]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    asking = Asking(server)
    for words, more, parts in [
        ("a length of 5 MiB, of which nothing is sent", [f"Content-Length: {5 << 20}"], []),
        ("5 MiB", [f"Content-Length: {5 << 20}"], [b"x" * 65_536] * 80),
        ("5 MiB in pieces", ["Transfer-Encoding: chunked"], [b"10000\r\n" + b"x" * 65_536 + b"\r\n"] * 80 + [b"0\r\n\r\n"]),
    ]:
        begun = time.time()
        with socket.create_connection((asking.host, int(asking.port)), 60) as connection:
            try:
                connection.sendall(head(asking, *more))
                for part in parts:
                    connection.sendall(part)
            except OSError:
                pass  # It has refused before all was sent.
            try:
                answer = connection.recv(65_536)
            except ConnectionResetError:
                answer = b""
        # One that is refused while it is sent may find its connection closed.
        expect(answer.startswith(b"HTTP/1.1 413") or not answer and parts, f"{words}: {answer[:80]!r}")
        status, _ = asking.ask()
        expect(status == 200, f"after {words}, {time.time() - begun:.0f} s later: {status}")
    with socket.create_connection((asking.host, int(asking.port)), 60) as connection:
        connection.sendall(head(asking, "Content-Length: 100") + b"{")
    status, _ = asking.ask()
    expect(status == 200, f"after a body that broke off: {status}")
    longest = PING[:-1] + ', "params": {"x": "'
    body = longest + "y" * ((4 << 20) - len(longest) - 3) + '"}}'
    status, text = asking.ask(body=body)
    expect(status == 200 and len(body) == 4 << 20, f"just 4 MiB: {status} {text[:100]}")
    status, text = asking.ask(body=body + " ")
    expect(status == 413, f"one byte more: {status} {text[:100]}")


def main():
    with Copy(sys.argv[1], notes={}) as copy, Serving(copy) as server:
        step("requests", lambda: requests(server))
        step("large", lambda: large(server))
    finish("requests that are good or not, and bodies of more than 4 MiB")


main()
