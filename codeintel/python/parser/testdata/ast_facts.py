"""Prints the syntax of files as CPython parses it, in JSON lines.

Each line describes one file that CPython accepts: its path; its functions and
classes as [kind, name, line, column, end line]; its calls as [line, column, end
line, end column, name of the callee]; its names and attributes as [line, column,
end line, end column, name]; its imports, statements and strings by position.
Columns count UTF-8 bytes.
"""

import ast
import json
import sys
import warnings

warnings.simplefilter("ignore")


def callee(node):
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    return ""


def place(node):
    return [node.lineno, node.col_offset, node.end_lineno, node.end_col_offset]


def in_joined(tree):
    """Returns the ids of the nodes in f-strings, for which CPython 3.11 has no exact positions."""
    inside = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            inside.update(id(n) for n in ast.walk(node) if n is not node)
    return inside


def has_undecoded_escape(line):
    """Reports whether a line contains \\N{...} or a surrogate, which the Go parser does not decode."""
    return b"\\N{" in line or b"\\ud" in line or b"\\uD" in line


def facts(path):
    with open(path, "rb") as f:
        source = f.read()
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    lines = source.splitlines()
    hidden = in_joined(tree)
    out = {"path": path, "defs": [], "calls": [], "names": [], "stmts": [], "strings": [], "hidden": []}
    for node in ast.walk(tree):
        kind = type(node).__name__
        if id(node) in hidden:
            if isinstance(node, (ast.Name, ast.Attribute, ast.Call)):
                out["hidden"].append(kind + " " + (callee(node.func) if kind == "Call" else callee(node)))
            continue
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            out["defs"].append([kind, node.name, node.lineno, node.col_offset, node.end_lineno])
        if isinstance(node, ast.Call):
            out["calls"].append(place(node) + [callee(node.func)])
        if isinstance(node, (ast.Name, ast.Attribute)):
            out["names"].append(place(node) + [callee(node)])
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            module = getattr(node, "module", None) or ""
            out["names"] += [place(a) + ["%s:%s as %s" % (module, a.name, a.asname or "")] for a in node.names]
        if isinstance(node, ast.stmt):
            out["stmts"].append([kind] + place(node))
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if any(has_undecoded_escape(lines[i]) for i in range(node.lineno - 1, node.end_lineno)):
                continue
            out["strings"].append(place(node) + [node.value])
    for key in ("defs", "calls", "names", "stmts", "strings", "hidden"):
        out[key].sort()
    return out


for line in sys.stdin:
    path = line.rstrip("\n")
    found = facts(path)
    if found is None:
        print(json.dumps({"path": path}))
    else:
        print(json.dumps(found))
