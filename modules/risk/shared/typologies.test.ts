import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { typologyOf } from "./typologies.ts";

const sql = readFileSync(new URL("../server/migrations/865-typologies.sql", import.meta.url), "utf8");
const stored = [...sql.matchAll(/^ {2}\((\d+), '([^']+)'/gm)].map(([, n = "", name = ""]) => ({
  id: `00000000-0000-7000-8000-${n.padStart(12, "0")}`,
  name,
}));

test("each rule of the migration has a text of its own", () => {
  expect(stored).toHaveLength(15);
  const found = stored.map(typologyOf);
  expect(found).not.toContain(undefined);
  expect(new Set(found).size).toBe(15);
});

test("a rule that operators renamed, or wrote under the same name, keeps its name", () => {
  const [first, second] = stored;
  if (!first || !second) throw new Error("the migration has rules");
  expect(typologyOf({ ...first, name: "Cards, tested" })).toBeUndefined();
  expect(typologyOf({ id: second.id, name: first.name })).toBeUndefined();
  expect(typologyOf({ id: "019a0000-0000-7000-8000-000000000001", name: first.name })).toBeUndefined();
});
