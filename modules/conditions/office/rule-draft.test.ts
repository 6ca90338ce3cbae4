import { expect, test } from "vitest";
import type { Rule } from "../shared/rule.ts";
import { draftOf, newGroup, newLeaf, type OfferedFact, ruleOf } from "./rule-draft.ts";

const offered = (name: string, type: OfferedFact["type"], options: readonly string[] | null = null) =>
  [name, { name, type, options, words: { name } }] as const;
const facts = new Map<string, OfferedFact>([
  offered("deposits", "number"),
  offered("deposit_sum", "money"),
  offered("currency", "choice", ["USD", "KZT"]),
  offered("partner", "text"),
  offered("has_open_bonus", "flag"),
]);

test.each<[string, Rule]>([
  [
    "all",
    {
      all: [
        { fact: "deposits", gte: 3 },
        { fact: "deposits", eq: 7 },
      ],
    },
  ],
  [
    "any in all",
    { all: [{ any: [{ fact: "currency", in: ["KZT"] }] }, { fact: "deposit_sum", currency: "KZT", lte: "50.5" }] },
  ],
  ["not one", { not: { fact: "has_open_bonus", is: true } }],
  [
    "not any",
    {
      not: {
        any: [
          { fact: "partner", in: ["a", "b"] },
          { fact: "deposits", lte: -1 },
        ],
      },
    },
  ],
  [
    "not all",
    {
      not: {
        all: [
          { fact: "deposits", gte: 1 },
          { fact: "has_open_bonus", is: false },
        ],
      },
    },
  ],
])("a saved rule is the same after editing nothing: %s", (_, rule) => {
  expect(ruleOf(draftOf(rule), facts)).toEqual(rule);
});

test("a single condition becomes a group", () => {
  expect(ruleOf(draftOf({ fact: "deposits", gte: 3 }), facts)).toEqual({ all: [{ fact: "deposits", gte: 3 }] });
});

test("a new condition has no value yet, and is not sent as zero", () => {
  const parts = [...facts.values()].map(newLeaf);
  expect(ruleOf(newGroup(parts), facts)).toEqual({
    all: [
      { fact: "deposits", gte: null },
      { fact: "deposit_sum", currency: "USD", gte: "" },
      { fact: "currency", in: ["USD"] },
      { fact: "partner", in: [] },
      { fact: "has_open_bonus", is: true },
    ],
  });
});
