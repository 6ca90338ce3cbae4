import { expect, test } from "vitest";
import type { Rule } from "./rule.ts";
import { sentenceOf } from "./sentence.ts";
import type { Wording } from "./words.ts";

const words: Wording = {
  facts: {
    deposits: { name: "deposits" },
    loss: { name: "net loss" },
    language: { name: "language", options: { kz: "Kazakh" } },
    bonus: { name: "bonus", yes: "has a bonus", no: "has no bonus" },
  },
  sentence: {
    eq: "{{fact}} exactly {{value}}",
    gte: "{{fact}} at least {{value}}",
    lte: "{{fact}} at most {{value}}",
    in: "{{fact}}: {{value}}",
    and: ", and ",
    or: " or ",
    not: "not ({{rule}})",
    group: "({{rule}})",
  },
};

test.each<[Rule, string]>([
  [{ fact: "deposits", eq: 3 }, "deposits exactly 3"],
  [{ fact: "deposits", lte: 0 }, "deposits at most 0"],
  [{ fact: "loss", currency: "KZT", gte: "5000" }, "net loss at least ₸5,000"],
  [{ fact: "loss", currency: "USD", lte: "-12.5" }, "net loss at most −$12.50"],
  [{ fact: "language", in: ["kz", "en"] }, "language: Kazakh or en"],
  [{ fact: "bonus", is: false }, "has no bonus"],
  [{ not: { fact: "bonus", is: true } }, "not (has a bonus)"],
  [
    {
      all: [
        {
          any: [
            { fact: "deposits", gte: 1 },
            { fact: "bonus", is: true },
          ],
        },
        { fact: "language", in: ["kz"] },
      ],
    },
    "(deposits at least 1 or has a bonus), and language: Kazakh",
  ],
])("reads back as a sentence: %j", (rule, sentence) => {
  expect(sentenceOf(rule, words, "en")).toBe(sentence);
});

test("a value is never read as a template", () => {
  const rule: Rule = { fact: "language", in: ["{{fact}}", "$&"] };
  expect(sentenceOf(rule, words, "en")).toBe("language: {{fact}} or $&");
});
