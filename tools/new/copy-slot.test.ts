import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copySlot, patternSlot, renameSlotTo, slotRegistrations, slugFault, slugRemovalFault } from "./copy-slot.ts";
import { register, unregister } from "./registrations.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "studio/slots", patternSlot);
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile())
  .map(entry => join(entry.parentPath, entry.name))
  .map(path => ({ path: path.slice(folder.length + 1), text: readFileSync(path, "utf8") }));

test("a new slot has every file of its pattern but proof and golden rounds, under its own names and title", () => {
  const copied = copySlot(files, "red-fox");
  const text = (path: string) => copied.find(file => file.path === path)?.text;
  expect(copied).toHaveLength(files.length - 2);
  for (const { path, text: whole } of copied) expect(whole, path).not.toMatch(/seven-struck|sevenStruck|Seven Struck/);
  expect(text("game.ts")).toContain("export const redFox: SlotGame");
  expect(text("game.ts")).toContain('slug: "red-fox"');
  expect(text("game.ts")).toContain('titles: { en: "Red Fox", ru: "Red Fox", kk: "Red Fox" }');
  expect(text("art/logo.svg")).toContain(">Red Fox<");
});

test("it is added to each list beside the pattern, and leaves it as it was when it is taken away", () => {
  const rename = renameSlotTo("red-fox");
  for (const registration of slotRegistrations) {
    const before = readFileSync(join(root, registration.file), "utf8");
    const after = register(before, registration, rename);
    expect(after.match(/redFox|red_fox|red-fox/g)?.length, registration.file).toBeGreaterThanOrEqual(3);
    expect(unregister(after, registration, rename), registration.file).toBe(before);
  }
});

test("a name that is taken, or no name, is refused", () => {
  expect(slugFault("red-fox", [patternSlot])).toBeUndefined();
  expect(slugFault(patternSlot, [patternSlot])).toContain("already");
  for (const slug of ["", "ab", "Red-Fox", "1up", "../x", "a b", "red--fox", "red-", "x".repeat(41)])
    expect(slugFault(slug, []), slug).toContain("3 to 40");
  expect(slugRemovalFault("red-fox", ["red-fox"])).toBeUndefined();
  for (const slug of ["", "../x", patternSlot]) expect(slugRemovalFault(slug, [patternSlot]), slug).toBeDefined();
});
