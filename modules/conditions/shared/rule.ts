import type { Currency } from "#kit/money/currency.ts";

/** A tree of conditions over facts. It is data: no text of it is executed. */
export type Rule = All | Any | Not | Leaf;

export interface All {
  readonly all: readonly Rule[];
}
export interface Any {
  readonly any: readonly Rule[];
}
export interface Not {
  readonly not: Rule;
}

/** One comparison of one fact. A fact that is not known of a player meets no comparison. */
export type Leaf = NumberLeaf | MoneyLeaf | ListLeaf | FlagLeaf;

export interface NumberLeaf {
  readonly fact: string;
  readonly eq?: number;
  readonly gte?: number;
  readonly lte?: number;
}
/** Money of all currencies together, at the day's rates. */
export interface MoneyLeaf {
  readonly fact: string;
  readonly currency: Currency;
  /** Decimals in major units. */
  readonly gte?: string;
  readonly lte?: string;
}
export interface ListLeaf {
  readonly fact: string;
  readonly in: readonly string[];
}
export interface FlagLeaf {
  readonly fact: string;
  readonly is: boolean;
}

export const mostDepth = 5;
export const mostLeaves = 40;
/** Values of one list. */
export const mostValues = 50;
export const longestValue = 64;
/** Numbers are at most this, and at least minus this. */
export const mostNumber = 1_000_000_000;

export const operators = ["eq", "gte", "lte", "in", "is"] as const;
export type Operator = (typeof operators)[number];

export const operatorsOf = {
  number: ["gte", "lte", "eq"],
  money: ["gte", "lte"],
  choice: ["in"],
  text: ["in"],
  flag: ["is"],
} as const satisfies Readonly<Record<string, readonly Operator[]>>;

export const isLeaf = (rule: Rule): rule is Leaf => "fact" in rule;

/** The comparisons of a rule, in their order. */
export function leavesOf(rule: Rule): readonly Leaf[] {
  if (isLeaf(rule)) return [rule];
  if ("not" in rule) return leavesOf(rule.not);
  return ("all" in rule ? rule.all : rule.any).flatMap(leavesOf);
}
