"""A server of notes as clients of the app NoteApp know it, which goes wrong when it is told to.

remote_notes.py [PORT]: serves on this machine, and prints the port.
"""

import hashlib
import http.server
import json
import random
import sys
import threading
import time
import urllib.parse

PATH = "/notes"


class Notes:
    """What the server has, and how it behaves."""

    def __init__(self, seed=0):
        self.notes, self.keys, self.lock = {}, {}, threading.Lock()
        self.random = random.Random(seed)
        self.tells_states, self.gives_ids, self.knows_keys, self.knows_pages = True, False, True, True
        self.milliseconds, self.token = False, None
        self.faults, self.writes, self.asked = 0.0, 0, 0
        self.next = 100
        # It gives fewer than are asked for.
        self.longest_page = 3

    def state(self, note):
        text = json.dumps(note, sort_keys=True)
        return '"' + hashlib.sha256(text.encode()).hexdigest()[:16] + '"'

    def fault(self):
        """None, or what goes wrong with a question."""
        if self.random.random() >= self.faults:
            return None
        return self.random.choice(["refused", "busy", "lost", "cut", "late", "repeats", "forgets"])


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body are written apart: else each answer waits for the client's word that the head has come.
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def answer(self, status, value=None, fields=(), cut=False):
        body = b"" if value is None else json.dumps(value, ensure_ascii=False).encode()
        self.send_response(status)
        for name, text in fields:
            self.send_header(name, text)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if cut else body)
        if cut:
            self.close_connection = True

    def note(self, status, note, cut=False):
        notes = self.server.notes
        self.answer(status, note, [("ETag", notes.state(note))] if notes.tells_states else [], cut)

    def handle_one(self):
        notes = self.server.notes
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        if len(body) < length:
            # Whoever asked was killed.
            self.close_connection = True
            return
        notes.asked += 1
        if notes.token and self.headers.get("Authorization") != "Bearer " + notes.token:
            return self.answer(401, {"message": "no token"})
        with notes.lock:
            fault = notes.fault()
            if fault == "refused":
                return self.answer(notes.random.choice([500, 502, 503]), {"message": "not now"})
            if fault == "busy":
                return self.answer(429, {"message": "too many"}, [("Retry-After", "0")])
            if fault == "late":
                time.sleep(0.05)
            self.fault = fault
            self.carry_out(body)

    do_GET = do_POST = do_PUT = do_DELETE = handle_one

    def carry_out(self, body):
        notes = self.server.notes
        address = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qs(address.query)
        if address.path == PATH and self.command == "GET":
            return self.list(query)
        if address.path == PATH and self.command == "POST":
            return self.make(json.loads(body))
        if not address.path.startswith(PATH + "/"):
            return self.answer(404)
        id = urllib.parse.unquote(address.path[len(PATH) + 1 :])
        note = notes.notes.get(id)
        if note is None:
            return self.answer(404, {"message": "no such note"})
        if self.command == "GET":
            return self.note(200, note, self.fault == "cut")
        wanted = self.headers.get("If-Match")
        if wanted and wanted != notes.state(note):
            return self.answer(412, {"message": "changed"})
        if self.command == "DELETE":
            del notes.notes[id]
            notes.writes += 1
            return self.done(204, None)
        notes.notes[id] = dict(json.loads(body), id=id)
        notes.writes += 1
        self.done(200, notes.notes[id])

    def done(self, status, note):
        """Carried out; the answer may not come back."""
        if self.fault == "lost":
            self.close_connection = True
            self.connection.shutdown(2)
        elif note is None:
            self.answer(status)
        else:
            self.note(status, note, self.fault == "cut")

    def list(self, query):
        notes = self.server.notes
        all = [notes.notes[id] for id in sorted(notes.notes)]
        if self.fault == "forgets" and all:
            all.remove(notes.random.choice(all))
        if self.fault == "repeats" and all:
            all.append(all[0])
        if notes.knows_pages:
            page, limit = int(query.get("page", ["1"])[0]), int(query.get("limit", ["10"])[0])
            limit = min(limit, notes.longest_page)
            all = all[(page - 1) * limit : page * limit]
        self.answer(200, all, cut=self.fault == "cut")

    def make(self, note):
        notes = self.server.notes
        key = self.headers.get("Idempotency-Key")
        if notes.knows_keys and key in notes.keys and notes.keys[key] in notes.notes:
            return self.note(201, notes.notes[notes.keys[key]])
        if notes.gives_ids or "id" not in note:
            notes.next += 1
            note["id"] = str(notes.next)
        if note["id"] in notes.notes:
            return self.answer(409, {"message": "another note has that id"})
        notes.notes[note["id"]] = note
        notes.keys[key] = note["id"]
        notes.writes += 1
        self.done(201, note)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        """A client that is killed breaks off, which is no news."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, address)


def serve(notes, port=0):
    """Starts it on a thread of its own; returns it, with the port in `server_port`."""
    server = Server(("127.0.0.1", port), Handler)
    server.notes = notes
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


if __name__ == "__main__":
    print(serve(Notes(), int(sys.argv[1]) if len(sys.argv) > 1 else 0).server_port, flush=True)
    threading.Event().wait()
