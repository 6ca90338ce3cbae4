import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findTables, tablesFile } from "#modules/games/cases/testing/find-tables.ts";

/** `node tools/tables/cases.ts` prints the cases with their odds; with `--write` they become those of the game. */
const text = tablesFile(findTables());
if (process.argv.includes("--write")) {
  writeFileSync(join(import.meta.dirname, "../../modules/games/cases/shared/tables.ts"), text);
} else {
  console.log(text);
}
