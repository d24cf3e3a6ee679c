"""Lists the declarations of files from their syntax trees."""
import ast
import re

ENUMS = {"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum"}
PROPERTIES = {"setter", "deleter", "getter"}


class Declaration:
    def __init__(self, file, node, line, kind, name, owner, exported, top):
        self.file, self.node, self.line, self.kind, self.name = file, node, line, kind, name
        self.short = name.rsplit(".", 1)[-1]
        self.owner, self.exported, self.top = owner, exported, top
        decorators = getattr(node, "decorator_list", [])
        self.is_property = any("property" in (last(d) or "") for d in decorators)
        self.is_static = any(last(d) == "staticmethod" for d in decorators)

    def describe(self):
        return {"file": self.file.path, "line": self.line, "kind": self.kind, "name": self.name,
                "exported": self.exported, "component": False}


def last(e):
    """Returns the last part of a dotted name, also if the name is called or subscripted."""
    while isinstance(e, (ast.Call, ast.Subscript)):
        e = e.func if isinstance(e, ast.Call) else e.value
    return e.id if isinstance(e, ast.Name) else e.attr if isinstance(e, ast.Attribute) else None


def all_of(tree):
    """Returns the names in __all__, None if the module has no __all__."""
    names, found = set(), False
    for node in ast.walk(tree):
        value = None
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(t, ast.Name) and t.id == "__all__" for t in targets):
                value = node.value
        if value is not None:
            found = True
            names |= {c.value for c in ast.walk(value) if isinstance(c, ast.Constant) and isinstance(c.value, str)}
    return names if found else None


class Walk:
    def __init__(self, file):
        self.file, self.out, self.enums = file, [], set()
        self.all = all_of(file.tree)

    def add(self, node, line, kind, name, owner, prefix, exported, top):
        short = name
        if top:
            exported = short in self.all if self.all is not None else not short.startswith("_")
        elif exported:
            exported = not short.startswith("_") or re.fullmatch(r"__.+__", short) is not None
        d = Declaration(self.file, node, line, kind, prefix + name, owner, exported, top)
        self.out.append(d)
        return d

    def block(self, body, owner, prefix, in_class, in_function, exported, names, enum=False):
        last_def = {s.name: s for s in body if isinstance(s, (ast.FunctionDef, ast.AsyncFunctionDef))}
        for s in body:
            if isinstance(s, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self.function(s, last_def, owner, prefix, in_class, exported, names)
            elif isinstance(s, ast.ClassDef):
                self.klass(s, owner, prefix, in_function, exported, names)
            elif isinstance(s, (ast.Assign, ast.AnnAssign)):
                targets = s.targets if isinstance(s, ast.Assign) else [s.target]
                for t in targets:
                    self.target(t, s.value, getattr(s, "annotation", None), owner, prefix, in_class, in_function, exported, names, enum)
            else:
                for field in ("body", "handlers", "orelse", "finalbody", "cases"):
                    for inner in self.blocks(getattr(s, field, [])):
                        self.block(inner, owner, prefix, in_class, in_function, exported, names, enum)

    def blocks(self, value):
        if not isinstance(value, list) or not value:
            return []
        if isinstance(value[0], (ast.ExceptHandler, ast.match_case)):
            return [v.body for v in value]
        return [value] if isinstance(value[0], ast.stmt) else []

    def function(self, s, last_def, owner, prefix, in_class, exported, names):
        for d in s.decorator_list:
            if last(d) in PROPERTIES and isinstance(d, ast.Attribute) and last(d.value) == s.name and s.name in names:
                return self.inside(s, names[s.name])
            if last(d) == "overload":
                final = last_def[s.name]
                overloaded = any(last(x) == "overload" for x in final.decorator_list)
                if final is not s and (not overloaded or s.name in names):
                    return None
                if final is s and s.name in names:
                    return None
        d = self.add(s, s.lineno, "method" if in_class else "function", s.name, owner, prefix, exported, owner is None)
        names[s.name] = d
        return self.inside(s, d)

    def inside(self, s, d):
        self.block(s.body, d, d.name + ".", False, True, False, {})

    def klass(self, s, owner, prefix, in_function, exported, names):
        kind = "class"
        for b in s.bases:
            if last(b) in ENUMS or last(b) in self.enums:
                kind = "enum"
            elif last(b) == "Protocol":
                kind = "interface"
        if kind == "enum":
            self.enums.add(s.name)
        d = self.add(s, s.lineno, kind, s.name, owner, prefix, exported, owner is None)
        names[s.name] = d
        self.block(s.body, d, d.name + ".", True, in_function, d.exported, {}, kind == "enum")

    def target(self, t, value, annotation, owner, prefix, in_class, in_function, exported, names, enum):
        if isinstance(t, (ast.Tuple, ast.List)):
            for e in t.elts:
                self.target(e, None, None, owner, prefix, in_class, in_function, exported, names, enum)
        elif isinstance(t, ast.Starred):
            self.target(t.value, None, None, owner, prefix, in_class, in_function, exported, names, enum)
        elif isinstance(t, ast.Name):
            is_lambda = isinstance(value, ast.Lambda)
            if in_function and not in_class and not is_lambda or t.id in names:
                return
            kind = self.kind(t.id, value, annotation, in_class, enum)
            names[t.id] = self.add(t, t.lineno, kind, t.id, owner, prefix, exported, owner is None)

    def kind(self, name, value, annotation, in_class, enum):
        if isinstance(value, ast.Lambda):
            return "method" if in_class else "function"
        if isinstance(value, ast.Call) and not in_class:
            maker = last(value.func)
            if maker in ("NewType", "TypeVar", "ParamSpec", "TypeVarTuple"):
                return "type"
            if maker in ("namedtuple", "NamedTuple", "TypedDict"):
                return "class"
            if maker in ENUMS and len(value.args) > 1:
                return "enum"
        declared = last(annotation) if annotation is not None else None
        if declared == "TypeAlias":
            return "type"
        if declared == "Final" or name.upper() == name and re.search("[A-Z]", name) or enum and not name.startswith("_"):
            return "constant"
        return "property" if in_class else "variable"


def declarations_of(file):
    walk = Walk(file)
    walk.block(file.tree.body, None, "", False, False, True, {})
    return walk.out
