import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findTables, tablesFile } from "./keno/find-tables.ts";

/** `node tools/keno-tables.ts` prints the payout tables of keno; with `--write` they become those of the game. */
const text = tablesFile(findTables());
if (process.argv.includes("--write")) {
  writeFileSync(join(import.meta.dirname, "../modules/games/keno/shared/tables.ts"), text);
} else {
  console.log(text);
}
