"""Finds calls, and resolves their callees with jedi."""
import ast


class Site:
    def __init__(self, file, callee, form, enclosing):
        self.file, self.callee, self.form = file, callee, form
        self.enclosing = enclosing  # innermost class that contains the call
        self.line, self.column = file.name_of(callee)
        self.place = file.place(self.line, self.column)


def sites_of(file):
    """Returns the calls of names and attributes, and the applied decorators."""
    found = []

    def walk(node, enclosing):
        if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
            found.append(Site(file, node.func, form_of(node.func), enclosing))
        for d in getattr(node, "decorator_list", []):
            if isinstance(d, (ast.Name, ast.Attribute)):
                found.append(Site(file, d, "decorator", enclosing))
        for child in ast.iter_child_nodes(node):
            walk(child, node if isinstance(node, ast.ClassDef) else enclosing)

    walk(file.tree, None)
    return found


def form_of(callee):
    if isinstance(callee, ast.Name):
        return "call of a name"
    value = callee.value
    if isinstance(value, ast.Name):
        return "call on self" if value.id in ("self", "cls") else "call on a name"
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "super":
        return "call on super()"
    return "call on an attribute" if isinstance(value, ast.Attribute) else "call on an expression"


class CallIndex:
    """Every call of the project with the declarations to which it resolves."""

    def __init__(self, project, declared):
        self.project = project
        self.at = {(d.file.path, d.line, d.short): d for d in declared if d.kind in (
            "function", "method", "class", "enum", "interface")}
        self.classes = {d: self.bases(d) for d in declared if d.kind in ("class", "enum", "interface") and isinstance(d.node, ast.ClassDef)}
        self.members = {}
        for d in declared:
            if d.kind == "method" and d.owner is not None:
                self.members[d.owner, d.short] = d
        self.by_target, self.by_place = {}, {}
        for f in project.files:
            for s in sites_of(f):
                self.enter(s)

    def enter(self, s):
        found, known = self.resolve(s.file, s.line, s.column)
        s.found, s.known = found, known
        self.by_place[s.place["file"], s.place["line"], s.place["column"]] = s
        for d in found:
            self.by_target.setdefault(d, []).append(s)

    def declaration(self, name):
        f = self.project.file_of(name)
        if f is None or name.line is None:
            return None
        return self.at.get((f.path, name.line, name.name))

    def resolve(self, file, line, column):
        """Returns the declarations of functions and classes to which a name resolves, and
        whether jedi can resolve the name at all."""
        names = self.project.goto(file, line, column)
        known = any(n.type in ("function", "class", "property") for n in names)
        found = [d for d in map(self.declaration, names) if d]
        if not known:
            names = [n for n in self.project.infer(file, line, column) if n.type in ("function", "class")]
            known = bool(names)
            found = [d for d in map(self.declaration, names) if d]
        return found, known

    def bases(self, d):
        out = []
        for b in d.node.bases:
            while isinstance(b, ast.Subscript):
                b = b.value
            if isinstance(b, (ast.Name, ast.Attribute)):
                found, _ = self.resolve(d.file, *d.file.name_of(b))
                out += [x for x in found if x.kind in ("class", "enum", "interface")]
        return out

    def ancestors(self, d):
        line = [d]
        for c in line:
            line += [b for b in self.classes.get(c, []) if b not in line]
        return line[1:]

    def receivers(self, s):
        """Returns the classes of a call's receiver according to jedi, None if jedi does not know them."""
        if not isinstance(s.callee, ast.Attribute):
            return None
        value = s.callee.value
        if isinstance(value, ast.Name) and value.id in ("self", "cls") and s.enclosing is not None:
            d = self.at.get((s.file.path, s.enclosing.lineno, s.enclosing.name))
            return [d] if d else None
        if not isinstance(value, (ast.Name, ast.Attribute, ast.Call)):
            return None
        named = value.func if isinstance(value, ast.Call) else value
        if isinstance(value, ast.Call) or not isinstance(named, (ast.Name, ast.Attribute)):
            return None
        names = self.project.infer(s.file, *s.file.name_of(named))
        found = []
        for n in names:
            if n.type == "class":
                return []  # the receiver is the class itself
            for c in n.infer():
                d = self.declaration(c)
                if d:
                    found.append(d)
        return found or None

    def sites(self, d):
        sites = [(s, "direct") for s in self.by_target.get(d, [])]
        if isinstance(d.node, ast.ClassDef):
            for name in ("__init__", "__new__"):
                own = self.members.get((d, name))
                if own:
                    sites += [(s, "direct") for s in self.by_target.get(own, [])]
                    break
        certain = {id(s) for s, _ in sites}
        if d.kind == "method" and not d.short.startswith("__"):
            for c in self.ancestors(d.owner):
                base = self.members.get((c, d.short))
                for s in self.by_target.get(base, []) if base else []:
                    if id(s) not in certain and self.may_reach(s, d):
                        certain.add(id(s))
                        sites.append((s, "possible"))
        return [{**s.place, "rule": rule, "form": s.form} for s, rule in sites]

    def may_reach(self, s, d):
        if s.form == "call on super()":
            return False
        receivers = self.receivers(s)
        if receivers is None:
            return True
        return any(r is d.owner or r in self.ancestors(d.owner) for r in receivers)
