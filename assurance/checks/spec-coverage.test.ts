import { expect, test } from "vitest";
import { readDeclared } from "#tools/docs/declared.ts";
import { assertionsIn } from "../coverage/assertions.ts";
import { coverageFaults, readTests, sections } from "../coverage/coverage.ts";
import { empty, open, type Row, section, works } from "../coverage/rows.ts";

const declared = await readDeclared();

test("every test, assertion and call that the coverage of the specification names is there", async () => {
  expect(sections.flatMap(({ rows }) => rows).length).toBeGreaterThan(200);
  expect(coverageFaults(await readTests(), declared)).toEqual([]);
});

test("no statement is listed twice", () => {
  const texts = sections.flatMap(({ title, rows }) => rows.map(({ text }) => `${title}: ${text}`));
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
});

test("a test or an assertion that does not exist, a call that is not mounted and a state without grounds are found out", () => {
  const tests = new Map([["api", new Map([["there", ["expect(1).toBe(1);"]]])]]);
  const faults = (...rows: readonly Row[]) => coverageFaults(tests, { routes: [] }, [section("x", ...rows)]);
  expect(faults(works("a page", "api: there => expect(1).toBe(1)"), open("another", "no test exists"))).toEqual([]);
  expect(faults(works("a page", "api: gone => expect(1).toBe(1)"))).toHaveLength(1);
  expect(faults(works("a page", "nowhere: there => expect(1).toBe(1)"))).toHaveLength(1);
  expect(faults(works("a page", "api: there => expect(2).toBe(2)"))).toHaveLength(1);
  expect(faults(works("a page", "api: there"))).toHaveLength(1);
  expect(faults(works("a page"))).toHaveLength(1);
  expect(faults(empty("a page", ""))).toHaveLength(1);
  expect(faults(works("GET /gone", "api: there => expect(1).toBe(1)"))).toHaveLength(1);
});

test("assertions are read from the statements and tables of a test, not from its comments, its preparation or other tests", () => {
  const text = `const rows = [["a", 1]];
    test("one", async () => {
      const prepared = prepare("x"); // expect(prepared).toBe(0)
      expect(prepared)
        .toBe(1);
      await page.getByText("y").waitFor();
    });
    test.each(rows)("two %s", name => expect(name).toBe("a"));
    test.each([["b", 2]])("three %s", name => {
      expect(name).toBe("b");
    });
    test("none", () => prepare("z"));`;
  const found = assertionsIn("x.test.ts", text);
  expect(found.get("one")).toEqual(["expect(prepared) .toBe(1);", 'await page.getByText("y").waitFor();']);
  expect(found.get("two %s")).toEqual(['[["a", 1]]', 'expect(name).toBe("a")']);
  expect(found.get("three %s")).toEqual(['[["b", 2]]', 'expect(name).toBe("b");']);
  expect(found.get("none")).toEqual([]);
});
