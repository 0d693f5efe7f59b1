"""sarif_peers.py FILE: reads a SARIF log by sarif-pydantic (the standard's types), sarif-tools (which counts) and, where a
package carries it, the standard's own schema; prints how many findings there are, and complains on standard error."""

import json
import pathlib
import sys
from urllib.parse import unquote

from sarif.loader import load_sarif_file
from sarif_pydantic import Sarif


def complain(text):
    print(text, file=sys.stderr)


def official_schema():
    """The schema of SARIF 2.1.0, if an installed package has it."""
    import sarif
    import sarif_pydantic

    for package in (sarif, sarif_pydantic):
        for path in pathlib.Path(package.__file__).parent.rglob("*.json"):
            document = json.loads(path.read_text())
            if isinstance(document, dict) and "sarif" in str(document.get("$id", "")).lower():
                return document
    return None


def main():
    path = sys.argv[1]
    text = pathlib.Path(path).read_text(encoding="utf-8")
    log = json.loads(text)
    schema = official_schema()
    if schema:
        import jsonschema

        for error in jsonschema.Draft7Validator(schema).iter_errors(log):
            complain(f"the schema: {error.message}")
    typed = Sarif.model_validate(log)
    run = log["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    if len(typed.runs[0].results or []) != len(run["results"]):
        complain("sarif-pydantic sees another number of results")
    for result in run["results"]:
        if rules[result["ruleIndex"]] != result["ruleId"]:
            complain(f"a result points to the rule of another: {result['ruleId']}")
        for location in result.get("locations", []):
            uri = location["physicalLocation"]["artifactLocation"]["uri"]
            if not uri.isascii() or any(sign in uri for sign in ' "<>\\^`{|}:?#'):
                complain(f"{uri!r} is no relative address")
            if not (pathlib.Path(path).parent / unquote(uri)).is_file():
                complain(f"{uri!r} leads to no file")
    marks = [result["partialFingerprints"]["vaultFinding/v1"] for result in run["results"]]
    if len(set(marks)) != len(marks):
        complain("two results have one fingerprint")
    counted = load_sarif_file(path)
    print(counted.get_result_count())


main()
