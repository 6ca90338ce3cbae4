import type { Language } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { showMoney } from "#kit/money/show.ts";
import { required } from "#kit/std/invariant.ts";
import { isLeaf, type Leaf, leavesOf, type Rule } from "./rule.ts";
import type { FactWords, Wording } from "./words.ts";

/** A rule as a sentence. */
export function sentenceOf(rule: Rule, words: Wording, language: Language): string {
  if (isLeaf(rule)) return leafSentence(rule, words, language);
  const { sentence } = words;
  const inner = (part: Rule) =>
    isLeaf(part) || "not" in part || leavesOf(part).length === 1
      ? sentenceOf(part, words, language)
      : fill(sentence.group, { rule: sentenceOf(part, words, language) });
  if ("not" in rule) return fill(sentence.not, { rule: sentenceOf(rule.not, words, language) });
  const parts = ("all" in rule ? rule.all : rule.any).map(inner);
  return parts.join("all" in rule ? sentence.and : sentence.or);
}

export function leafSentence(leaf: Leaf, { facts, sentence }: Wording, language: Language): string {
  const words: FactWords = required(facts[leaf.fact], `no words for the fact ${leaf.fact}`);
  if ("is" in leaf) return required(leaf.is ? words.yes : words.no, `no words for the flag ${leaf.fact}`);
  if ("in" in leaf) {
    const value = leaf.in.map(each => words.options?.[each] ?? each).join(sentence.or);
    return fill(sentence.in, { fact: words.name, value });
  }
  const [operator, compared] = leaf.gte !== undefined ? (["gte", leaf.gte] as const) : other(leaf);
  const value =
    "currency" in leaf
      ? showMoney(parseDecimal(String(compared)), leaf.currency, language, { signed: String(compared).startsWith("-") })
      : String(compared);
  return fill(sentence[operator], { fact: words.name, value });
}

function other(leaf: { readonly eq?: number; readonly lte?: number | string }) {
  return leaf.lte !== undefined ? (["lte", leaf.lte] as const) : (["eq", leaf.eq] as const);
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");
