#!/usr/bin/env python3
"""Prints the software bill of materials of the program: CycloneDX 1.6, from `cargo metadata` and Cargo.lock.

It lists the packages that are compiled into the program on any system, or that run while it is built; not those of tests.
"""

import json
import pathlib
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[1]


def purl(package):
    return f"pkg:cargo/{package['name']}@{package['version']}"


def component(package, kind, checksums):
    entry = {"type": kind, "bom-ref": purl(package), "name": package["name"], "version": package["version"], "purl": purl(package)}
    if package["license"]:
        entry["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    if checksum := checksums.get((package["name"], package["version"])):
        entry["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    return entry


def main():
    command = ["cargo", "metadata", "--locked", "--format-version", "1"]
    metadata = json.loads(subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout)
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())
    checksums = {(it["name"], it["version"]): it.get("checksum") for it in lock["package"]}
    packages = {it["id"]: it for it in metadata["packages"]}
    nodes = {it["id"]: it for it in metadata["resolve"]["nodes"]}
    needs = {}
    open_ids = [metadata["resolve"]["root"]]
    while open_ids:
        at = open_ids.pop()
        if at not in needs:
            needs[at] = [it["pkg"] for it in nodes[at]["deps"] if any(kind["kind"] != "dev" for kind in it["dep_kinds"])]
            open_ids += needs[at]
    root, *others = sorted(needs, key=lambda it: (it != metadata["resolve"]["root"], purl(packages[it])))
    bom = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": component(packages[root], "application", checksums)},
        "components": [component(packages[it], "library", checksums) for it in others],
        "dependencies": [
            {"ref": purl(packages[it]), "dependsOn": sorted(purl(packages[need]) for need in needs[it])} for it in [root, *others]
        ],
    }
    json.dump(bom, sys.stdout, indent=1)
    print()


main()
