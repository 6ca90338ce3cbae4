import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyGame, nameFault, removalFault } from "./copy-game.ts";

const folder = join(import.meta.dirname, "../../modules/games/dice");
const dice = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile())
  .map(entry => join(entry.parentPath, entry.name))
  .map(path => ({ path: path.slice(folder.length + 1), text: readFileSync(path, "utf8") }));

test("a new game has every file of dice but its golden rounds, and no word of dice", () => {
  const files = copyGame(dice, "poker");
  const copied = dice.filter(({ path }) => !/vectors\.json$/.test(path));
  expect(files).toHaveLength(copied.length);
  expect(files.map(file => file.path)).toEqual(
    expect.arrayContaining(["module.ts", "shared/rules.ts", "server/place-bet.ts"]),
  );
  for (const { path, text } of files) expect(`${path}\n${text}`, path).not.toMatch(/dice/i);
});

test("its manifest, calls and channel carry its own name", () => {
  const text = (path: string) => copyGame(dice, "poker").find(file => file.path === path)?.text;
  expect(text("module.ts")).toContain('name: "poker"');
  expect(text("module.ts")).toContain('folder: "games/poker"');
  expect(text("game.ts")).not.toContain("service");
  expect(text("shared/contract.ts")).toContain('path: "/api/v1/games/poker/bets"');
  expect(text("server/index.ts")).toContain('game: "poker"');
});

test("a name that is taken, or no name, is refused", () => {
  expect(nameFault("poker", ["crash", "dice"])).toBeUndefined();
  expect(nameFault("crash", ["crash", "dice"])).toContain("already");
  for (const name of ["", "ab", "Plinko", "1up", "../x", "a b", "coin-flip", "x".repeat(21)])
    expect(nameFault(name, []), name).toContain("3 to 20");
});

test("only a game that exists is removed, and never dice", () => {
  expect(removalFault("poker", ["dice", "poker"])).toBeUndefined();
  for (const name of ["", "crash", "../dice", "dice"]) expect(removalFault(name, ["dice"]), name).toBeDefined();
});
