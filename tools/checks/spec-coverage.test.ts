import { expect, test } from "vitest";
import { readDeclared } from "../docs/declared.ts";
import { coverageFaults, readTitles, sections, titlesIn } from "../spec-coverage/coverage.ts";
import { section } from "../spec-coverage/rows.ts";

const declared = await readDeclared();

test("every test and call that the coverage of the specification names is there", async () => {
  expect(sections.flatMap(({ rows }) => rows).length).toBeGreaterThan(200);
  expect(coverageFaults(await readTitles(), declared)).toEqual([]);
});

test("no statement is told twice", () => {
  const texts = sections.flatMap(({ title, rows }) => rows.map(({ text }) => `${title}: ${text}`));
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
});

test("a test that does not exist, and a call that is not mounted, are found out", () => {
  const titles = new Map([["api", new Set(["there"])]]);
  const told = (...rows: Parameters<typeof section>[1][]) =>
    coverageFaults(titles, { routes: [] }, [section("x", ...rows)]);
  expect(told(["a page", "api: there"], ["another"])).toEqual([]);
  expect(told(["a page", "api: gone"])).toHaveLength(1);
  expect(told(["a page", "nowhere: there"])).toHaveLength(1);
  expect(told(["GET /gone", "api: there"])).toHaveLength(1);
});

test("titles are read from calls of test, not from comments or texts", () => {
  const text = `test("one", f); test.each([1])("two %s", f); // test("three")
    const a = 'test("four")'; describe("five", f);`;
  expect([...titlesIn("x.test.ts", text)]).toEqual(["one", "two %s"]);
});
