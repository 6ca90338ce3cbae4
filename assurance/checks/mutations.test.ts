import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { titlesIn } from "../coverage/titles.ts";
import { applyPatch, applyPatches } from "../mutations/runner/copy.ts";
import { judge, notGreen, type Report, titlePattern } from "../mutations/runner/judge.ts";
import {
  areas,
  chooseMutations,
  type Mutation,
  parseMutation,
  readMutations,
  root,
} from "../mutations/runner/mutation.ts";
import { tryAgain } from "../mutations/runner/run.ts";
import { traps } from "../mutations/traps.ts";

const all = readMutations();

test("every area has planted bugs, sixty or more in all, each described and planted in the product", () => {
  expect(all.length).toBeGreaterThanOrEqual(60);
  expect(new Set(all.map(({ area }) => area))).toEqual(new Set(areas));
  const unclear = all.filter(({ bug, red, changes }) => {
    const isProduct =
      changes.length > 0 && changes.every(file => /^(kit|modules|apps|studio)\//.test(file) && !/test/.test(file));
    return bug === "" || red.length === 0 || red.some(({ titles }) => titles.length === 0) || !isProduct;
  });
  expect(unclear.map(({ id }) => id)).toEqual([]);
});

test("every patch applies to the sources as they are", () => {
  const refused = disjointGroups(all).flatMap(group => {
    const paths = group.map(({ patch }) => patch);
    if (applyPatches(root, paths, "--check") === undefined) return [];
    return group.flatMap(({ id, patch }) => {
      const refusal = applyPatch(root, patch, "--check");
      return refusal ? [`${id}: ${refusal}`] : [];
    });
  });
  expect(refused).toEqual([]);
});

/** Groups in which no file is changed twice: one call of git checks a group. */
function disjointGroups(mutations: readonly Mutation[]): readonly (readonly Mutation[])[] {
  const groups: { readonly files: Set<string>; readonly members: Mutation[] }[] = [];
  for (const mutation of mutations) {
    const group = groups.find(({ files }) => mutation.changes.every(file => !files.has(file)));
    if (!group) groups.push({ files: new Set(mutation.changes), members: [mutation] });
    else {
      for (const file of mutation.changes) group.files.add(file);
      group.members.push(mutation);
    }
  }
  return groups.map(({ members }) => members);
}

test("every test that must fail exists", () => {
  const titlesOf = new Map<string, ReadonlySet<string>>();
  const lost = all.flatMap(({ id, red }) =>
    red.flatMap(({ file, titles }) => {
      if (!existsSync(join(root, file))) return [`${id}: ${file}`];
      const known = titlesOf.get(file) ?? titlesIn(file, readFileSync(join(root, file), "utf8"));
      titlesOf.set(file, known);
      return titles.filter(title => !known.has(title)).map(title => `${id}: ${title}`);
    }),
  );
  expect(lost).toEqual([]);
});

test("every trap of slots and live tables has a planted bug", () => {
  const planted = new Set(all.flatMap(({ trap }) => trap ?? []));
  expect([...planted].sort((a, b) => a - b)).toEqual(Object.keys(traps).map(Number));
});

test("npm test samples those whose tests are in one file and do not start the whole server", () => {
  const sampled = all.filter(({ isSampled }) => isSampled);
  const slow = sampled.filter(({ red }) => red.length > 1 || red.some(({ file }) => file.startsWith("apps/")));
  expect(slow.map(({ id }) => id)).toEqual([]);
  expect(sampled.length).toBeGreaterThanOrEqual(100);
});

test("six are chosen by a commit: the same for the same one, others for another", () => {
  const chosen = (commit: string) => chooseMutations(all, 6, commit).map(({ id }) => id);
  expect(chosen("a1")).toHaveLength(6);
  expect(chosen("a1")).toEqual(chosen("a1"));
  expect(chosen("a1")).not.toEqual(chosen("a2"));
});

test("a header names the bug, the tests that must turn red, and whether npm test may choose it", () => {
  const text = [
    "Bug: money twice",
    "Trap: 3",
    "Red: a.test.ts",
    "  one",
    "  two %s",
    "Red: b.it.test.ts",
    "  three",
    "Sample: no",
    "",
  ];
  const diff =
    "diff --git a/kit/x.ts b/kit/x.ts\n--- a/kit/x.ts\n+++ b/kit/x.ts\n@@ -1,1 +1,1 @@\n-Red: no.test.ts\n+b\n";
  expect(parseMutation("assurance/mutations/wallet/twice.patch", `${text.join("\n")}\n${diff}`)).toEqual({
    id: "wallet/twice",
    area: "wallet",
    patch: "assurance/mutations/wallet/twice.patch",
    bug: "money twice",
    trap: 3,
    red: [
      { file: "a.test.ts", titles: ["one", "two %s"] },
      { file: "b.it.test.ts", titles: ["three"] },
    ],
    isSampled: false,
    changes: ["kit/x.ts"],
  });
});

const red = [{ file: "a.test.ts", titles: ["money moves %d times (once)"] }];
const reported = (status: string, ...failureMessages: readonly string[]): Report => ({
  testResults: [
    {
      name: "/somewhere/a.test.ts",
      status: "failed",
      assertionResults: [
        { title: "money moves 1 times (once)", status, failureMessages },
        { title: "another", status: "skipped", failureMessages: [] },
      ],
    },
  ],
});

test.each([
  ["killed", "failed", "AssertionError: expected 1 to be 2\n    at x.ts:1"],
  ["killed", "failed", "InvariantError: a payout given back and paid"],
  ["killed", "failed", 'error: new row for relation "wallets" violates check constraint "real"'],
  ["killed", "failed", 'Error: promise resolved "{}" instead of rejecting'],
  ["survived", "passed", ""],
  ["broken", "failed", "Error: Test timed out in 5000ms."],
  ["broken", "failed", "ReferenceError: row is not defined"],
  ["broken", "skipped", ""],
])("a planted bug is %s where its test %s with %j", (verdict, status, message) => {
  expect(judge({ red }, reported(status, message))).toMatchObject({ verdict });
});

test("a test file that did not load is no failed assertion, and tests that fail without a bug are named", () => {
  expect(judge({ red }, { testResults: [] })).toMatchObject({ verdict: "broken", because: "a.test.ts did not run" });
  expect(notGreen(red, reported("passed"))).toEqual([]);
  expect(notGreen(red, reported("failed", "AssertionError: no"))).toHaveLength(1);
  expect(titlePattern("a %s (b)")).toBe("a [\\s\\S]* \\(b\\)");
});

test.each([
  [["killed"], "killed"],
  [["does not apply"], "does not apply"],
  [["survived", "killed"], "killed"],
  [["broken", "killed"], "killed"],
  [["survived", "survived"], "survived"],
  [["broken", "survived"], "survived"],
  [["survived", "not run"], "not run"],
] as const)("attempts that end as %j make a mutation %s", async (verdicts, verdict) => {
  const left = [...verdicts];
  const attempt = async () => ({
    mutation: required(all[0], "a mutation"),
    verdict: required(left.shift(), "an attempt"),
    seconds: 1,
  });
  expect(await tryAgain(attempt)).toMatchObject({ verdict, seconds: verdicts.length });
  expect(left).toEqual([]);
});
