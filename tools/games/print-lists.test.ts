import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { games } from "#modules/games/index.ts";
import { printLists } from "./print-lists.ts";

const root = join(import.meta.dirname, "../..");

// `npm run games` updates them.
test.each(Object.entries(printLists(games)))("%s says what the list of games says", (path, text) => {
  expect(readFileSync(join(root, path), "utf8")).toBe(text);
});
