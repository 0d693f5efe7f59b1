"""tokens.py VAULT [CORPUS]: what a model pays for the tools, and for searches, in tokens of o200k. The limits are those of the design."""

import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from plain_client import READERS, PlainClient  # It adds the folder of the editors' tests, too.

from checks import expect, finish, step
from editing import Copy
from rs_bpe.bpe import openai

count = openai.o200k_base().count

# Words that people look for, in the vault of the tests and in others.
SEARCHES = [
    "salt road", "bread", "glossary", "knee", "plan", "chapter", "the", "note OR notes", "tag:work", "is:pinned",
]
MOST_TOOLS, MOST_READERS, MOST_SEARCH = 2_000, 800, 1_600


def cost(value):
    return count(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def tools(client):
    """As a model gets them: a name, a description and the schema of the arguments."""
    shown = [
        {"name": tool["name"], "description": tool["description"], "parameters": tool["inputSchema"]}
        for tool in client.ask("tools/list")["tools"]
    ]
    return cost(shown), cost([tool for tool in shown if tool["name"] in READERS])


def main():
    words = []

    def sample():
        with Copy(sys.argv[1], notes={}) as copy, PlainClient(copy, "--write") as client:
            everything, readers = tools(client)
            expect(everything <= MOST_TOOLS, f"the tools cost {everything} tokens, and {MOST_TOOLS} is the most")
            expect(readers <= MOST_READERS, f"those that read cost {readers} tokens, and {MOST_READERS} is the most")
            searches = [cost(client.call("search_notes", query=query)) for query in SEARCHES]
            average = sum(searches) // len(searches)
            expect(average <= MOST_SEARCH, f"a search costs {average} tokens on average, and {MOST_SEARCH} is the most")
            words.append(f"15 tools cost {everything} tokens, the six that read {readers}, a search {average} on average")
            if "--show" in sys.argv:
                for query, price in zip(SEARCHES, searches):
                    print(f"  search_notes {query}: {price}")
                calls = [
                    ("read_note", {"note": "Bike"}), ("list_notes", {}), ("list_tasks", {}), ("get_links", {"note": "Home"}),
                    ("vault_overview", {}), ("create_note", {"title": "A note", "text": "Text."}),
                    ("add_task", {"text": "Call Wei due:friday"}),
                ]
                for tool, arguments in calls:
                    print(f"  {tool} {arguments}: {cost(client.call(tool, **arguments))}")

    step("tokens", sample)
    finish("; ".join(words))


main()
