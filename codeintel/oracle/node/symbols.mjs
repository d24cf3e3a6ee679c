// Resolves names with TypeScript's checker.

/** Returns the declarations of a symbol, with aliases and unions resolved. */
export function declarations(ts, checker, symbol) {
  if (!symbol) return [];
  if (symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  return checker.getRootSymbols(symbol).flatMap((s) => s.declarations ?? []);
}

/**
 * Returns the declarations to which a name refers, each with its rule: direct, or
 * destructured or shorthand, which the language service follows.
 */
export function staticTargets(ts, checker, name) {
  const found = new Map();
  const add = (decls, rule, hops) => {
    for (const d of decls) {
      if (found.has(d) || hops > 5) continue;
      found.set(d, rule);
      if (ts.isBindingElement(d) && ts.isObjectBindingPattern(d.parent) && !d.dotDotDotToken && !d.propertyName && ts.isIdentifier(d.name)) {
        const property = checker.getTypeAtLocation(d.parent).getProperty(d.name.text);
        add(declarations(ts, checker, property), "destructured", hops + 1);
      } else if (ts.isShorthandPropertyAssignment(d)) {
        add(declarations(ts, checker, checker.getShorthandAssignmentValueSymbol(d)), "shorthand", hops + 1);
      }
    }
  };
  add(declarations(ts, checker, checker.getSymbolAtLocation(name)), "direct", 0);
  return found;
}

/**
 * Returns the members that a method or property overrides or implements: those with its name
 * in the types that its class extends or implements, at any distance, or in the declared type
 * of the object literal that contains it. Static and private members override nothing.
 */
export function baseMembers(ts, checker, d) {
  const found = new Set();
  if ((d.kind !== "method" && d.kind !== "property") || d.isStatic || d.isConstructor || d.member.startsWith("#")) return found;
  const seen = new Set();
  const fromType = (type) => {
    const parts = type.isUnionOrIntersection() ? type.types : [type];
    for (const t of parts) {
      const property = checker.getPropertyOfType(t, d.member);
      for (const p of declarations(ts, checker, property)) {
        found.add(p);
        fromOwner(p.parent);
      }
      for (const owner of t.symbol?.declarations ?? []) fromOwner(owner);
    }
  };
  const fromOwner = (node) => {
    if (!node || seen.has(node) || !(ts.isClassLike(node) || ts.isInterfaceDeclaration(node))) return;
    seen.add(node);
    for (const clause of node.heritageClauses ?? []) {
      for (const base of clause.types) fromType(checker.getTypeAtLocation(base));
    }
  };
  if (d.owner) fromOwner(d.owner);
  else if (d.object) {
    const type = checker.getContextualType(d.object);
    if (type) fromType(type);
  }
  for (const n of d.nodes) found.delete(n);
  return found;
}
