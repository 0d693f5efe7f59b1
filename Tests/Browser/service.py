"""service.py VAULT: how the server listens and ends: at a socket, and with streams open and a file under way."""

import http.client
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
import time

from checks import expect, finish, step, until
from served import Served


class Local(http.client.HTTPConnection):
    """HTTP over a socket with a path."""

    def __init__(self, path):
        super().__init__("localhost", timeout=30)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.path)


def begun(served, path):
    """A server at a socket, once it listens."""
    process = subprocess.Popen(
        served.arguments + ["serve", "--socket", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL, env=served.environment, text=True)
    expect(path in process.stdout.readline(), "a server at a socket does not say where it is")
    return process


def ended(process, how=signal.SIGTERM):
    process.send_signal(how)
    status = process.wait()
    process.stdout.close()
    process.stderr.close()
    return status


def asked(path, target, host="localhost"):
    connection = Local(path)
    connection.request("GET", target, headers={"Host": host})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body


def at_a_socket(served):
    path = os.path.join(served.folder, "notes.sock")
    process = begun(served, path)
    try:
        mode = os.lstat(path).st_mode
        expect(stat.S_ISSOCK(mode) and stat.S_IMODE(mode) == 0o600, f"the socket's mode is {mode:o}")
        status, body = asked(path, "/api/v1/notes?limit=1")
        expect(status == 200 and b'"path"' in body, f"without a token a socket answers {status} {body[:200]!r}")
        status, _ = asked(path, "/", host="elsewhere.example")
        expect(status in [400, 403, 421], f"a foreign host at a socket gets {status}")
        second = subprocess.run(
            served.arguments + ["serve", "--socket", path], capture_output=True, text=True, env=served.environment,
            stdin=subprocess.DEVNULL, check=False)
        expect(
            second.returncode != 0 and "another process listens there" in second.stderr,
            f"a second server at a socket ends with {second.returncode} {second.stderr!r}")
        status, _ = asked(path, "/")
        expect(status == 200, "a second server takes the socket of the first")
    finally:
        status = ended(process)
    expect(status == 0, f"a server at a socket ends with {status}")
    expect(not os.path.lexists(path), "a server that ended leaves its socket")
    # What a killed one leaves is in nobody's way.
    ended(begun(served, path), signal.SIGKILL)
    expect(os.path.lexists(path), "a killed server takes its socket away")
    process = begun(served, path)
    status, _ = asked(path, "/")
    expect(status == 200, "a socket that a killed server left is not taken over")
    ended(process)
    # A file is nobody's socket.
    with open(path, "wb") as file:
        file.write(b"words")
    other = subprocess.run(
        served.arguments + ["serve", "--socket", path], capture_output=True, text=True, env=served.environment,
        stdin=subprocess.DEVNULL, check=False)
    expect(other.returncode != 0 and "something else stands there" in other.stderr, f"a file in the way: {other.stderr!r}")
    with open(path, "rb") as file:
        expect(file.read() == b"words", "a server writes over a file")


def connected(served):
    host, port = served.address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=30)


def head(served, line, *fields):
    lines = [line, f"Host: {served.address.removeprefix('http://')}", f"Authorization: Bearer {served.token}", *fields, "", ""]
    return "\r\n".join(lines).encode()


def heard(connection, words):
    """Reads until the words come, and returns all that came."""
    found = b""
    while words not in found and (piece := connection.recv(65536)):
        found += piece
    return found


def asks_for_a_body(served):
    """Who holds a body back until it is asked for is not left to wait."""
    connection = connected(served)
    connection.sendall(head(served, "PUT /api/v1/files/held.txt HTTP/1.1", "Content-Type: text/plain", "Content-Length: 5", "Expect: 100-continue"))
    expect(heard(connection, b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n", "a body that is held back is not asked for")
    connection.sendall(b"words")
    found = heard(connection, b"\r\n\r\n")
    expect(found.startswith(b"HTTP/1.1 201"), f"behind a body that was held back comes {found[:200]!r}")
    expect(served.read("held.txt") == b"words", "a body that was held back is not written")
    connection.close()
    # A request behind it is answered as any other.
    connection = connected(served)
    connection.sendall(head(served, "GET / HTTP/1.1", "Expect: 100-continue", "Accept: text/html"))
    found = heard(connection, b"</html>")
    expect(b"HTTP/1.1 200" in found, f"a request without a body that expects to be asked for one gets {found[:200]!r}")
    connection.close()


def ends_with_work_under_way(served):
    """Streams are closed, what is half there is not written, what is whole is, and the status is 0."""
    streams = [connected(served) for _ in range(20)]
    for stream in streams:
        stream.sendall(head(served, "GET /events HTTP/1.1"))
        expect(b"text/event-stream" in heard(stream, b"\r\n\r\n"), "no stream begins")
    half = connected(served)
    half.sendall(head(served, "PUT /api/v1/files/half.png HTTP/1.1", "Content-Type: image/png", "Content-Length: 1000000"))
    half.sendall(b"x" * 500_000)
    written = []

    def write():
        """File after file, until the server is no more."""
        connection = http.client.HTTPConnection(served.address.removeprefix("http://"), timeout=30)
        try:
            for number in range(100_000):
                connection.request(
                    "PUT", f"/api/v1/files/Way/{number}.txt", f"words {number}\n",
                    {"Authorization": "Bearer " + served.token, "Content-Type": "text/plain"})
                answer = connection.getresponse()
                answer.read()
                if answer.status not in [200, 201]:
                    break
                written.append(number)
        except (OSError, http.client.HTTPException):
            pass

    writer = threading.Thread(target=write)
    writer.start()
    until(lambda: len(written) > 5, "no file is written")
    begin = time.monotonic()
    status = served.stop()
    took = time.monotonic() - begin
    writer.join()
    print(f"the server ended {took:.2f} s after it was told to, with {len(written)} files written")
    expect(status == 0, f"with streams open the server ends with {status}")
    for stream in streams:
        stream.settimeout(30)
        while stream.recv(65536):
            pass
        stream.close()
    half.close()
    for number in written:
        expect(served.read(f"Way/{number}.txt") == f"words {number}\n".encode(), f"file {number} was told as written, and is not")
    there = sorted(os.listdir(served.path("Way")))
    whole = [name for name in there if served.read("Way/" + name) == f"words {name[:-4]}\n".encode()]
    expect(there == whole, f"the server leaves {sorted(set(there) - set(whole))} when it ends")
    expect(len(there) - len(written) in [0, 1], f"{len(there)} files are there, and {len(written)} were told")
    expect(not os.path.exists(served.path("half.png")), "half a file is written")
    left = [name for name in os.listdir(served.vault) if name.startswith(".") and "half" in name]
    expect(not left, f"half a file leaves {left}")


def main():
    program = sys.argv[1]
    with Served(program) as served:
        step("at a socket", lambda: at_a_socket(served))
        step("asks for a body", lambda: asks_for_a_body(served))
        step("ends with work under way", lambda: ends_with_work_under_way(served))
    finish()


if __name__ == "__main__":
    main()
