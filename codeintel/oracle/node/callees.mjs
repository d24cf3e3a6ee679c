// Finds calls and their places. The place of a call is the last part of the callee's
// name, or super.
import { inner } from "./declarations.mjs";

/** Returns the outermost expression that has the value of a name: a.b.f, (f), f!, f as T. */
function outermost(ts, node) {
  let n = node;
  for (;;) {
    const p = n.parent;
    if (ts.isPropertyAccessExpression(p) && p.name === n) n = p;
    else if (ts.isElementAccessExpression(p) && p.argumentExpression === n) n = p;
    else if (
      (ts.isParenthesizedExpression(p) || ts.isNonNullExpression(p) || ts.isAsExpression(p) || ts.isSatisfiesExpression(p) ||
        ts.isTypeAssertionExpression(p) || ts.isExpressionWithTypeArguments(p)) && p.expression === n
    ) n = p;
    else if (ts.isConditionalExpression(p) && p.condition !== n) n = p;
    else if (ts.isBinaryExpression(p) && isAlternative(ts, p, n)) n = p;
    else return n;
  }
}

/** Whether the value of an operation may be the operand, so that a call of the one calls the other. */
function isAlternative(ts, operation, operand) {
  switch (operation.operatorToken.kind) {
    case ts.SyntaxKind.BarBarToken:
    case ts.SyntaxKind.QuestionQuestionToken:
      return true;
    case ts.SyntaxKind.AmpersandAmpersandToken:
    case ts.SyntaxKind.CommaToken:
      return operation.right === operand;
    default:
      return false;
  }
}

/**
 * Returns the node that calls the value of a name, or undefined: a call, new, tagged
 * template, opening JSX tag or decorator. f.call(…) and f.apply(…) are calls of f.
 */
export function callOf(ts, name, isLibrary) {
  const n = outermost(ts, name);
  const p = n.parent;
  if ((ts.isCallExpression(p) || ts.isNewExpression(p) || ts.isDecorator(p)) && p.expression === n) return p;
  if (ts.isTaggedTemplateExpression(p) && p.tag === n) return p;
  if ((ts.isJsxOpeningElement(p) || ts.isJsxSelfClosingElement(p)) && p.tagName === n) return p;
  if (ts.isPropertyAccessExpression(p) && p.expression === n && isApplied(p, isLibrary) && ts.isCallExpression(p.parent) && p.parent.expression === p) {
    return p.parent;
  }
  return undefined;
}

function isApplied(access, isLibrary) {
  return (access.name.text === "call" || access.name.text === "apply") && isLibrary(access.name);
}

/** Returns the callee of a call, without parentheses and .call or .apply. */
export function calleeOf(ts, call, isLibrary) {
  const callee = inner(ts, call.expression ?? call.tag ?? call.tagName);
  if (ts.isCallExpression(call) && ts.isPropertyAccessExpression(callee) && isApplied(callee, isLibrary)) {
    return inner(ts, callee.expression);
  }
  return callee;
}

/** Returns the node whose place is the place of a call. */
export function placeOf(ts, call, isLibrary) {
  const callee = calleeOf(ts, call, isLibrary);
  if (callee.kind === ts.SyntaxKind.SuperKeyword) return call;
  if (ts.isPropertyAccessExpression(callee)) return callee.name;
  if (ts.isElementAccessExpression(callee)) return callee.argumentExpression;
  return callee;
}

/** Returns the innermost name that starts at a position, or the string literal whose text starts there. */
export function nameAt(ts, file, position) {
  let found;
  const visit = (n) => {
    if (n.pos > position || n.end <= position) return;
    const start = n.getStart(file);
    if ((start === position && (ts.isIdentifier(n) || ts.isPrivateIdentifier(n))) ||
      (start + 1 === position && ts.isStringLiteralLike(n))) found = n;
    ts.forEachChild(n, visit);
  };
  visit(file);
  return found;
}

/** Returns the calls super(…) in the constructor of a class. */
export function superCalls(ts, classNode) {
  const found = [];
  const visit = (n) => {
    if (ts.isClassLike(n)) return;
    if (ts.isCallExpression(n) && n.expression.kind === ts.SyntaxKind.SuperKeyword) found.push(n);
    ts.forEachChild(n, visit);
  };
  for (const m of classNode.members) if (ts.isConstructorDeclaration(m) && m.body) visit(m.body);
  return found;
}
