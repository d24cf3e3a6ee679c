// Starts a TypeScript language service and queries it once, for the calls of the
// declaration with that name on that line. Prints the number of call sites.
//   node callers.mjs <tools> <root> <file> <line> <name>
import { join, resolve } from "node:path";
import { languageService, loadTypeScript } from "./project.mjs";
import { callOf, nameAt } from "./callees.mjs";

const [tools, root, file, line, name] = process.argv.slice(2);
const ts = loadTypeScript(tools);
const { service } = languageService(ts, root);
const path = join(resolve(root), file);
const source = service.getProgram().getSourceFile(path);
const start = source.getPositionOfLineAndCharacter(Number(line) - 1, 0);
const offset = source.text.slice(start).search(new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`));
if (offset < 0) throw new Error(`${file}:${line}: the line does not contain the name ${name}`);

let sites = 0;
for (const { references } of service.findReferences(path, start + offset) ?? []) {
  for (const r of references) {
    const at = nameAt(ts, service.getProgram().getSourceFile(r.fileName), r.textSpan.start);
    if (at && callOf(ts, at, () => false)) sites++;
  }
}
console.log(sites);
