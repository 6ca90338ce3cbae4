import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { games } from "#modules/games/index.ts";
import { printLists } from "./games/print-lists.ts";

/** `npm run games` prints what each environment loads of the games from `modules/games/index.ts`. */
const root = join(import.meta.dirname, "..");
for (const [path, text] of Object.entries(printLists(games))) writeFileSync(join(root, path), text);
