"""malformed.py VAULT: requests that no browser makes, over plain sockets: each is refused, and the server goes on."""

import socket
import sys
import time

from served import Served

problems = []


def expect(condition, words):
    if not condition:
        problems.append(words)


class Connection:
    def __init__(self, served):
        host, port = served.address.removeprefix("http://").split(":")
        self.socket = socket.create_connection((host, int(port)), timeout=20)
        self.host = f"{host}:{port}".encode()

    def send(self, data):
        try:
            self.socket.sendall(data)
        except OSError:
            pass

    def answer(self):
        """All that comes until the end or a pause."""
        data = b""
        try:
            while True:
                piece = self.socket.recv(65536)
                if not piece:
                    break
                data += piece
                if b"\r\n\r\n" in data:
                    self.socket.settimeout(0.3)
        except OSError:
            pass
        return data

    def close(self):
        self.socket.close()


def refused(served, name, request):
    """Sends it, and expects one answer that is an error, or none."""
    connection = Connection(served)
    connection.send(request.replace(b"HOST", connection.host).replace(b"TOKEN", served.token.encode()))
    answer = connection.answer()
    connection.close()
    statuses = [answer[place + 9 : place + 12] for place in range(len(answer)) if answer.startswith(b"HTTP/1.1 ", place)]
    expect(all(status[:1] in b"45" for status in statuses), f"{name}: {statuses} {answer[:80]!r}")
    # A body that turns out to be none is told of after the answer to its head, and ends the connection.
    expect(len(statuses) <= 1 or statuses[1:] == [b"400"], f"{name}: one request got the answers {statuses}")


def malformed(served):
    good = b"Host: HOST\r\nAuthorization: Bearer TOKEN\r\n"
    cases = {
        "no host": b"GET / HTTP/1.1\r\nAuthorization: Bearer TOKEN\r\n\r\n",
        "two hosts": b"GET / HTTP/1.1\r\nHost: HOST\r\n" + good + b"\r\n",
        "another host": b"GET / HTTP/1.1\r\nHost: example.org\r\nAuthorization: Bearer TOKEN\r\n\r\n",
        "an absolute target": b"GET http://HOST/ HTTP/1.1\r\n" + good + b"\r\n",
        "a target of another server": b"GET http://example.org/ HTTP/1.1\r\n" + good + b"\r\n",
        "CONNECT": b"CONNECT example.org:80 HTTP/1.1\r\n" + good + b"\r\n",
        "TRACE": b"TRACE / HTTP/1.1\r\n" + good + b"\r\n",
        "OPTIONS of all": b"OPTIONS * HTTP/1.1\r\n" + good + b"\r\n",
        "both lengths": b"POST /tasks HTTP/1.1\r\n" + good + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n" + good + b"\r\n",
        "two lengths": b"POST /tasks HTTP/1.1\r\n" + good + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
        "a negative length": b"POST /tasks HTTP/1.1\r\n" + good + b"Content-Length: -1\r\n\r\n",
        "a length with a sign": b"POST /tasks HTTP/1.1\r\n" + good + b"Content-Length: +3\r\n\r\nabc",
        "an odd coding": b"POST /tasks HTTP/1.1\r\n" + good + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "a bad chunk": b"POST /tasks HTTP/1.1\r\n" + good + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
        "a folded field": b"GET / HTTP/1.1\r\n" + good + b"X: a\r\n b\r\n\r\n",
        "NUL in a field": b"GET / HTTP/1.1\r\n" + good + b"X: a\x00b\r\n\r\n",
        "a blank before the colon": b"GET / HTTP/1.1\r\n" + good + b"X : a\r\n\r\n",
        "NUL in the target": b"GET /\x00 HTTP/1.1\r\n" + good + b"\r\n",
        "no version": b"GET /\r\n" + good + b"\r\n",
        "another protocol": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        "a long head": b"GET / HTTP/1.1\r\n" + good + b"X: " + b"a" * 20000 + b"\r\n\r\n",
        "many fields": b"GET / HTTP/1.1\r\n" + good + b"".join(b"X%d: a\r\n" % n for n in range(200)) + b"\r\n",
        "a long target": b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n" + good + b"\r\n",
        "a form from elsewhere": b"POST /tasks HTTP/1.1\r\n" + good + b"Origin: http://example.org\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 5\r\n\r\nadd=x",
        "plain text": b"POST /tasks HTTP/1.1\r\n" + good + b"Content-Type: text/plain\r\nContent-Length: 5\r\n\r\nadd=x",
    }
    for name, request in cases.items():
        refused(served, name, request)
    return len(cases)


def pipelined(served):
    """Several requests at once get as many answers, in order."""
    connection = Connection(served)
    head = b"Host: HOST\r\nAuthorization: Bearer TOKEN\r\n\r\n"
    requests = b"".join(b"GET " + path + b" HTTP/1.1\r\n" + head for path in [b"/stats", b"/nothing", b"/trash"])
    connection.send(requests.replace(b"HOST", connection.host).replace(b"TOKEN", served.token.encode()))
    connection.socket.settimeout(3)
    data = b""
    try:
        while data.count(b"HTTP/1.1 ") < 3 or not data.rstrip().endswith((b"</html>", b"}")):
            data += connection.socket.recv(65536)
    except OSError:
        pass
    connection.close()
    found = [data[place + 9 : place + 12] for place in range(len(data)) if data.startswith(b"HTTP/1.1 ", place)]
    expect(found == [b"200", b"404", b"200"], f"three requests at once got {found}")


def half_closed_and_gone(served):
    """Streams of events whose other end goes, in one way or the other, stay open for nobody."""
    for closes in [lambda s: s.shutdown(socket.SHUT_WR), lambda s: s.close()]:
        connection = Connection(served)
        head = b"GET /events HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer TOKEN\r\n\r\n"
        connection.send(head.replace(b"HOST", connection.host).replace(b"TOKEN", served.token.encode()))
        connection.socket.recv(1000)
        closes(connection.socket)
    with served.request("/stats") as response:
        expect(response.status == 200, "the server no longer answers")


def many_connections(served, count):
    """More connections than are answered at once wait their turn, and whoever asks afterwards gets an answer."""
    connections = []
    for _ in range(count):
        try:
            connections.append(Connection(served))
        except OSError:
            break
    for connection in connections:
        connection.close()
    time.sleep(0.2)
    with served.request("/stats") as response:
        expect(response.status == 200, f"after {count} connections the server no longer answers")


def main():
    program, *arguments = sys.argv[1:]
    with Served(program) as served:
        count = malformed(served)
        pipelined(served)
        half_closed_and_gone(served)
        many_connections(served, 10000 if "--long" in arguments else 900)
        with served.request("/") as response:
            expect(response.status == 200 and b"<h1>" in response.read(), "the list of notes no longer comes")
        expect(served.stop() == 0, "the server does not end well")
    for problem in problems:
        print(problem)
    if not problems:
        print(f"{count} malformed requests refused; all is well")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
