// What a file declares, by a walk over its syntax tree: functions, classes and
// their methods, interfaces, types, enums, constants and variables, at the top
// level and in namespaces; the functions of an exported object literal are methods.

/** Strips parentheses and what only speaks to the type system. */
export function inner(ts, node) {
  while (
    ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) || ts.isTypeAssertionExpression(node)
  ) node = node.expression;
  return node;
}

export function isFunctionValue(ts, node) {
  return node !== undefined && (ts.isArrowFunction(inner(ts, node)) || ts.isFunctionExpression(inner(ts, node)));
}

/** Returns the declarations of a source file: { kind, name, line, at, nodes, exported, top }. */
export function declarationsOf(ts, file) {
  return new Walk(ts, file).run();
}

class Walk {
  constructor(ts, file) {
    Object.assign(this, { ts, file, found: [], exportedNames: exportedNames(ts, file) });
  }

  run() {
    this.statements(this.file.statements, "", true);
    return this.found;
  }

  /** Lists one declaration. at is the node whose place it has. */
  add(kind, name, at, nodes, exported, top = false) {
    const position = at.getStart(this.file);
    const { line } = this.file.getLineAndCharacterOfPosition(position);
    const d = { kind, name, line: line + 1, at, nodes, exported, top, file: this.file };
    this.found.push(d);
    return d;
  }

  statements(list, prefix, top, allExported = false) {
    const { ts } = this;
    const overloads = new Map();
    for (const n of list) {
      const exported = allExported || hasModifier(n, ts.SyntaxKind.ExportKeyword) ||
        (top && n.name !== undefined && this.exportedNames.has(n.name.text));
      const name = prefix + (n.name?.text || "default");
      if (ts.isFunctionDeclaration(n)) this.functionDeclaration(n, name, exported, top, overloads);
      else if (ts.isClassDeclaration(n)) this.classLike(n, [n], name, n.name ?? n, exported, top);
      else if (ts.isInterfaceDeclaration(n)) this.add("interface", name, n.name, [n], exported, top);
      else if (ts.isTypeAliasDeclaration(n)) this.add("type", name, n.name, [n], exported, top);
      else if (ts.isEnumDeclaration(n)) this.add("enum", name, n.name, [n], exported, top);
      else if (ts.isVariableStatement(n)) this.variables(n, prefix, top, exported);
      else if (ts.isModuleDeclaration(n)) this.namespace(n, prefix, allExported);
      else if (ts.isExportAssignment(n) && !ts.isIdentifier(inner(ts, n.expression))) {
        this.value(n, n, "default", n.expression, "constant", true, true);
      }
    }
  }

  /** Overloads are one declaration, which stands where the body is. */
  functionDeclaration(n, name, exported, top, overloads) {
    const earlier = overloads.get(name);
    if (earlier && earlier.nodes.every((o) => o.body === undefined)) {
      earlier.nodes.push(n);
      earlier.exported ||= exported;
      if (n.body) Object.assign(earlier, { at: n.name ?? n, line: this.lineOf(n.name ?? n) });
      return;
    }
    overloads.set(name, this.add(functionKind(name), name, n.name ?? n, [n], exported, top));
  }

  lineOf(node) {
    return this.file.getLineAndCharacterOfPosition(node.getStart(this.file)).line + 1;
  }

  namespace(n, prefix, allExported) {
    const { ts } = this;
    const ambientModule = ts.isStringLiteral(n.name);
    const global = (n.flags & ts.NodeFlags.GlobalAugmentation) !== 0;
    const inside = ambientModule || global ? prefix : `${prefix}${n.name.text}.`;
    const all = allExported || ambientModule || (n.flags & ts.NodeFlags.Ambient) !== 0;
    if (n.body === undefined) return;
    if (ts.isModuleDeclaration(n.body)) this.namespace(n.body, inside, all);
    else this.statements(n.body.statements, inside, false, all);
  }

  variables(statement, prefix, top, exported) {
    const { ts } = this;
    const list = statement.declarationList;
    const kind = list.flags & ts.NodeFlags.Const ? "constant" : "variable";
    const visit = (d) => {
      if (ts.isOmittedExpression(d)) return;
      if (!ts.isIdentifier(d.name)) return d.name.elements.forEach(visit);
      const isExported = exported || (top && this.exportedNames.has(d.name.text));
      const name = prefix + d.name.text;
      if (ts.isBindingElement(d)) this.add(kind, name, d.name, [d], isExported, top);
      else this.value(d, d.name, name, d.initializer, kind, isExported, top);
    };
    list.declarations.forEach(visit);
  }

  /** A named value, by what it is. */
  value(node, at, name, initializer, kind, exported, top) {
    const { ts } = this;
    const value = initializer && inner(ts, initializer);
    if (value && ts.isClassLike(value)) return this.classLike(value, [node, value], name, at, exported, top);
    if (value && isFunctionValue(ts, value)) return this.add(functionKind(name), name, at, [node], exported, top);
    const wrapped = value && wrappedFunction(ts, value);
    if (wrapped) return this.add(functionKind(name), name, at, [node], exported, top);
    const d = this.add(kind, name, at, [node], exported, top);
    if (value && exported && ts.isObjectLiteralExpression(value)) {
      for (const p of value.properties) {
        const text = p.name && propertyName(ts, p.name);
        if (text === undefined || !(ts.isMethodDeclaration(p) || ts.isAccessor(p) || (ts.isPropertyAssignment(p) && isFunctionValue(ts, p.initializer)))) continue;
        Object.assign(this.add("method", `${name}.${text}`, p.name, [p], true), { object: value, member: text });
      }
    }
    return d;
  }

  classLike(node, nodes, name, at, exported, top) {
    const { ts } = this;
    this.add("class", name, at, nodes, exported, top);
    const seen = new Map();
    for (const m of node.members) {
      const isFunction = ts.isConstructorDeclaration(m) || ts.isMethodDeclaration(m) || ts.isAccessor(m) ||
        (ts.isPropertyDeclaration(m) && isFunctionValue(ts, m.initializer));
      if (!isFunction) continue;
      const text = ts.isConstructorDeclaration(m) ? "constructor" : propertyName(ts, m.name) ?? m.name.getText(this.file);
      const isStatic = hasModifier(m, ts.SyntaxKind.StaticKeyword);
      const key = `${isStatic} ${text}`;
      const earlier = seen.get(key);
      if (earlier) {
        earlier.nodes.push(m);
        if (m.body && !earlier.nodes[0].body) Object.assign(earlier, { at: m.name ?? m, line: this.lineOf(m.name ?? m) });
        continue;
      }
      const d = this.add("method", `${name}.${text}`, m.name ?? m, [m], exported);
      Object.assign(d, { owner: node, member: text, isStatic, isConstructor: ts.isConstructorDeclaration(m), isAccessor: ts.isAccessor(m) });
      seen.set(key, d);
    }
  }
}

/** The convention for hooks: use, then a capital or digit. */
function functionKind(name) {
  return /^use[A-Z0-9]/.test(name.slice(name.lastIndexOf(".") + 1)) ? "hook" : "function";
}

/** The function inside memo(f) and forwardRef(f). */
function wrappedFunction(ts, value) {
  while (ts.isCallExpression(value) && value.arguments.length > 0) {
    const callee = inner(ts, value.expression);
    const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.text;
    if (name !== "memo" && name !== "forwardRef") return undefined;
    value = inner(ts, value.arguments[0]);
    if (isFunctionValue(ts, value)) return value;
  }
  return undefined;
}

/** The text of a name that is written out; undefined for a computed one. */
function propertyName(ts, name) {
  if (ts.isComputedPropertyName(name)) {
    const e = name.expression;
    return ts.isStringLiteralLike(e) || ts.isNumericLiteral(e) ? e.text : undefined;
  }
  return name.text;
}

function hasModifier(node, kind) {
  return node.modifiers?.some((m) => m.kind === kind) ?? false;
}

/** Local names that a statement of their own exports. */
function exportedNames(ts, file) {
  const names = new Set();
  for (const n of file.statements) {
    if (ts.isExportDeclaration(n) && !n.moduleSpecifier && n.exportClause && ts.isNamedExports(n.exportClause)) {
      for (const e of n.exportClause.elements) names.add((e.propertyName ?? e.name).text);
    } else if (ts.isExportAssignment(n) && ts.isIdentifier(inner(ts, n.expression))) {
      names.add(inner(ts, n.expression).text);
    }
  }
  return names;
}

/** Whether a declaration is what people take for a React component. */
export function looksLikeComponent(ts, d) {
  const last = d.name.slice(d.name.lastIndexOf(".") + 1);
  if (!/^[A-Z]/.test(last) && last !== "default") return false;
  let found = false;
  const visit = (n) => {
    found ||= ts.isJsxElement(n) || ts.isJsxSelfClosingElement(n) || ts.isJsxFragment(n) ||
      (ts.isIdentifier(n) && /^(createElement|cloneElement|createPortal|(Pure)?Component|memo|forwardRef)$/.test(n.text));
    if (!found) ts.forEachChild(n, visit);
  };
  d.nodes.forEach(visit);
  return found;
}
