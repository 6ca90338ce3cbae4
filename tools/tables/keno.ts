import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findTables, tablesFile } from "#modules/games/keno/testing/find-tables.ts";

/** `node tools/tables/keno.ts` prints the payout tables of keno; with `--write` they become those of the game. */
const text = tablesFile(findTables());
if (process.argv.includes("--write")) {
  writeFileSync(join(import.meta.dirname, "../../modules/games/keno/shared/tables.ts"), text);
} else {
  console.log(text);
}
