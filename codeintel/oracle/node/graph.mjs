// Computes the whole graph of a project with TypeScript's own checker: every call,
// construction, JSX element, tag and decorator with its callee, and every import. Prints
// a line for each.
//   node graph.mjs <tools> <root>
import { relative, resolve } from "node:path";
import { compilerOptions, loadTypeScript, sourceFiles } from "./project.mjs";
import { calleeOf, placeOf } from "./callees.mjs";

const [tools, root] = process.argv.slice(2);
const ts = loadTypeScript(tools);
const files = sourceFiles(root);
const program = ts.createProgram(files, { ...compilerOptions(ts, root), skipLibCheck: true });
const checker = program.getTypeChecker();
const lines = [];

const place = (node) => {
  const file = node.getSourceFile();
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
  return `${relative(resolve(root), file.fileName)}:${line + 1}:${character + 1}`;
};
const declarationsOf = (name) => {
  let symbol = checker.getSymbolAtLocation(name);
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  return symbol?.declarations ?? [];
};
const isFixed = (d) =>
  ts.isFunctionLike(d) || ts.isClassLike(d) || ts.isSourceFile(d) || (ts.isVariableDeclaration(d) && d.initializer !== undefined);

/** Returns the callees of a call: the declarations of the name, or else that of the signature. */
function called(call) {
  const callee = calleeOf(ts, call, () => false);
  if (callee.kind === ts.SyntaxKind.SuperKeyword) return declarationsOf(call);
  const named = declarationsOf(placeOf(ts, call, () => false));
  if (named.some(isFixed) || ts.isDecorator(call) || ts.isJsxOpeningLikeElement(call)) return named;
  const declaration = checker.getResolvedSignature(call)?.declaration;
  return declaration ? [declaration] : named;
}

function calls(node) {
  if (ts.isCallExpression(node)) return node.expression.kind !== ts.SyntaxKind.ImportKeyword;
  return ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node) || ts.isDecorator(node) || ts.isJsxOpeningLikeElement(node);
}

function visit(node) {
  if (calls(node)) {
    for (const d of called(node)) lines.push(`call\t${place(node)}\t${place(d)}`);
  } else if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node) || ts.isNamespaceImport(node) || ts.isImportClause(node)) {
    if (node.name) for (const d of declarationsOf(node.name)) lines.push(`import\t${place(node)}\t${place(d)}`);
  }
  ts.forEachChild(node, visit);
}
const own = new Set(files);
for (const file of program.getSourceFiles()) {
  if (own.has(file.fileName)) visit(file);
}
process.stdout.write(lines.join("\n") + "\n");
