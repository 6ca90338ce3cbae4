import { fail } from "#kit/contract/error-code.ts";
import { type Language, type Locale, languageOf } from "#kit/i18n/locale.ts";
import { showMoney } from "#kit/money/show.ts";
import { fromDollars, readDecimal } from "../shared/decimal.ts";
import { ruleInvalid } from "../shared/errors.ts";
import type { Facts, Prices } from "../shared/fact.ts";
import type { Reason } from "../shared/interpret-rule.ts";
import type { Rule } from "../shared/rule.ts";
import { leafSentence, sentenceOf } from "../shared/sentence.ts";
import type { Wording } from "../shared/words.ts";
import type { Explained } from "./explain-row.ts";

/** What of `Conditions` views read. */
interface Known {
  readonly facts: Facts;
  parse(rule: unknown): Rule;
  wording(locale: Locale): Wording;
}

/** Facts that a rule may name, as the editor offers them. */
export function factViews({ facts, wording }: Pick<Known, "facts" | "wording">, locale: Locale) {
  const words = wording(locale).facts;
  return [...facts.values()]
    .filter(({ guards }) => !guards)
    .map(({ name, type, options }) => {
      const { options: named, ...rest } = words[name] ?? { name };
      return {
        name,
        type,
        options: options ? [...options] : null,
        words: { ...rest, ...(named && { options: { ...named } }) },
      };
    });
}

/** Null if a fact of the rule no longer exists. */
export function sentenceOrNull(
  conditions: Pick<Known, "parse" | "wording">,
  rule: unknown,
  locale: Locale,
): string | null {
  try {
    return sentenceOf(conditions.parse(rule), conditions.wording(locale), languageOf(locale));
  } catch {
    return null;
  }
}

interface Reader {
  readonly words: Wording;
  readonly language: Language;
  readonly prices: Prices | undefined;
}

/** In the reader's language. */
export function explainedView({ matches, blockedBy, reasons }: Explained, reader: Reader) {
  return {
    matches,
    blocked_by: blockedBy.map(name => reader.words.facts[name]?.yes ?? name),
    reasons: reasons.map(each => ({
      text: leafSentence(each.leaf, reader.words, reader.language),
      holds: each.holds,
      value: shownValue(each, reader),
    })),
  };
}

/** What a condition found; null where nothing is known, and for flags, whose text says it. */
function shownValue({ leaf, value }: Reason, { words, language, prices }: Reader): string | null {
  if (value === null || typeof value === "boolean") return null;
  if ("currency" in leaf && prices)
    return showMoney(fromDollars(readDecimal(String(value)), prices[leaf.currency]), leaf.currency, language);
  return words.facts[leaf.fact]?.options?.[String(value)] ?? String(value);
}

/** A rule in the address of a call. Fails with `rule_invalid`. */
export function readRuleText({ parse }: Pick<Known, "parse">, text: string) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail(ruleInvalid, { data: { at: "/", why: "shape" } });
  }
  return parse(value);
}
