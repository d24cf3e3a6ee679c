"""The oracle for Python, for one project. CPython's ast lists declarations, calls and
imports; jedi resolves them.

Reads requests from standard input, one JSON object per line, and writes one line of
JSON for each:
  {"op":"truth","seed":1,"calls":80,"files":20,"elements":40}
  {"op":"judge","relation":"calls","extras":[{"target":0,"file":"a.py","line":1,"column":2}]}
Lines and columns count from 1, columns in UTF-16 units.
  python3 oracle.py <root>, with jedi on PYTHONPATH
"""
import json
import sys

from calls import CallIndex
from declarations import declarations_of
from imports import ImportIndex
from judge import Judge
from project import Project
from sample import sample


def is_callable(d):
    return d.kind in ("function", "method", "class", "enum", "interface") and not (
        d.short.startswith("__") and d.short.endswith("__")) and not d.is_property


class Oracle:
    def __init__(self, root):
        self.project = Project(root)
        self.declared = [d for f in self.project.files for d in declarations_of(f)]
        self.calls = []

    def truth(self, request):
        seed = request["seed"]
        targets = [d for d in self.declared if not d.file.is_test]
        self.calls = sample([d for d in targets if is_callable(d)], request["calls"], seed)
        self.index = CallIndex(self.project, self.declared)
        imports = ImportIndex(self.project, self.declared)
        files = sample([f for f in self.project.files if not f.is_test], request["files"], seed)
        elements = sample([d for d in targets if d.top and d.exported], request["elements"], seed)
        return {
            "version": self.project.version,
            "files": len(self.project.files),
            "lines": sum(f.line_count for f in self.project.files),
            "declarations": [d.describe() for d in self.declared],
            "calls": [{"target": d.describe(), "sites": self.index.sites(d)} for d in self.calls],
            "importedFiles": [{"target": f.describe(), "sites": imports.of_file(f)} for f in files],
            "importedElements": [{"target": d.describe(), "sites": imports.of_element(d)} for d in elements],
        }

    def judge(self, request):
        judge = Judge(self.project, self.index)
        if request["relation"] != "calls":
            return [""] * len(request["extras"])
        return [judge.rule(self.calls[x["target"]], x["file"], x["line"], x["column"]) for x in request["extras"]]


def main():
    sys.setrecursionlimit(10000)
    oracle = Oracle(sys.argv[1])
    for line in sys.stdin:
        request = json.loads(line)
        response = oracle.truth(request) if request["op"] == "truth" else oracle.judge(request)
        print(json.dumps(response), flush=True)


main()
