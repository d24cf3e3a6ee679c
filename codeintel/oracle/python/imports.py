"""Finds the imports of files and elements."""
import ast
import os

from declarations import all_of


class ImportIndex:
    def __init__(self, project, declared):
        self.project = project
        self.top = {(d.file.path, d.line, d.short): d for d in declared if d.top}
        self.files, self.elements, self.stars = {}, {}, {}
        for f in project.files:
            self.read(f)

    def read(self, f):
        modules = {}  # names that are bound to modules, with the places of the imports
        for node in ast.walk(f.tree):
            if isinstance(node, ast.Import):
                for a in node.names:
                    self.module(f, a, modules)
            elif isinstance(node, ast.ImportFrom):
                self.from_import(f, node, modules)
        for node in ast.walk(f.tree):
            if isinstance(node, ast.Attribute):
                self.qualified(f, node, modules)

    def module(self, f, a, modules):
        column = f.characters(a.lineno, a.col_offset)
        place = f.place(a.lineno, column)
        end = column + len(a.name) - 1
        for n in self.project.goto(f, a.lineno, end):
            target = self.project.file_of(n)
            if target is not None and n.type == "module":
                self.files.setdefault(target, []).append((place, "import"))
        modules.setdefault(a.asname or a.name.split(".")[0], []).append((place, a.name if a.asname is None else None))

    def from_import(self, f, node, modules):
        source = self.source(f, node)
        for a in node.names:
            column = f.characters(a.lineno, a.col_offset)
            place = f.place(a.lineno, column)
            if a.name == "*":
                if source is not None:
                    self.files.setdefault(source, []).append((place, "import *"))
                    self.stars.setdefault(source, []).append((f, place))
                continue
            into = source
            for n in self.project.goto(f, a.lineno, column):
                target = self.project.file_of(n)
                if target is None:
                    continue
                if n.type == "module":
                    into = target
                    modules.setdefault(a.asname or a.name, []).append((place, None))
                else:
                    self.element(target, n, place, "import")
            if into is not None:
                self.files.setdefault(into, []).append((place, "from import"))

    def element(self, target, n, place, form):
        d = self.top.get((target.path, n.line, n.name))
        if d is not None:
            self.elements.setdefault(d, []).append((place, form))

    def source(self, f, node):
        """Returns the file to which the module of a from import resolves, or None."""
        if node.level == 0:
            text = f.lines[node.lineno - 1]
            column = text.index("from", f.characters(node.lineno, node.col_offset)) + 5 + len(node.module) - 1
            for n in self.project.goto(f, node.lineno, column):
                if n.type == "module" and self.project.file_of(n):
                    return self.project.file_of(n)
            return None
        folder = os.path.dirname(f.path)
        for _ in range(node.level - 1):
            folder = os.path.dirname(folder)
        base = os.path.normpath(os.path.join(folder, *(node.module or "").split(".")))
        for candidate in ("/__init__.py", "/__init__.pyi", ".py", ".pyi"):
            path = os.path.normpath(base + candidate).replace(os.sep, "/")
            if path in self.project.by_name:
                return self.project.by_name[path]
        return None

    def qualified(self, f, node, modules):
        """Records m.f, where m is an imported module."""
        root = node.value
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name) or root.id not in modules:
            return
        definitions = self.project.goto(f, *f.name_of(root), follow=False)
        if not any(n.type == "module" or n.is_definition() and n.line for n in definitions):
            return
        lines = {n.line for n in definitions if self.project.file_of(n) is f}
        for n in self.project.goto(f, *f.name_of(node)):
            target = self.project.file_of(n)
            if target is None or target is f or n.type == "module":
                continue
            for place, dotted in modules[root.id]:
                if lines and place["line"] not in lines:
                    continue
                self.element(target, n, place, "use through a module")

    def passes(self, source, d, seen):
        """Returns whether an import * of a file imports a declaration."""
        if source in seen:
            return False
        seen.add(source)
        names = all_of(source.tree)
        public = d.short in names if names is not None else not d.short.startswith("_")
        if not public:
            return False
        if d.file is source:
            return True
        if any(place["file"] == source.path for place, form in self.elements.get(d, []) if form == "import"):
            return True
        return any(f is source and self.passes(s, d, seen) for s, users in self.stars.items() for f, _ in users)

    def of_element(self, d):
        sites = list(self.elements.get(d, []))
        for source, users in self.stars.items():
            if self.passes(source, d, set()):
                sites += [(place, "import *") for _, place in users]
        return unique(sites)

    def of_file(self, f):
        return unique(self.files.get(f, []))


def unique(sites):
    out = {}
    for place, form in sites:
        out.setdefault((place["file"], place["line"], place["column"]), {**place, "rule": "direct", "form": form})
    return list(out.values())
