import { expect, test } from "vitest";
import { Failure } from "#kit/contract/error-code.ts";
import type { Fact, Facts } from "./fact.ts";
import { parseRule } from "./parse-rule.ts";

const list: readonly Fact[] = [
  { name: "deposits", type: "number" },
  { name: "deposit_sum", type: "money" },
  { name: "currency", type: "choice", options: ["USD", "KZT"] },
  { name: "partner", type: "text" },
  { name: "has_open_bonus", type: "flag" },
  { name: "self_excluded", type: "flag", guards: true },
];
const facts: Facts = new Map(list.map(fact => [fact.name, fact]));
const leaf = { fact: "deposits", gte: 1 };
const refusal = (rule: unknown) => {
  try {
    parseRule(rule, facts);
    return "accepted";
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { at, why } = error.details.data as { at: string; why: string };
    return `${error.error.code} ${why} ${at}`;
  }
};
const nested = (depth: number): unknown => {
  let rule: unknown = leaf;
  for (let level = 1; level < depth; level++) rule = { not: rule };
  return rule;
};

test.each<[string, unknown]>([
  ["a number", leaf],
  ["a negative number", { fact: "deposits", lte: -3 }],
  ["money", { fact: "deposit_sum", currency: "KZT", gte: "5000" }],
  ["a gain", { fact: "deposit_sum", currency: "KZT", lte: "-0.01" }],
  ["a choice", { fact: "currency", in: ["KZT", "USD"] }],
  ["a text", { fact: "partner", in: ["п1"] }],
  ["a flag", { fact: "has_open_bonus", is: false }],
  ["a depth of 5", nested(5)],
  ["40 conditions", { all: Array.from({ length: 40 }, () => leaf) }],
])("accepts %s, and gives it back as it was", (_, rule) => {
  expect(parseRule(rule, facts)).toEqual(rule);
});

test.each<[string, unknown, string]>([
  ["a depth of 6", nested(6), "depth /not/not/not/not/not"],
  ["a depth of 1,000", nested(1000), "depth /not/not/not/not/not"],
  ["a depth of 100,000", nested(100_000), "depth /not/not/not/not/not"],
  ["41 conditions", { all: [{ any: Array.from({ length: 40 }, () => leaf) }, leaf] }, "size /all/1"],
  ["41 parts", { all: Array.from({ length: 41 }, () => leaf) }, "size /all"],
  ["an unknown fact", { fact: "password_hash", is: true }, "fact /"],
  ["a fact of the guard", { all: [{ fact: "self_excluded", is: true }] }, "fact /all/0"],
  ["a name of the language", { fact: "__proto__", is: true }, "fact /"],
  ["a fact that is no text", { fact: ["deposits"], gte: 1 }, "fact /"],
  ["an operator of another type", { fact: "deposits", in: ["1"] }, "operator /"],
  ["two operators", { fact: "deposits", gte: 1, lte: 2 }, "operator /"],
  ["no operator", { fact: "deposits" }, "operator /"],
  ["an unknown operator", { fact: "deposits", sql: "1=1" }, "operator /"],
  ["a number as a text", { fact: "deposits", gte: "1" }, "value /"],
  ["a fraction", { fact: "deposits", gte: 1.5 }, "value /"],
  ["NaN", { fact: "deposits", gte: Number.NaN }, "value /"],
  ["a huge number", { fact: "deposits", gte: 1e300 }, "value /"],
  ["money as a number", { fact: "deposit_sum", currency: "KZT", gte: 5 }, "value /"],
  ["money with an exponent", { fact: "deposit_sum", currency: "KZT", gte: "1e3" }, "value /"],
  ["minus zero", { fact: "deposit_sum", currency: "KZT", gte: "-0" }, "value /"],
  ["three decimals", { fact: "deposit_sum", currency: "KZT", gte: "1.001" }, "value /"],
  ["money without a currency", { fact: "deposit_sum", gte: "5" }, "currency /"],
  ["an unknown currency", { fact: "deposit_sum", currency: "XXX", gte: "5" }, "currency /"],
  ["a currency where none is", { fact: "deposits", currency: "USD", gte: 5 }, "currency /"],
  ["an option that does not exist", { fact: "currency", in: ["USD", "XXX"] }, "value /"],
  ["an empty list", { fact: "currency", in: [] }, "value /"],
  ["the same value twice", { fact: "currency", in: ["USD", "USD"] }, "value /"],
  ["51 values", { fact: "partner", in: Array.from({ length: 51 }, (_, n) => `p${n}`) }, "value /"],
  ["a long text", { fact: "partner", in: ["x".repeat(65)] }, "value /"],
  ["a control character", { fact: "partner", in: ["a\u0000"] }, "value /"],
  ["a flag as a text", { fact: "has_open_bonus", is: "true" }, "value /"],
  ["an empty group", { all: [] }, "shape /"],
  ["two groups in one", { all: [leaf], any: [leaf] }, "shape /"],
  ["an unknown group", { xor: [leaf] }, "shape /"],
  ["a group that is no list", { all: leaf }, "shape /"],
  ["nothing", null, "shape /"],
  ["a text", "deposits >= 1", "shape /"],
  ["a list", [leaf], "shape /"],
])("refuses %s", (_, rule, why) => {
  expect(refusal(rule)).toBe(`rule_invalid ${why}`);
});
