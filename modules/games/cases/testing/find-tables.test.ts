import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findTables, tablesFile } from "./find-tables.ts";

test("the cases that are sold are those that the search finds", () => {
  const file = join(import.meta.dirname, "../shared/tables.ts");
  expect(readFileSync(file, "utf8")).toBe(tablesFile(findTables()));
});
