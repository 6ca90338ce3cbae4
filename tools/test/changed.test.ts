import { expect, test } from "vitest";
import { changedFolders, folderOf } from "./changed.ts";

test.each([
  ["modules/games/dice/server/place-bet.ts", "modules/games/dice/"],
  ["modules/wallet/module.ts", "modules/wallet/"],
  ["kit/db/db.ts", "kit/db/"],
  ["assurance/load/dice.ts", "assurance/load/"],
  ["modules/engines/instant/server/instant-game.ts", "modules/engines/instant/"],
  ["docs/operations.md", undefined],
  ["package.json", undefined],
])("a change of %s is one of %s", (file, folder) => {
  expect(folderOf(file)).toBe(folder);
});

test("what has not changed since a commit names no folder twice, and all of them exist by name", () => {
  const folders = changedFolders("HEAD");
  expect(new Set(folders).size).toBe(folders.length);
  for (const folder of folders) expect(folder.endsWith("/")).toBe(true);
});
