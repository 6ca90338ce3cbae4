import { expect, test } from "vitest";
import { bugFaults, tableFaults } from "../known-failures/check.ts";
import { cannot, failure } from "../known-failures/failures.ts";
import { failures } from "../known-failures/rows.ts";
import { readTaggedTests, taggedIn } from "../known-failures/tagged-tests.ts";

const tests = readTaggedTests();

test("every known failure is answered for every game, by a tag of a test or by a reason", () => {
  expect(failures.map(({ number }) => number)).toEqual(Array.from({ length: 27 }, (_, i) => i + 1));
  expect(tests.length).toBeGreaterThan(100);
  expect(tableFaults(tests)).toEqual([]);
});

test("every tagged test turns red by a patch, or was seen to fail on its bug", () => {
  expect(bugFaults(tests)).toEqual([]);
});

const tagged = (...tags: readonly string[]) => [{ file: "a.test.ts", title: "there", tags }];

test("a tag of no failure, a game that is forgotten, and a game that both can and cannot are found out", () => {
  const all = [failure(1, "x")];
  expect(tableFaults(tagged("known-failure/1/all"), all)).toEqual([]);
  expect(tableFaults(tagged("known-failure/1/all", "known-failure/2/all"), all)).toEqual([
    "there: there is no known-failure/2/all",
  ]);
  const most = [failure(1, "x", cannot(["instant", "steps", "roulette", "rooms"], "so"))];
  expect(tableFaults(tagged("known-failure/1/crash"), most)).toEqual(["1 forgets duels", "1 forgets battles"]);
  const both = [failure(1, "x", cannot("crash", "so"))];
  expect(tableFaults(tagged("known-failure/1/all"), both)).toEqual(["1 says two things of crash"]);
});

test("a test without a bug, and an entry that a patch replaces or that names no test, are found out", () => {
  const crash = tagged("known-failure/1/crash");
  const planted = [{ id: "a/b", bug: "x", red: [{ file: "a.test.ts", titles: ["there"] }] }];
  const hand = { "a.test.ts": { there: "x" } };
  expect(bugFaults(crash, planted, {})).toEqual([]);
  expect(bugFaults(crash, [], hand)).toEqual([]);
  expect(bugFaults(crash, [], {})).toEqual(["no bug is known that turns this red: there"]);
  expect(bugFaults(crash, planted, hand)).toEqual(["a patch replaces the entry of by-hand.ts: there"]);
  expect(bugFaults([], [], hand)).toEqual(["by-hand.ts names no tagged test: there"]);
});

test("tags are read from the options of a test and of a table of tests", () => {
  const text = `test("one", { tags: ["known-failure/1/all"] }, () => {});
    test.each([1])("two %s", { timeout: 1, tags: ["known-failure/2/all", "known-failure/3/all"] }, () => {});
    test("none", () => {});`;
  expect(taggedIn("x.test.ts", text)).toEqual([
    { file: "x.test.ts", title: "one", tags: ["known-failure/1/all"] },
    { file: "x.test.ts", title: "two %s", tags: ["known-failure/2/all", "known-failure/3/all"] },
  ]);
});
