"""Questions to a server in great number: each is answered, by a result or by a refusal that is meant for a client, what is
answered about a document fits its text, and what took longest is told."""

import collections
import copy as copies

from checks import expect
from client import CAPABILITIES, ResponseError
from hostile import REQUESTS, parameters
from workspace import EditError

METHODS = ["textDocument/" + name for name in REQUESTS + ["semanticTokens/range"]]
# What is asked about a place, and not about a text.
AT_PLACES = ["textDocument/" + name for name in (
    "completion", "definition", "references", "hover", "documentHighlight", "selectionRange", "codeAction",
    "prepareRename", "rename")]
# The one that a server carries out itself for a client that cannot, or does not want to.
RENAME = AT_PLACES[-1]
QUESTIONS = [method for method in METHODS if method != RENAME]
# A wrong parameter, a request that fails, a text that has changed, and what is no longer wanted.
REFUSALS = (-32602, -32803, -32801, -32800)
# Seconds that an answer is waited for before the server counts as one that hangs.
PATIENCE = 600
# Of each kind of problem so many are told, so that one does not hide others.
MOST_OF_A_KIND = 4
kinds = collections.Counter()


def complain(kind, words):
    kinds[kind] += 1
    if kinds[kind] <= MOST_OF_A_KIND:
        expect(False, words)


def abilities(is_pulling=False, is_resolving=True, encodings=("utf-8", "utf-16")):
    """What a client announces that shows all that there is; `is_pulling`: it asks for diagnostics."""
    announced = copies.deepcopy(CAPABILITIES)
    announced["general"]["positionEncodings"] = list(encodings)
    text = announced["textDocument"]
    text.update({"codeLens": {}, "inlayHint": {}, "semanticTokens": {"requests": {"full": True, "range": True}}})
    if is_pulling:
        text["diagnostic"] = {}
    if is_resolving:
        text["completion"]["completionItem"]["resolveSupport"] = {"properties": ["documentation"]}
    else:
        del text["codeAction"]["resolveSupport"]
    return announced


def ranges(value, uri):
    """All ranges in an answer about a document, each with the address of the document that it is of."""
    if isinstance(value, list):
        for one in value:
            yield from ranges(one, uri)
    elif isinstance(value, dict):
        if isinstance(value.get("start"), dict) and "line" in value["start"]:
            yield uri, value
            return
        if isinstance(value.get("position"), dict) and "line" in value["position"]:
            yield uri, {"start": value["position"], "end": value["position"]}
        own = value.get("targetUri") or value.get("uri") or (value.get("textDocument") or {}).get("uri") or uri
        for name, one in value.items():
            if name == "changes" and isinstance(one, dict):
                for address, edits in one.items():
                    yield from ranges(edits, address)
            elif name != "data":
                yield from ranges(one, uri if name == "originSelectionRange" else own)


def token_ranges(numbers):
    """The ranges of semantic tokens, each of which is told from the one before it."""
    line = column = 0
    for nth in range(0, len(numbers), 5):
        line, column = line + numbers[nth], numbers[nth + 1] + (0 if numbers[nth] else column)
        yield {"start": {"line": line, "character": column}, "end": {"line": line, "character": column + numbers[nth + 2]}}


def edits_of(edit):
    """Of an edit of several files, the edits of each text by its address."""
    found = dict((edit or {}).get("changes") or {})
    for change in (edit or {}).get("documentChanges") or []:
        if "kind" not in change:
            found.setdefault(change["textDocument"]["uri"], []).extend(change["edits"])
    return found


class Asker:
    """Asks one server. `words` says for whoever reads of a problem what is being tried."""

    def __init__(self, client, words=lambda: ""):
        self.client, self.words = client, words
        self.count, self.refused, self.slowest, self.slow = 0, 0, (0.0, "nothing"), []

    def ask(self, method, given, words=""):
        """The result of a request; None where it is refused."""
        told = f"{method} {words} {self.words()}".strip()
        request, result = self.client.begin(method, given), None
        self.count += 1
        try:
            result = self.client.wait(request, PATIENCE)
        except ResponseError as error:
            self.refused += 1
            if error.code not in REFUSALS:
                complain((method, error.code), f"{told} is answered with {error}")
        except Exception as error:
            raise RuntimeError(f"{told}: {error!r}") from error
        took = self.client.took(request)
        self.slowest = max(self.slowest, (took, told))
        if took > 1:
            self.slow.append((took, told))
        self.fit(method, result, given, told)
        return result

    def fit(self, method, result, given, told):
        """What is answered about an open document is within its text, and its edits can be made."""
        address = given.get("textDocument", {}).get("uri") if isinstance(given, dict) else None
        documents = {document.uri: document for document in list(self.client.workspace.documents.values())}
        found = list(ranges(result, address))
        if "/semanticTokens" in method and result:
            found += [(address, one) for one in token_ranges(result["data"])]
        for uri, one in found:
            if uri in documents:
                text = documents[uri].text
                try:
                    if text.offset(one["start"]) > text.offset(one["end"]):
                        complain((method, "order"), f"{told} answers the range {one}, which ends before it begins")
                except EditError as error:
                    complain((method, "range"), f"{told} answers the range {one}: {error}")
        edits = edits_of((result if "documentChanges" in result else result.get("edit")) if isinstance(result, dict) else None)
        for uri in edits:
            if uri in documents:
                try:
                    documents[uri].text.applying(edits[uri])
                except EditError as error:
                    complain((method, "edits"), f"{told} answers edits that cannot be made: {error}")

    def at(self, file, line=0, character=0, methods=METHODS, new="Another name"):
        """Asks all methods at a place, and what is offered there once more, in full. Returns the actions by title."""
        given, actions = {**parameters(self.client, file, line, character), "newName": new}, {}
        for method in methods:
            words = f"at {line}:{character} of {file}"
            result = self.ask(method, given, words)
            if method.endswith("/codeAction"):
                actions = {one["title"]: self.resolved(one, words) for one in result or []}
            elif method.endswith("/completion") and result:
                expect(len(result["items"]) <= 100, f"{len(result['items'])} completions {words} {self.words()}")
                for one in result["items"][:2]:
                    self.ask("completionItem/resolve", one, words)
        return actions

    def resolved(self, action, words=""):
        """An action with its edit, where there is one."""
        if "data" not in action:
            return action
        return self.ask("codeAction/resolve", action, f"“{action['title']}” {words}") or action

    @property
    def told(self):
        """The number of requests and the slowest, for the line of a script."""
        return summary(self.count, self.slowest, self.slow)


def summary(count, slowest, slow):
    """A number of requests, and those that took more than a second."""
    slow = "".join(f", {took:.2f} s: {words}" for took, words in sorted(slow, reverse=True)[:12])
    return f"{count} requests, the slowest {slowest[0]:.2f} s ({slowest[1]}){slow and '; over 1 s' + slow[1:]};"
