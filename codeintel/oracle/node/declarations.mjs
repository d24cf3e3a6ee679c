// Lists the declarations of a file by a walk over its syntax tree. Functions, classes,
// interfaces and types with their members, enums and namespaces are listed everywhere.
// Constants and variables are listed at the top level and in namespaces; elsewhere only
// those that hold functions or classes. The functions of an exported object literal are
// methods.

/** Strips parentheses and type assertions. */
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
    this.statements(this.file.statements, { prefix: "", top: true });
    return this.found;
  }

  /** Lists one declaration. at is the node at its place. */
  add(kind, name, at, nodes, exported, top = false) {
    const d = { kind, name, line: this.lineOf(at), at, nodes, exported, top, file: this.file };
    this.found.push(d);
    return d;
  }

  lineOf(node) {
    return this.file.getLineAndCharacterOfPosition(node.getStart(this.file)).line + 1;
  }

  /** where: { prefix: of names, top: at the top level, local: in a body or block, allExported }. */
  statements(list, where) {
    const { ts } = this;
    const { prefix, top, allExported } = where;
    const overloads = new Map();
    for (const n of list) {
      const exported = allExported || hasModifier(n, ts.SyntaxKind.ExportKeyword) ||
        (top && n.name !== undefined && this.exportedNames.has(n.name.text));
      const name = prefix + (n.name?.text || "default");
      if (ts.isFunctionDeclaration(n)) this.functionDeclaration(n, name, exported, top, overloads);
      else if (ts.isClassDeclaration(n)) this.classLike(n, [n], name, n.name ?? n, exported, top);
      else if (ts.isInterfaceDeclaration(n)) {
        this.add("interface", name, n.name, [n], exported, top);
        this.members(n.members, n, name);
      } else if (ts.isTypeAliasDeclaration(n)) {
        this.add("type", name, n.name, [n], exported, top);
        this.members(literalMembers(ts, n.type), n, name);
      } else if (ts.isEnumDeclaration(n)) this.add("enum", name, n.name, [n], exported, top);
      else if (ts.isVariableStatement(n)) this.variables(n.declarationList, where, exported);
      else if (ts.isModuleDeclaration(n)) this.namespace(n, where, exported);
      else if (ts.isExportAssignment(n) && !ts.isIdentifier(inner(ts, n.expression))) {
        this.value(n, n, `${prefix}default`, n.expression, "constant", true, top);
      } else this.within(n, prefix);
    }
  }

  /** Lists the declarations inside a node that is not a declaration. */
  within(n, prefix) {
    const { ts } = this;
    if (n === undefined || ts.isTypeNode(n) && !ts.isExpressionWithTypeArguments(n)) return;
    if (ts.isBlock(n) || ts.isCaseOrDefaultClause(n)) {
      if (ts.isCaseClause(n)) this.within(n.expression, prefix);
      this.statements(n.statements, { prefix, local: true });
    } else if (ts.isLabeledStatement(n)) this.statements([n.statement], { prefix, local: true });
    else if (ts.isVariableDeclarationList(n)) this.variables(n, { prefix, local: true }, false);
    else ts.forEachChild(n, (c) => this.within(c, prefix));
  }

  /** Lists the declarations inside a declaration. */
  inside(n, name) {
    this.ts.forEachChild(n, (c) => this.within(c, `${name}.`));
  }

  /** Overloads are one declaration, at the place of the body. */
  functionDeclaration(n, name, exported, top, overloads) {
    const earlier = overloads.get(name);
    if (earlier && earlier.nodes.every((o) => o.body === undefined)) {
      earlier.nodes.push(n);
      earlier.exported ||= exported;
      if (n.body) Object.assign(earlier, { at: n.name ?? n, line: this.lineOf(n.name ?? n) });
    } else {
      overloads.set(name, this.add(functionKind(name), name, n.name ?? n, [n], exported, top));
    }
    this.inside(n, name);
  }

  /** A namespace is a declaration. An augmentation of a module or of the global scope is not. */
  namespace(n, where, exported) {
    const { ts } = this;
    const ambientModule = ts.isStringLiteral(n.name);
    const global = (n.flags & ts.NodeFlags.GlobalAugmentation) !== 0;
    let { prefix } = where;
    if (!ambientModule && !global) {
      this.add("namespace", prefix + n.name.text, n.name, [n], exported, where.top);
      prefix = `${prefix}${n.name.text}.`;
    }
    const allExported = where.allExported || ambientModule || (n.flags & ts.NodeFlags.Ambient) !== 0;
    if (n.body === undefined) return;
    if (ts.isModuleDeclaration(n.body)) this.namespace(n.body, { prefix, allExported }, true);
    else this.statements(n.body.statements, { prefix, allExported });
  }

  /** Variables of the top level and of namespaces; elsewhere those that hold functions or classes. */
  variables(list, { prefix, top, local }, exported) {
    const { ts } = this;
    const kind = list.flags & ts.NodeFlags.Const ? "constant" : "variable";
    const visit = (d) => {
      if (ts.isOmittedExpression(d)) return;
      if (!ts.isIdentifier(d.name)) {
        d.name.elements.forEach(visit);
        this.within(d.initializer, prefix);
        return;
      }
      const isExported = exported || (top && this.exportedNames.has(d.name.text));
      const name = prefix + d.name.text;
      if (local && (ts.isBindingElement(d) || !holdsFunction(ts, d.initializer))) this.within(d.initializer, prefix);
      else if (ts.isBindingElement(d)) {
        this.add(kind, name, d.name, [d], isExported, top);
        this.inside(d, name);
      } else this.value(d, d.name, name, d.initializer, kind, isExported, top);
    };
    list.declarations.forEach(visit);
  }

  /** Lists a named value by its kind: a class, a function, an object with methods or a plain value. */
  value(node, at, name, initializer, kind, exported, top) {
    const { ts } = this;
    const value = initializer && inner(ts, initializer);
    if (value && ts.isClassLike(value)) return this.classLike(value, [node, value], name, at, exported, top);
    const isFunction = value && (isFunctionValue(ts, value) || wrappedFunction(ts, value));
    const d = this.add(isFunction ? functionKind(name) : kind, name, at, [node], exported, top);
    if (!value || !exported || !ts.isObjectLiteralExpression(value)) {
      this.within(initializer, `${name}.`);
      return d;
    }
    for (const p of value.properties) {
      const text = p.name && propertyName(ts, p.name);
      const holds = ts.isMethodDeclaration(p) || ts.isAccessor(p) || (ts.isPropertyAssignment(p) && isFunctionValue(ts, p.initializer));
      if (text === undefined || !holds) {
        this.inside(p, name);
        continue;
      }
      Object.assign(this.add("method", `${name}.${text}`, p.name, [p], true), { object: value, member: text });
      this.inside(p, `${name}.${text}`);
    }
    return d;
  }

  classLike(node, nodes, name, at, exported, top) {
    this.add("class", name, at, nodes, exported, top);
    this.members(node.members, node, name);
    for (const n of [...(node.modifiers ?? []), ...(node.heritageClauses ?? [])]) this.within(n, `${name}.`);
  }

  /** Lists the members of a class, interface or type literal. */
  members(list, owner, name) {
    const { ts } = this;
    const exported = this.found.at(-1).exported;
    const seen = new Map();
    const add = (kind, text, m, extra) => {
      const isPrivate = text.startsWith("#") || hasModifier(m, ts.SyntaxKind.PrivateKeyword);
      const d = this.add(kind, `${name}.${text}`, m.name ?? m, [m], exported && !isPrivate);
      return Object.assign(d, { owner, member: text }, extra);
    };
    for (const m of list) {
      const isProperty = ts.isPropertyDeclaration(m) || ts.isPropertySignature(m);
      if (!isProperty && !ts.isConstructorDeclaration(m) && !ts.isMethodDeclaration(m) && !ts.isMethodSignature(m) && !ts.isAccessor(m)) {
        this.within(m, `${name}.`);
        continue;
      }
      const text = ts.isConstructorDeclaration(m) ? "constructor" : propertyName(ts, m.name) ?? m.name.getText(this.file);
      const isStatic = hasModifier(m, ts.SyntaxKind.StaticKeyword);
      const key = `${isStatic} ${text}`;
      const earlier = seen.get(key);
      if (earlier) {
        earlier.nodes.push(m);
        if (m.body && !earlier.nodes[0].body) Object.assign(earlier, { at: m.name ?? m, line: this.lineOf(m.name ?? m) });
      } else {
        const kind = isProperty && !isFunctionValue(ts, m.initializer) ? "property" : "method";
        seen.set(key, add(kind, text, m, { isStatic, isConstructor: ts.isConstructorDeclaration(m), isAccessor: ts.isAccessor(m) }));
      }
      for (const p of ts.isConstructorDeclaration(m) ? m.parameters : []) {
        const key = `false ${p.name.text}`;
        if (ts.isParameterPropertyDeclaration(p, m) && !seen.has(key)) seen.set(key, add("property", p.name.text, p, {}));
      }
      this.inside(m, `${name}.${text}`);
    }
  }
}

/** Returns the members of the type literals in a type. */
function literalMembers(ts, type) {
  if (ts.isTypeLiteralNode(type)) return type.members;
  if (ts.isParenthesizedTypeNode(type)) return literalMembers(ts, type.type);
  if (ts.isIntersectionTypeNode(type) || ts.isUnionTypeNode(type)) return type.types.flatMap((t) => [...literalMembers(ts, t)]);
  return [];
}

/** Whether a variable is initialized with a function, a class, or a wrapped function component. */
function holdsFunction(ts, initializer) {
  if (initializer === undefined) return false;
  const value = inner(ts, initializer);
  return ts.isClassLike(value) || isFunctionValue(ts, value) || wrappedFunction(ts, value) !== undefined;
}

/** Returns the kind of a function. A hook starts with "use" and a capital or digit. */
function functionKind(name) {
  return /^use[A-Z0-9]/.test(name.slice(name.lastIndexOf(".") + 1)) ? "hook" : "function";
}

/** Returns the function f in memo(f) and forwardRef(f), or undefined. */
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

/** Returns the text of a property name; undefined for a computed one that is not a literal. */
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

/** Returns the local names that a separate export statement exports. */
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

/** Whether a declaration looks like a React component. */
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
