// Loads a TypeScript project for the oracle: its source files and its compiler options.
// Shares no code with the engine.
import { createRequire } from "node:module";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

/** Loads the TypeScript compiler that the tools folder pins. */
export function loadTypeScript(tools) {
  return createRequire(join(resolve(tools), "package.json"))("typescript");
}

const source = /\.([mc]?[jt]s|[jt]sx)$/;

/** Lists the source files below root, sorted, without dependencies and hidden folders. */
export function sourceFiles(root, wanted = source) {
  const files = [];
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== "node_modules" && !entry.name.startsWith(".")) walk(path);
      } else if (entry.isFile() && wanted.test(entry.name)) {
        files.push(path);
      }
    }
  };
  walk(resolve(root));
  return files.sort();
}

/** Returns the options for files without a configuration. */
function defaults(ts) {
  return {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ESNext,
    strict: true,
    jsx: ts.JsxEmit.Preserve,
    allowJs: true,
    noEmit: true,
  };
}

/** Returns the options of the project: those of root/tsconfig.json, if it exists. */
export function compilerOptions(ts, root) {
  const path = join(resolve(root), "tsconfig.json");
  if (!existsSync(path)) return defaults(ts);
  const { config, error } = ts.readConfigFile(path, ts.sys.readFile);
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, "\n"));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(path));
  return { ...options, allowJs: true, noEmit: true };
}

/** Creates a language service for files that do not change. */
export function languageService(ts, root, files = sourceFiles(root)) {
  const options = compilerOptions(ts, root);
  const host = {
    getScriptFileNames: () => files,
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) =>
      existsSync(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, "utf8")) : undefined,
    getCurrentDirectory: () => resolve(root),
    getCompilationSettings: () => options,
    getDefaultLibFileName: (o) => ts.getDefaultLibFilePath(o),
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    realpath: ts.sys.realpath,
  };
  return { service: ts.createLanguageService(host, ts.createDocumentRegistry()), options, files };
}

/** Returns a path relative to root, with slashes. */
export function relativePath(root, file) {
  return relative(resolve(root), file).split(sep).join("/");
}
