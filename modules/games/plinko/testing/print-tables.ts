import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findTables, tablesFile } from "./find-tables.ts";

/** `node modules/games/plinko/testing/print-tables.ts` prints the payout tables of plinko; with `--write` they become those of the game. */
const text = tablesFile(findTables());
if (process.argv.includes("--write")) {
  writeFileSync(join(import.meta.dirname, "../shared/tables.ts"), text);
} else {
  process.stdout.write(`${text}\n`);
}
