import { invariant } from "#kit/std/invariant.ts";
import { readDecimal } from "./decimal.ts";
import type { FactRow, FactValue, Prices } from "./fact.ts";
import { inDollars } from "./in-dollars.ts";
import { isLeaf, type Leaf, type MoneyLeaf, type NumberLeaf, type Rule } from "./rule.ts";

/** Whether a player with these facts is in. Equal to the compiled rule (`server/compile-rule.ts`), which a test holds. */
export function holds(rule: Rule, row: FactRow, prices: Prices | undefined): boolean {
  if (isLeaf(rule)) return leafHolds(rule, row, prices);
  if ("not" in rule) return !holds(rule.not, row, prices);
  if ("all" in rule) return rule.all.every(part => holds(part, row, prices));
  return rule.any.some(part => holds(part, row, prices));
}

/** Each comparison of a rule with what it found. */
export interface Reason {
  readonly leaf: Leaf;
  readonly holds: boolean;
  readonly value: FactValue;
}

export function leafHolds(leaf: Leaf, row: FactRow, prices: Prices | undefined): boolean {
  const value = factValue(leaf.fact, row);
  if (value === null) return false;
  if ("in" in leaf) return leaf.in.includes(String(value));
  if ("is" in leaf) return value === leaf.is;
  if ("currency" in leaf) return moneyHolds(leaf, readDecimal(String(value)), prices);
  return numberHolds(leaf, Number(value));
}

export function factValue(fact: string, row: FactRow): FactValue {
  const value = row[fact];
  invariant(value !== undefined, `the fact ${fact} was not read`);
  return value;
}

function numberHolds({ eq, gte, lte }: NumberLeaf, value: number): boolean {
  return (
    (eq === undefined || value === eq) && (gte === undefined || value >= gte) && (lte === undefined || value <= lte)
  );
}

function moneyHolds({ currency, gte, lte }: MoneyLeaf, value: bigint, prices: Prices | undefined): boolean {
  if (gte !== undefined) return value >= inDollars(gte, currency, prices);
  return lte !== undefined && value <= inDollars(lte, currency, prices);
}
