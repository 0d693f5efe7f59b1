"""A program that asks the API, with paths and bodies just as they are given."""

import http.client
import json
import urllib.parse

from checks import expect

class Answer:
    def __init__(self, response):
        self.status, self.fields, self.body = response.status, response.headers, response.read()

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def reason(self):
        """The sentence for people; the first bytes where there is none."""
        try:
            return self.json["detail"]
        except (ValueError, KeyError, TypeError):
            return repr(self.body[:200])


class Client:
    """Requests over one connection, with paths as they are given."""

    def __init__(self, served):
        self.served, self.connection = served, None

    def ask(self, method, target, body=None, **fields):
        """An object as body is sent as JSON. Field names have `_` in place of `-`."""
        head = {name.replace("_", "-"): value for name, value in fields.items()}
        if isinstance(body, (dict, list)):
            head.setdefault("content-type", "application/json")
            body = json.dumps(body)
        head["Authorization"] = "Bearer " + self.served.token
        for is_last in [False, True]:
            if not self.connection:
                address = urllib.parse.urlsplit(self.served.address)
                self.connection = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
            try:
                self.connection.request(method, target, body, head)
                return Answer(self.connection.getresponse())
            except (OSError, http.client.HTTPException):
                # The server ended the connection, as it may behind a request that it refused.
                self.connection = None
                if is_last:
                    raise

    def form(self, target, **fields):
        body = urllib.parse.urlencode({name: value for name, value in fields.items()})
        return self.ask("POST", target, body, content_type="application/x-www-form-urlencoded")


def quoted(path):
    return urllib.parse.quote(path, safe="/")


def refused(answer, statuses, words):
    """Expects one of the statuses, and a sentence that says why."""
    expect(answer.status in statuses, f"{words}: {answer.status} {answer.reason}")
    if answer.status >= 400 and answer.status in statuses:
        told = answer.fields["content-type"] == "application/problem+json" and len(answer.reason) > 10
        expect(told, f"{words}: {answer.status} with no reason but {answer.body[:200]!r}")
