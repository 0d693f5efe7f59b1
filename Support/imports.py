"""imports.py: each target of the package names every module of the project that its sources import. What is missing there is built in the
right order nevertheless, but not built again where that module has changed, and the program goes on with values that mean something else."""

import json
import pathlib
import re
import subprocess
import sys

IMPORT = re.compile(r"^\s*(?:(?:@testable|internal|package|public)\s+)*import\s+(?:(?:struct|class|enum|func)\s+)?(\w+)", re.MULTILINE)


def main():
    swift = sys.argv[1] if len(sys.argv) > 1 else "swift"
    package = json.loads(subprocess.run([swift, "package", "dump-package"], check=True, capture_output=True).stdout)
    targets = {target["name"]: target for target in package["targets"]}
    status = 0
    for name, target in targets.items():
        folder = pathlib.Path(target.get("path") or ("Tests/" if target["type"] == "test" else "Sources/") + name)
        named = {kind[0] for dependency in target["dependencies"] for kind in dependency.values()}
        imported = {module for file in folder.rglob("*.swift") for module in IMPORT.findall(file.read_text(encoding="utf-8"))}
        missing = sorted((imported & set(targets)) - named - {name})
        if missing:
            status = 1
            print(f"Package.swift: the target {name} imports {', '.join(missing)}, and has to name them among its dependencies", file=sys.stderr)
    sys.exit(status)


main()
