// The oracle for TypeScript, for one project. Reads requests from standard input, one
// JSON object per line, and writes one line of JSON for each:
//   {"op":"truth","seed":1,"calls":80,"files":20,"elements":40}
//   {"op":"judge","extras":[{"target":0,"file":"a.ts","line":1,"column":2}]}
// Lines and columns count from 1, columns in UTF-16 units.
//   node oracle.mjs <tools> <root>
import { createInterface } from "node:readline";
import { resolve } from "node:path";
import { languageService, loadTypeScript, relativePath } from "./project.mjs";
import { declarationsOf, looksLikeComponent } from "./declarations.mjs";
import { calleeOf } from "./callees.mjs";
import { callSites, isCallable } from "./calls.mjs";
import { importIndex } from "./imports.mjs";
import { ruleOf } from "./judge.mjs";
import { sample } from "./random.mjs";

const [tools, root] = process.argv.slice(2);
const ts = loadTypeScript(tools);
const project = load();
const declared = project.sources.flatMap((f) => declarationsOf(ts, f));
let calls = []; // the sampled targets

/** Whether a file contains tests or stories. No targets are chosen from it, but its calls and imports count. */
function isTest(file) {
  return /(^|\/)(tests?|__tests__|benchmarks?)\/|\.(test|spec|stories|bench)\.[jt]sx?$/.test(relativePath(root, file.fileName));
}

function load() {
  const { service, options, files } = languageService(ts, root);
  const program = service.getProgram();
  const checker = program.getTypeChecker();
  const isLibrary = (name) => {
    const d = checker.getSymbolAtLocation(name)?.declarations?.[0];
    return d !== undefined && program.isSourceFileDefaultLibrary(d.getSourceFile());
  };
  const resolutions = ts.createModuleResolutionCache(resolve(root), (f) => f, options);
  return { service, options, program, checker, isLibrary, resolutions, sources: files.map((f) => program.getSourceFile(f)) };
}

function place(node) {
  const file = node.getSourceFile();
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
  return { file: relativePath(root, file.fileName), line: line + 1, column: character + 1 };
}

function describe(d) {
  return { file: relativePath(root, d.file.fileName), line: d.line, kind: d.kind, name: d.name, exported: d.exported, component: looksLikeComponent(ts, d) };
}

/** Returns the syntactic form of a call, by which missed sites are grouped. */
function form(call) {
  if (ts.isNewExpression(call)) return "new";
  if (ts.isTaggedTemplateExpression(call)) return "tagged template";
  if (ts.isDecorator(call)) return "decorator";
  if (ts.isJsxOpeningElement(call) || ts.isJsxSelfClosingElement(call)) return "JSX";
  if (call.expression.kind === ts.SyntaxKind.SuperKeyword) return "super";
  const callee = calleeOf(ts, call, project.isLibrary);
  const isOfClass = ts.isPropertyAccessExpression(callee) &&
    project.checker.getTypeAtLocation(callee.expression).getConstructSignatures().length > 0;
  return isOfClass ? "call on a class itself" : "call";
}

function importForm(node) {
  if (ts.isExportDeclaration(node)) return node.exportClause ? "export * as" : "export *";
  if (ts.isCallExpression(node)) return "import()";
  if (ts.isImportTypeNode(node)) return "import type";
  if (ts.isExportSpecifier(node.parent)) return "re-export";
  return ts.isNamespaceImport(node.parent) ? "import * as" : "import";
}

function truth({ seed, calls: n, files, elements }) {
  const targets = declared.filter((d) => !isTest(d.file));
  calls = sample(targets.filter((d) => isCallable(ts, project.checker, d)), n, seed);
  const index = importIndex(ts, project);
  const imported = (map, keys) => {
    const nodes = new Set(keys.flatMap((k) => [...(map.get(k) ?? [])]));
    return [...nodes].map((node) => ({ ...place(node), rule: "direct", form: importForm(node) }));
  };
  return {
    version: ts.version,
    files: project.sources.length,
    lines: project.sources.reduce((sum, f) => sum + f.getLineStarts().length - 1, 0),
    declarations: declared.map(describe),
    calls: calls.map((d) => ({
      target: describe(d),
      sites: callSites(ts, project, d).map(({ node, call, rule }) => ({ ...place(node), rule, form: form(call) })),
    })),
    importedFiles: sample(project.sources.filter((f) => !isTest(f)), files, seed).map((f) => ({
      target: { file: relativePath(root, f.fileName), line: 1, kind: "file", name: "", exported: true },
      sites: imported(index.files, [f]),
    })),
    importedElements: sample(targets.filter((d) => d.top && d.exported), elements, seed).map((d) => ({
      target: describe(d),
      sites: imported(index.elements, d.nodes),
    })),
  };
}

function judge({ extras }) {
  return extras.map(({ target, file, line, column }) => {
    const source = project.sources.find((f) => relativePath(root, f.fileName) === file);
    if (!source) return "";
    const position = source.getPositionOfLineAndCharacter(line - 1, column - 1);
    return ruleOf(ts, project, calls[target], source, position) ?? "";
  });
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  process.stdout.write(JSON.stringify(request.op === "truth" ? truth(request) : judge(request)) + "\n");
}
