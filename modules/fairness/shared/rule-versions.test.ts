import { expect, test } from "vitest";
import { ruleVersions, UnknownRulesError } from "./rule-versions.ts";

const first = { version: "sample-1", table: [1, 2] };
const second = { version: "sample-2", table: [3] };
const rules = ruleVersions({ current: second, all: [first, second] });

test("finds the rules of every published version", () => {
  expect(rules.current).toBe(second);
  expect(rules.rulesOf("sample-1")).toBe(first);
  expect(rules.find("sample-2")).toBe(second);
});

test("an unknown version is an error that names it, and undefined for a record from outside", () => {
  expect(() => rules.rulesOf("sample-3")).toThrow(UnknownRulesError);
  expect(() => rules.rulesOf("sample-3")).toThrow("Unknown rules sample-3; known: sample-1, sample-2");
  for (const version of ["sample-3", "", "toString", "__proto__"]) expect(rules.find(version)).toBeUndefined();
});

test("a published version cannot be edited while the process runs", () => {
  expect(() => (rules.current.table as number[]).push(4)).toThrow(TypeError);
  expect(() => (rules.all as object[]).pop()).toThrow(TypeError);
  expect(Object.isFrozen(rules.rulesOf("sample-1"))).toBe(true);
});

test("two sets of rules never have one version, and the current ones are among the published ones", () => {
  expect(() => ruleVersions({ current: first, all: [first, { ...first }] })).toThrow("same version");
  expect(() => ruleVersions({ current: second, all: [first] })).toThrow("not among");
  expect(() => ruleVersions({ current: { ...first }, all: [first] })).toThrow("not among");
});
