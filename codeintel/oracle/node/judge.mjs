// Judges a call that only the engine reports: is it a call of the target by a rule that
// the language service does not follow?
import { calleeOf, placeOf } from "./callees.mjs";
import { inner, isFunctionValue } from "./declarations.mjs";
import { baseMembers, declarations } from "./symbols.mjs";

const maxHops = 5;

/** Returns the rule by which a call at a place is a call of the declaration, or undefined. */
export function ruleOf(ts, project, d, file, position) {
  const own = new Set(d.nodes);
  const bases = baseMembers(ts, project.checker, d);
  for (const call of callsAt(ts, project, file, position)) {
    const callee = calleeOf(ts, call, project.isLibrary);
    const rule = new Trace(ts, project, own, bases).expression(callee, 0);
    if (rule !== undefined) return rule || "resolved by the checker, but not listed by the language service";
  }
  return undefined;
}

function callsAt(ts, project, file, position) {
  const found = [];
  const visit = (n) => {
    if (n.pos > position || n.end < position) return;
    const isCall = ts.isCallExpression(n) || ts.isNewExpression(n) || ts.isDecorator(n) || ts.isTaggedTemplateExpression(n) ||
      ts.isJsxOpeningElement(n) || ts.isJsxSelfClosingElement(n);
    if (isCall && placeOf(ts, n, project.isLibrary).getStart(file) === position) found.push(n);
    ts.forEachChild(n, visit);
  };
  visit(file);
  return found;
}

/** Follows values that are fixed in the source back to the declaration. */
class Trace {
  constructor(ts, project, own, bases) {
    Object.assign(this, { ts, checker: project.checker, isLibrary: project.isLibrary, own, bases });
  }

  /**
   * Returns "" if an expression is the declaration itself, a rule if its value is the declaration,
   * and undefined otherwise.
   */
  expression(node, hops) {
    const { ts, checker } = this;
    if (hops > maxHops) return undefined;
    const n = inner(ts, node);
    if (ts.isIdentifier(n) || ts.isPrivateIdentifier(n)) return this.symbol(checker.getSymbolAtLocation(n), hops);
    if (ts.isPropertyAccessExpression(n)) return this.symbol(checker.getSymbolAtLocation(n.name), hops);
    if (ts.isElementAccessExpression(n)) return this.symbol(checker.getSymbolAtLocation(n.argumentExpression) ?? this.property(n), hops);
    if (ts.isConditionalExpression(n)) return this.any([n.whenTrue, n.whenFalse], hops);
    if (ts.isBinaryExpression(n)) return this.any([n.left, n.right], hops);
    if (ts.isCallExpression(n)) {
      const callee = inner(ts, n.expression);
      if (ts.isPropertyAccessExpression(callee) && callee.name.text === "bind" && this.isLibrary(callee.name)) {
        return this.by("f.bind(…)", this.expression(callee.expression, hops + 1));
      }
    }
    return undefined;
  }

  property(access) {
    const { ts, checker } = this;
    const key = inner(ts, access.argumentExpression);
    const type = checker.getTypeAtLocation(access.expression);
    if (ts.isStringLiteralLike(key)) return checker.getPropertyOfType(type, key.text);
    const name = checker.getSymbolAtLocation(key);
    return checker.getPropertiesOfType(type).find((p) =>
      p.declarations?.some((d) => d.name && ts.isComputedPropertyName(d.name) && checker.getSymbolAtLocation(d.name.expression) === name && name));
  }

  any(expressions, hops) {
    for (const e of expressions) {
      const rule = this.expression(e, hops + 1);
      if (rule !== undefined) return this.by("one of several alternatives", rule);
    }
    return undefined;
  }

  /** An inner rule is more specific than an outer one. */
  by(rule, inside) {
    return inside === undefined ? undefined : inside || rule;
  }

  symbol(symbol, hops) {
    const found = declarations(this.ts, this.checker, symbol);
    if (found.some((d) => this.own.has(d))) return "";
    if (found.some((d) => this.bases.has(d))) return "through a base class or interface";
    for (const d of found) {
      const rule = this.declaration(d, hops);
      if (rule !== undefined) return rule;
    }
    return undefined;
  }

  declaration(d, hops) {
    const { ts, checker } = this;
    if (hops > maxHops) return undefined;
    if (ts.isVariableDeclaration(d) && d.initializer && !isFunctionValue(ts, d.initializer)) {
      return this.by("a local name that is set to the target", this.expression(d.initializer, hops + 1));
    }
    if (ts.isBindingElement(d) && ts.isObjectBindingPattern(d.parent)) {
      const name = d.propertyName ?? d.name;
      const property = ts.isIdentifier(name) || ts.isStringLiteral(name) ? checker.getTypeAtLocation(d.parent).getProperty(name.text) : undefined;
      return this.by("a destructured member", this.symbol(property, hops + 1));
    }
    if (ts.isShorthandPropertyAssignment(d)) {
      return this.by("a property that is set to the target", this.symbol(checker.getShorthandAssignmentValueSymbol(d), hops + 1));
    }
    if ((ts.isPropertyAssignment(d) || ts.isPropertyDeclaration(d)) && d.initializer) {
      return this.by("a property that is set to the target", this.expression(d.initializer, hops + 1));
    }
    return undefined;
  }
}
