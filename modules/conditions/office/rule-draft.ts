import type { FactType } from "#modules/conditions/shared/fact.ts";
import { parseRule } from "#modules/conditions/shared/parse-rule.ts";
import { isLeaf, type Leaf, type Operator, operatorsOf, type Rule } from "#modules/conditions/shared/rule.ts";
import type { FactWords } from "#modules/conditions/shared/words.ts";

/** A fact as the picker offers it. */
export interface OfferedFact {
  readonly name: string;
  readonly type: FactType;
  readonly options: readonly string[] | null;
  readonly words: FactWords;
}

/** A rule that is being edited: values are texts as typed, and may not be valid yet. */
export type DraftNode = DraftGroup | DraftLeaf;

export interface DraftGroup {
  readonly key: string;
  readonly join: "all" | "any" | "none";
  readonly parts: readonly DraftNode[];
}
export interface DraftLeaf {
  readonly key: string;
  readonly fact: string;
  readonly operator: Operator;
  readonly currency: string;
  readonly values: readonly string[];
}

export const isGroup = (node: DraftNode): node is DraftGroup => "parts" in node;

let keys = 0;
const nextKey = () => `part-${++keys}`;

export function newLeaf({ name, type, options }: OfferedFact): DraftLeaf {
  const values = type === "flag" ? ["true"] : type === "choice" ? [options?.[0] ?? ""] : [""];
  return { key: nextKey(), fact: name, operator: operatorsOf[type][0], currency: "USD", values };
}

export const newGroup = (parts: readonly DraftNode[], join: DraftGroup["join"] = "all"): DraftGroup => ({
  key: nextKey(),
  join,
  parts,
});

/** A saved rule, to be edited. */
export function draftOf(rule: Rule): DraftGroup {
  const node = nodeOf(rule);
  return isGroup(node) ? node : newGroup([node]);
}

function nodeOf(rule: Rule): DraftNode {
  if (isLeaf(rule)) return leafOf(rule);
  if ("not" in rule) return newGroup("any" in rule.not ? rule.not.any.map(nodeOf) : [nodeOf(rule.not)], "none");
  return "all" in rule ? newGroup(rule.all.map(nodeOf), "all") : newGroup(rule.any.map(nodeOf), "any");
}

function leafOf(leaf: Leaf): DraftLeaf {
  const base = { key: nextKey(), fact: leaf.fact, currency: "currency" in leaf ? leaf.currency : "USD" };
  if ("in" in leaf) return { ...base, operator: "in", values: leaf.in };
  if ("is" in leaf) return { ...base, operator: "is", values: [String(leaf.is)] };
  if (leaf.gte !== undefined) return { ...base, operator: "gte", values: [String(leaf.gte)] };
  if (leaf.lte !== undefined) return { ...base, operator: "lte", values: [String(leaf.lte)] };
  return { ...base, operator: "eq", values: [String("eq" in leaf ? leaf.eq : "")] };
}

/** What is sent; the server reads it again and refuses what is not valid. */
export function ruleOf(node: DraftNode, facts: ReadonlyMap<string, OfferedFact>): unknown {
  if (!isGroup(node)) return valueOfLeaf(node, facts.get(node.fact)?.type);
  const parts = node.parts.map(part => ruleOf(part, facts));
  if (node.join !== "none") return { [node.join]: parts };
  return { not: parts.length === 1 ? parts[0] : { any: parts } };
}

function valueOfLeaf({ fact, operator, currency, values }: DraftLeaf, type: FactType | undefined): unknown {
  const [value = ""] = values;
  switch (type) {
    case "number":
      return { fact, [operator]: value.trim() === "" ? null : Number(value) };
    case "money":
      return { fact, currency, [operator]: value.trim().replace(",", ".") };
    case "flag":
      return { fact, is: value === "true" };
    default:
      return { fact, in: values.map(each => each.trim()).filter(each => each !== "") };
  }
}

/** Whether the server would read it. */
export function canRead(rule: string, facts: ReadonlyMap<string, OfferedFact>): boolean {
  const known = [...facts].map(
    ([name, { type, options }]) => [name, { name, type, ...(options && { options }) }] as const,
  );
  try {
    parseRule(JSON.parse(rule), new Map(known));
    return true;
  } catch {
    return false;
  }
}
