"""malformed.py VAULT [--long]: requests that no browser makes, over plain sockets, and connections that are many, slow, or open at
one end: each is refused or ended, and the server goes on."""

import os
import socket
import sys
import threading
import time

from checks import expect, finish
from served import Served


class Connection:
    def __init__(self, served):
        host, port = served.address.removeprefix("http://").split(":")
        self.socket = socket.create_connection((host, int(port)), timeout=20)
        self.host, self.port, self.token = f"{host}:{port}".encode(), port.encode(), served.token.encode()

    def send(self, data):
        for name, value in {b"HOST": self.host, b"PORT": self.port, b"TOKEN": self.token}.items():
            data = data.replace(name, value)
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
    connection.send(request)
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
        "a host with a full stop": b"GET / HTTP/1.1\r\nHost: localhost.:PORT\r\nAuthorization: Bearer TOKEN\r\n\r\n",
        "a host of IPv6": b"GET / HTTP/1.1\r\nHost: [::1]:PORT\r\nAuthorization: Bearer TOKEN\r\n\r\n",
        "an origin of null": b"GET / HTTP/1.1\r\n" + good + b"Origin: null\r\n\r\n",
        "an origin of another port": b"GET / HTTP/1.1\r\n" + good + b"Origin: http://127.0.0.1:1\r\n\r\n",
        "no token": b"GET / HTTP/1.1\r\nHost: HOST\r\n\r\n",
        "a token in the address": b"GET /?token=TOKEN HTTP/1.1\r\nHost: HOST\r\n\r\n",
        "a wrong token": b"GET / HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer " + b"0" * 64 + b"\r\n\r\n",
        "two tokens": b"GET / HTTP/1.1\r\n" + good + b"Authorization: Bearer TOKEN\r\n\r\n",
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
    connection.send(requests)
    data = b""
    try:
        while data.count(b"HTTP/1.1 ") < 3 or not data.rstrip().endswith((b"</html>", b"}")):
            data += connection.socket.recv(65536)
    except OSError:
        pass
    connection.close()
    found = [data[place + 9 : place + 12] for place in range(len(data)) if data.startswith(b"HTTP/1.1 ", place)]
    expect(found == [b"200", b"404", b"200"], f"three requests at once got {found}")


def signing_in(served):
    """The key of the address that is printed is good once."""
    answers = []
    for _ in range(2):
        connection = Connection(served)
        connection.send(b"GET /login?key=" + served.key.encode() + b" HTTP/1.1\r\nHost: HOST\r\n\r\n")
        answers.append(connection.answer())
        connection.close()
    expect(answers[0].startswith(b"HTTP/1.1 303 ") and b"set-cookie" in answers[0], f"the key is answered with {answers[0][:80]!r}")
    expect(answers[1].startswith(b"HTTP/1.1 401 ") and b"set-cookie" not in answers[1], f"the key is good twice: {answers[1][:80]!r}")


SIGNED = b" HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer TOKEN\r\n"


def descriptors(served):
    return len(os.listdir(f"/proc/{served.process.pid}/fd"))


def descriptors_at_rest(served):
    """How many are open once the server watches the vault, which it begins a second after the first question."""
    count = -1
    while count != (count := descriptors(served)):
        time.sleep(2)
    return count


def answers(served, words):
    """Expects an answer to somebody else."""
    start = time.time()
    try:
        with served.request("/trash") as response:
            expect(response.status == 200, f"{words}: {response.status}")
    except OSError as error:
        expect(False, f"{words}: {error} after {time.time() - start:.0f} s")


def settled(served, before, words):
    """Expects that no connection is left behind."""
    deadline = time.time() + 20
    while descriptors(served) > before + 4 and time.time() < deadline:
        time.sleep(0.1)
    expect(descriptors(served) <= before + 4, f"{words}: {descriptors(served)} descriptors are open where {before} were")


def half_closed_and_gone(served):
    """Streams of events whose other end goes, in one way or the other, stay open for nobody; nor do halves of requests."""
    before = descriptors_at_rest(served)
    for closes in [lambda s: s.shutdown(socket.SHUT_WR), lambda s: s.close()] * 20:
        connection = Connection(served)
        connection.send(b"GET /events" + SIGNED + b"\r\n")
        connection.socket.recv(1000)
        closes(connection.socket)
        connection.close()
    answers(served, "streams that are gone")
    settled(served, before, "streams that are gone")
    # Whoever has asked and sends no more still gets the answer.
    connection = Connection(served)
    connection.send(b"GET /trash" + SIGNED + b"\r\n")
    connection.socket.shutdown(socket.SHUT_WR)
    expect(connection.answer().startswith(b"HTTP/1.1 200 "), "a request whose sender sends no more has no answer")
    connection.close()
    halves = {
        "a head": b"GET /tra", "fields": b"GET /trash HTTP/1.1\r\nHost: HO", "a length": b"PUT /api/v1/files/half.png" + SIGNED + b"Content-Length: 100\r\n\r\nabc",
        "chunks": b"PUT /api/v1/files/half.png" + SIGNED + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n5\r\nab",
    }
    for name, half in halves.items():
        for closes in [lambda s: s.shutdown(socket.SHUT_WR), lambda s: s.close()]:
            connection = Connection(served)
            connection.send(half)
            time.sleep(0.1)
            closes(connection.socket)
            found = connection.answer() if connection.socket.fileno() >= 0 else b""
            # Whoever ends early has sent what is wrong: it is no fault of the server.
            expect(found[:10] in (b"", b"HTTP/1.1 4"), f"half of {name} is answered with {found[:60]!r}")
            connection.close()
    expect(not os.path.exists(served.path("half.png")), "half of a file is written")
    settled(served, before, "halves of requests")


def many_connections(served, count, held):
    """Connections that are only held keep nobody from an answer; whoever asks after `count`, more than are answered at once, gets
    one, too."""
    before = descriptors(served)
    connections = []

    def hold(number):
        host, port = served.address.removeprefix("http://").split(":")
        while len(connections) < number:
            connection = socket.socket()
            connection.setblocking(False)
            connection.connect_ex((host, int(port)))
            connections.append(connection)

    hold(held)
    time.sleep(0.5)
    answers(served, f"beside {held} connections")
    hold(count)
    time.sleep(1)
    with open(f"/proc/{served.process.pid}/status", encoding="ascii") as file:
        size = next(int(line.split()[1]) >> 10 for line in file if line.startswith("VmRSS:"))
    expect(size < 300, f"{count} connections take {size} MiB")
    for connection in connections:
        connection.close()
    answers(served, f"after {count} connections")
    settled(served, before, f"{count} connections")


def slow(served):
    """A head and a body that come a byte a second are ended after the idle time, while others are answered."""
    cases = {
        "head": b"GET /trash" + SIGNED + b"X: " + b"a" * 200, "name of a field": b"GET /trash" + SIGNED + b"X" * 200,
        "body": b"PUT /api/v1/files/slow.png" + SIGNED + b"Content-Length: 200\r\n\r\n" + b"a" * 199,
        "body in chunks": b"PUT /api/v1/files/slow.png" + SIGNED + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 200,
        "form": b"POST /new" + SIGNED + b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 200\r\n\r\ntext=" + b"a" * 194,
        "body of nobody": b"PUT /api/v1/files/slow.png HTTP/1.1\r\nHost: HOST\r\nContent-Length: 200\r\n\r\n" + b"a" * 199,
        "nothing": b"",
    }

    def trickle(name, request):
        connection = Connection(served)
        begin = request.rfind(b"\r\n\r\n") + 4 if b"\r\n\r\n" in request else 30
        connection.send(request[:begin])
        rest = request[begin:]
        connection.socket.settimeout(1)
        start = time.time()
        while time.time() - start < 90:
            try:
                connection.socket.sendall(rest[:1])
                rest = rest[1:]
                if not connection.socket.recv(65536):
                    break
            except TimeoutError:
                continue
            except OSError:
                break
        expect(time.time() - start < 75, f"a slow {name} is taken for {time.time() - start:.0f} s and longer")
        connection.close()

    threads = [threading.Thread(target=trickle, args=case) for case in cases.items()]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        answers(served, "beside slow connections")
        time.sleep(1)
    expect(not os.path.exists(served.path("slow.png")), "a slow file that never ends is written")


def main():
    program, *arguments = sys.argv[1:]
    is_long = "--long" in arguments
    with Served(program) as served:
        count = malformed(served)
        signing_in(served)
        pipelined(served)
        half_closed_and_gone(served)
        many_connections(served, 10_000 if is_long else 900, 300)
        if is_long:
            slow(served)
        with served.request("/") as response:
            expect(response.status == 200 and b"<h1>" in response.read(), "the list of notes no longer comes")
        expect(served.stop() == 0, "the server does not end well")
    finish(f"{count} malformed requests refused; all is well")


if __name__ == "__main__":
    main()
