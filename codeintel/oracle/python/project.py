"""Loads the files of a project: their syntax trees, and jedi's analysis of them."""
import ast
import os
import re
import tokenize

import jedi


class File:
    def __init__(self, root, path):
        self.path = path
        self.absolute = os.path.join(root, path)
        with tokenize.open(self.absolute) as f:
            self.text = f.read()
        self.lines = self.text.split("\n")
        self.line_count = self.text.count("\n")
        self.tree = ast.parse(self.text)
        self.is_test = re.search(r"(^|/)tests?/|(^|/)(test_[^/]*|conftest|[^/]*_test)\.pyi?$", path) is not None
        self.script = None

    def describe(self):
        return {"file": self.path, "line": 1, "kind": "file", "name": "", "exported": True, "component": False}

    def characters(self, line, offset):
        """Returns the column, in characters from 0, of an offset in UTF-8."""
        return len(self.lines[line - 1].encode()[:offset].decode())

    def place(self, line, characters):
        """Returns a place in the form of the responses."""
        before = self.lines[line - 1][:characters]
        return {"file": self.path, "line": line, "column": 1 + len(before.encode("utf-16-le")) // 2}

    def name_of(self, node):
        """Returns the line, and the column in characters from 0, of the last name of an expression."""
        if isinstance(node, ast.Attribute):
            return node.end_lineno, self.characters(node.end_lineno, node.end_col_offset) - len(node.attr)
        return node.lineno, self.characters(node.lineno, node.col_offset)


class Project:
    def __init__(self, root):
        self.root = os.path.realpath(root)
        self.version = "CPython %s's ast, jedi %s" % (".".join(map(str, os.sys.version_info[:2])), jedi.__version__)
        self.jedi = jedi.Project(self.root, sys_path=[self.root, os.path.join(self.root, "src")], smart_sys_path=False)
        paths = sorted(
            os.path.relpath(os.path.join(folder, name), self.root).replace(os.sep, "/")
            for folder, _, names in os.walk(self.root) for name in names if name.endswith((".py", ".pyi", ".pyw")))
        self.files = [File(self.root, p) for p in paths]
        self.by_path = {f.absolute: f for f in self.files}
        self.by_name = {f.path: f for f in self.files}

    def script(self, file):
        if file.script is None:
            file.script = jedi.Script(file.text, path=file.absolute, project=self.jedi)
        return file.script

    def file_of(self, name):
        """Returns the project's file that contains a name of jedi, None for other files."""
        return self.by_path.get(str(name.module_path)) if name.module_path else None

    def goto(self, file, line, column, follow=True):
        try:
            return self.script(file).goto(line, column, follow_imports=follow)
        except Exception:  # jedi fails on some code; the name then counts as unknown
            return []

    def infer(self, file, line, column):
        try:
            return self.script(file).infer(line, column)
        except Exception:
            return []
