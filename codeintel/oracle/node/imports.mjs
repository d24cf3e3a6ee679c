// Finds the imports of files and declarations. ts.resolveModuleName resolves specifiers;
// the checker resolves names, through any number of re-exports.
import { declarations } from "./symbols.mjs";

/**
 * Indexes every import of a program. Returns
 *   files: source file -> nodes that import from exactly that file
 *   elements: declaration node -> nodes that import it
 */
export function importIndex(ts, project) {
  const index = { files: new Map(), elements: new Map() };
  for (const file of project.sources) new Imports(ts, project, file, index).run();
  return index;
}

class Imports {
  constructor(ts, project, file, index) {
    Object.assign(this, { ts, file, index, checker: project.checker, project });
    this.namespaces = new Map(); // symbol of a local name that refers to a module -> node of the name
  }

  run() {
    this.file.statements.forEach((n) => this.statement(n));
    const visit = (n) => {
      this.expression(n);
      this.ts.forEachChild(n, visit);
    };
    visit(this.file);
  }

  statement(n) {
    const { ts } = this;
    if (ts.isImportDeclaration(n)) this.importDeclaration(n);
    else if (ts.isExportDeclaration(n) && n.moduleSpecifier) this.exportDeclaration(n);
    else if (ts.isImportEqualsDeclaration(n) && ts.isExternalModuleReference(n.moduleReference)) {
      this.name(n.name, this.resolve(n.moduleReference.expression));
    }
  }

  importDeclaration(n) {
    const { ts } = this;
    const target = this.resolve(n.moduleSpecifier);
    const clause = n.importClause;
    const names = [];
    if (clause?.name) names.push(clause.name);
    if (clause?.namedBindings) {
      if (ts.isNamespaceImport(clause.namedBindings)) names.push(clause.namedBindings.name);
      else names.push(...clause.namedBindings.elements.map((e) => e.name));
    }
    if (names.length === 0) this.add(this.index.files, target, n);
    for (const name of names) this.name(name, target);
  }

  exportDeclaration(n) {
    const { ts, checker } = this;
    const target = this.resolve(n.moduleSpecifier);
    if (n.exportClause && ts.isNamedExports(n.exportClause) && n.exportClause.elements.length > 0) {
      for (const e of n.exportClause.elements) this.name(e.name, target);
      return;
    }
    this.add(this.index.files, target, n);
    if (n.exportClause) return; // export * as name imports the module, not its elements
    const module = checker.getSymbolAtLocation(n.moduleSpecifier);
    if (!module) return;
    for (const symbol of checker.getExportsOfModule(module)) {
      if (symbol.name !== "default") for (const d of declarations(ts, checker, symbol)) this.add(this.index.elements, d, n);
    }
  }

  /** Records a name that an import or re-export introduces. */
  name(name, target) {
    const { ts, checker } = this;
    this.add(this.index.files, target, name);
    const symbol = checker.getSymbolAtLocation(name);
    if (!symbol) return;
    const found = declarations(ts, checker, symbol);
    for (const d of found) this.add(this.index.elements, d, name);
    if (found.some((d) => ts.isSourceFile(d))) this.namespaces.set(symbol, name);
  }

  /** Records the imports of import(…) and import types, and members that are used through a namespace. */
  expression(n) {
    const { ts, checker } = this;
    if (ts.isCallExpression(n) && n.expression.kind === ts.SyntaxKind.ImportKeyword && n.arguments[0]) {
      this.add(this.index.files, this.resolve(n.arguments[0]), n);
    } else if (ts.isImportTypeNode(n) && ts.isLiteralTypeNode(n.argument)) {
      this.add(this.index.files, this.resolve(n.argument.literal), n);
      if (n.qualifier) this.member(firstName(ts, n.qualifier), n);
    } else if (ts.isPropertyAccessExpression(n) || ts.isQualifiedName(n)) {
      const first = ts.isQualifiedName(n) ? n.left : n.expression;
      const name = this.namespaceOf(first);
      if (name) this.member(ts.isQualifiedName(n) ? n.right : n.name, name);
    }
  }

  /** Returns the imported name through which an expression refers to a module: ns for ns and ns.inner. */
  namespaceOf(e) {
    const { ts, checker } = this;
    if (ts.isIdentifier(e)) return this.namespaces.get(checker.getSymbolAtLocation(e));
    if (!ts.isPropertyAccessExpression(e) && !ts.isQualifiedName(e)) return undefined;
    const last = ts.isQualifiedName(e) ? e.right : e.name;
    const isModule = declarations(ts, checker, checker.getSymbolAtLocation(last)).some((d) => ts.isSourceFile(d));
    return isModule ? this.namespaceOf(ts.isQualifiedName(e) ? e.left : e.expression) : undefined;
  }

  member(name, site) {
    const { ts, checker } = this;
    for (const d of declarations(ts, checker, checker.getSymbolAtLocation(name))) this.add(this.index.elements, d, site);
  }

  /** Returns the project's file to which a specifier resolves, or undefined. */
  resolve(specifier) {
    const { ts, project } = this;
    if (!ts.isStringLiteralLike(specifier)) return undefined;
    const { resolvedModule } = ts.resolveModuleName(specifier.text, this.file.fileName, project.options, ts.sys, project.resolutions);
    return resolvedModule && project.program.getSourceFile(resolvedModule.resolvedFileName);
  }

  add(map, key, node) {
    if (!key) return;
    if (!map.has(key)) map.set(key, new Set());
    map.get(key).add(node);
  }
}

function firstName(ts, name) {
  while (ts.isQualifiedName(name)) name = name.left;
  return name;
}
