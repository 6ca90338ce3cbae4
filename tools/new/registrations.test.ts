import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gameNumbers } from "#modules/ledger/shared/chart.ts";
import { renameTo } from "./copy-game.ts";
import { numberGame, register, registrations, unnumberGame, unregister } from "./registrations.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const rename = renameTo("poker");

/** Whether the lines of a text are in another in order, with additions in between. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const letter of whole) if (letter === part[at]) at += 1;
  return at === part.length;
}

test("a new game is registered in every list that names dice, and no existing line changes", () => {
  for (const registration of registrations) {
    const before = read(registration.file);
    const after = register(before, registration, rename);
    expect(after.match(/poker/gi)?.length, registration.file).toBeGreaterThanOrEqual(registration.patterns.length);
    expect(isWithin(before, after), registration.file).toBe(true);
  }
});

test("a second new game is added beside the first", () => {
  for (const registration of registrations) {
    const first = register(read(registration.file), registration, rename);
    expect(register(first, registration, renameTo("bingo")), registration.file).toMatch(/bingo[\s\S]*poker/i);
  }
});

test("a game that is taken away leaves each list as it was", () => {
  for (const registration of registrations) {
    const before = read(registration.file);
    expect(unregister(register(before, registration, rename), registration, rename), registration.file).toBe(before);
    expect(() => unregister(before, registration, rename), registration.file).toThrow("is not there once");
  }
  const chart = read("modules/ledger/shared/chart.ts");
  expect(unnumberGame(numberGame(chart, "poker"), "poker")).toBe(chart);
});

test("a list without dice is reported, not skipped", () => {
  const registration = { file: "list.ts", patterns: [/^ {2}"dice",\n/m] };
  expect(register('[\n  "dice",\n]', registration, rename)).toBe('[\n  "dice",\n  "poker",\n]');
  for (const text of ["[]", '[\n  "dice",\n  "dice",\n]'])
    expect(() => register(text, registration, rename), text).toThrow(/list\.ts: .* expected once/);
});

test("its number in the books is the next one, and no other changes", () => {
  const chart = read("modules/ledger/shared/chart.ts");
  const next = Math.max(...Object.values(gameNumbers)) + 1;
  expect(numberGame(chart, "poker").replace(`  poker: ${next},\n`, "")).toBe(chart);
  expect(() => numberGame("", "poker")).toThrow("chart");
});
