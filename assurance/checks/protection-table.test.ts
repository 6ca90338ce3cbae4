import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/protection/accounts-and-visits.md"), "utf8");
const named = [...page.matchAll(/"([^"]+)" \(`([^`]+)`\)/g)].map(([, title = "", file = ""]) => ({ title, file }));

test("every row of the table of attacks names a test or an exception", () => {
  const rows = page.split("\n").filter(line => /^\| (?!what must hold)/.test(line));
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.filter(row => !/\(`[^`]+\.test\.ts`\)|\*Exception\*/.test(row))).toEqual([]);
});

test.each(named)("$file has the test $title", ({ title, file }) => {
  expect(readFileSync(join(root, file), "utf8")).toContain(title);
});
