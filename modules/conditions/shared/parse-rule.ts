import { fail } from "#kit/contract/error-code.ts";
import { plainText } from "#kit/contract/fields.ts";
import { amountPattern, isWithinCeiling } from "#kit/money/amount.ts";
import { isCurrency } from "#kit/money/currency.ts";
import { ruleInvalid } from "./errors.ts";
import type { Fact, Facts } from "./fact.ts";
import { longestValue, mostDepth, mostLeaves, mostNumber, mostValues, operatorsOf, type Rule } from "./rule.ts";

type Why = "shape" | "depth" | "size" | "fact" | "operator" | "value" | "currency";

interface Reading {
  readonly facts: Facts;
  leaves: number;
}

/** Reads a rule that names only these facts. Fails with `rule_invalid`. The depth is checked before anything below is read. */
export function parseRule(value: unknown, facts: Facts): Rule {
  return readNode(value, { facts, leaves: 0 }, "", 1);
}

function readNode(value: unknown, reading: Reading, at: string, depth: number): Rule {
  if (depth > mostDepth) return refuse(at, "depth");
  if (!isObject(value)) return refuse(at, "shape");
  const keys = Object.keys(value);
  if (keys.includes("fact")) return readLeaf(value, reading, at);
  const [key] = keys;
  if (keys.length !== 1 || key === undefined) return refuse(at, "shape");
  const inside = value[key];
  if (key === "not") return { not: readNode(inside, reading, `${at}/not`, depth + 1) };
  if ((key !== "all" && key !== "any") || !Array.isArray(inside) || inside.length === 0) return refuse(at, "shape");
  if (inside.length > mostLeaves) return refuse(`${at}/${key}`, "size");
  const parts = inside.map((part, index) => readNode(part, reading, `${at}/${key}/${index}`, depth + 1));
  return key === "all" ? { all: parts } : { any: parts };
}

function readLeaf(value: Record<string, unknown>, reading: Reading, at: string): Rule {
  reading.leaves += 1;
  if (reading.leaves > mostLeaves) return refuse(at, "size");
  const fact = typeof value.fact === "string" ? reading.facts.get(value.fact) : undefined;
  if (!fact || fact.guards) return refuse(at, "fact");
  const { fact: _fact, currency, ...rest } = value;
  const [operator, ...more] = Object.keys(rest);
  const known: readonly string[] = operatorsOf[fact.type];
  if (operator === undefined || more.length > 0 || !known.includes(operator)) return refuse(at, "operator");
  const hasCurrency = fact.type === "money" && typeof currency === "string" && isCurrency(currency);
  if (fact.type === "money" ? !hasCurrency : currency !== undefined) return refuse(at, "currency");
  const compared = rest[operator];
  if (!isValue(fact, compared)) return refuse(at, "value");
  return { fact: fact.name, ...(hasCurrency && { currency }), [operator]: compared } as Rule;
}

function isValue(fact: Fact, value: unknown): boolean {
  switch (fact.type) {
    case "number":
      return Number.isInteger(value) && Math.abs(value as number) <= mostNumber;
    case "money":
      return isSum(value);
    case "flag":
      return typeof value === "boolean";
    default:
      return isList(value) && value.every(each => (fact.options ? fact.options.includes(each) : isText(each)));
  }
}

/** An amount as in requests; below zero for a gain. */
function isSum(value: unknown): boolean {
  if (typeof value !== "string") return false;
  const amount = value.replace(/^-(?=.*[1-9])/, "");
  return amountPattern.test(amount) && isWithinCeiling(amount);
}

const isText = (text: string) => text.length >= 1 && text.length <= longestValue && plainText.test(text);

function isList(value: unknown): value is string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > mostValues) return false;
  return value.every(each => typeof each === "string") && new Set(value).size === value.length;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function refuse(at: string, why: Why): never {
  return fail(ruleInvalid, { data: { at: at === "" ? "/" : at, why } });
}
