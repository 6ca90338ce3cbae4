import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readDeclared } from "./docs/declared.ts";
import { printDocuments } from "./docs/print.ts";

/** `npm run docs` writes the documents that are printed from the contracts; with `--check` it lists which are not current. */
const root = join(import.meta.dirname, "..");
const check = process.argv.includes("--check");
const stale: string[] = [];
for (const [path, text] of Object.entries(printDocuments(await readDeclared()))) {
  const present = await readFile(join(root, path), "utf8").catch(() => "");
  if (present === text) continue;
  stale.push(path);
  if (!check) await writeFile(join(root, path), text);
}
if (stale.length === 0) console.log("The documents are current.");
else console.log(`${check ? "Not current, run `npm run docs`" : "Written"}: ${stale.join(", ")}`);
process.exit(check && stale.length > 0 ? 1 : 0);
