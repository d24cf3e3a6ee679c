// Finds the calls of a declaration: the language service lists its references, and the
// checker decides which of them call it.
import { callOf, nameAt, placeOf, superCalls } from "./callees.mjs";
import { baseMembers, staticTargets } from "./symbols.mjs";

/** Whether a declaration can be a target of calls-me. */
export function isCallable(ts, checker, d) {
  if (d.isConstructor || d.isAccessor) return false;
  if (["function", "hook", "class", "method"].includes(d.kind)) return true;
  if (!["constant", "variable", "property"].includes(d.kind)) return false;
  const type = checker.getTypeAtLocation(d.at);
  if (type.flags & ts.TypeFlags.Any) return false;
  return type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0;
}

/** Returns the sites that call a declaration: { node, call, rule }. */
export function callSites(ts, project, d) {
  const { service, checker, isLibrary } = project;
  const bases = baseMembers(ts, checker, d);
  const own = new Set(d.nodes);
  const sites = new Map(); // by node
  const inProject = (n) => project.sources.includes(n.getSourceFile());
  const note = (call, rule) => {
    const node = placeOf(ts, call, isLibrary);
    const known = sites.get(node);
    if (known === undefined || rank(rule) < rank(known.rule)) sites.set(node, { node, call, rule });
  };
  for (const { references } of service.findReferences(d.file.fileName, positionOf(ts, d)) ?? []) {
    for (const r of references) {
      const name = nameAt(ts, project.program.getSourceFile(r.fileName), r.textSpan.start);
      if (!name) continue;
      const call = callOf(ts, name, isLibrary);
      if (call) {
        const overridden = isSuperAccess(ts, name) ? none : bases;
        const rule = judge(staticTargets(ts, checker, name), own, overridden, inProject);
        if (rule) note(call, rule);
      } else if (d.kind === "class") {
        const derived = derivedClass(ts, name);
        if (derived && judge(staticTargets(ts, checker, name), own, bases, inProject)) {
          for (const s of superCalls(ts, derived)) note(s, "direct");
        }
      }
    }
  }
  return [...sites.values()];
}

/**
 * Returns the rule by which a name refers to the declaration, or to a member that it overrides
 * or implements; undefined if the name refers to neither.
 */
function judge(targets, own, bases, inProject) {
  const rules = [];
  for (const [node, rule] of targets) {
    if (own.has(node)) rules.push(rule);
    else if (bases.has(node)) rules.push(inProject(node) ? "possible" : "outside");
  }
  return rules.sort((a, b) => rank(a) - rank(b))[0];
}

const none = new Set();

/** Whether a name is m in super.m, which calls exactly that member and never an override. */
function isSuperAccess(ts, name) {
  const p = name.parent;
  return (ts.isPropertyAccessExpression(p) || ts.isElementAccessExpression(p)) && p.expression.kind === ts.SyntaxKind.SuperKeyword;
}

/** Returns the rank of a rule. The most specific rule has the lowest rank. */
function rank(rule) {
  return ["direct", "destructured", "shorthand", "possible", "outside"].indexOf(rule);
}

/** Returns the class whose extends clause ends with this name, or undefined. */
function derivedClass(ts, name) {
  const expression = ts.isPropertyAccessExpression(name.parent) && name.parent.name === name ? name.parent : name;
  const heritage = expression.parent;
  if (!ts.isExpressionWithTypeArguments(heritage) || !ts.isHeritageClause(heritage.parent)) return undefined;
  if (heritage.parent.token !== ts.SyntaxKind.ExtendsKeyword || !ts.isClassLike(heritage.parent.parent)) return undefined;
  return heritage.parent.parent;
}

/** Returns the position of a declaration's name, or of its word default if it has no name. */
function positionOf(ts, d) {
  const start = d.at.getStart(d.file);
  if (d.nodes.includes(d.at)) {
    const word = d.at.modifiers?.find((m) => m.kind === ts.SyntaxKind.DefaultKeyword);
    if (word) return word.getStart(d.file);
    const offset = d.at.getText(d.file).indexOf("default");
    return offset < 0 ? start : start + offset;
  }
  return start;
}
