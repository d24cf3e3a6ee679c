// Which identifiers stand where something is called.

/** Climbs from a name to the expression it is the last part of: a.b.f, (f), f!, f<T>, f as T. */
export function outermost(ts, node) {
  let n = node;
  for (;;) {
    const p = n.parent;
    if (ts.isPropertyAccessExpression(p) && p.name === n) n = p;
    else if (ts.isElementAccessExpression(p) && p.argumentExpression === n) n = p;
    else if (
      (ts.isParenthesizedExpression(p) || ts.isNonNullExpression(p) || ts.isAsExpression(p) ||
        ts.isSatisfiesExpression(p) || ts.isTypeAssertionExpression(p) || ts.isExpressionWithTypeArguments(p)) &&
      p.expression === n
    ) n = p;
    else return n;
  }
}

/**
 * Returns the node that calls what the name stands for, or undefined: a call,
 * new, tagged template, opening JSX tag or decorator.
 */
export function callOf(ts, name) {
  const n = outermost(ts, name);
  const p = n.parent;
  if ((ts.isCallExpression(p) || ts.isNewExpression(p) || ts.isDecorator(p)) && p.expression === n) return p;
  if (ts.isTaggedTemplateExpression(p) && p.tag === n) return p;
  if ((ts.isJsxOpeningElement(p) || ts.isJsxSelfClosingElement(p)) && p.tagName === n) return p;
  return undefined;
}

/** The innermost node that starts at a position and is a name. */
export function nameAt(ts, file, position) {
  let found;
  const visit = (n) => {
    if (n.getStart(file) > position || n.end <= position) return;
    if (n.getStart(file) === position && (ts.isIdentifier(n) || ts.isPrivateIdentifier(n) || ts.isStringLiteralLike(n))) found = n;
    ts.forEachChild(n, visit);
  };
  visit(file);
  return found;
}
