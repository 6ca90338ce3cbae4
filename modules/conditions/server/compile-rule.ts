import { textArray } from "#kit/db/array-parameters.ts";
import type { SqlValue } from "#kit/db/db.ts";
import { writeDecimal } from "../shared/decimal.ts";
import type { Prices } from "../shared/fact.ts";
import { inDollars } from "../shared/in-dollars.ts";
import { isLeaf, type Leaf, type Rule } from "../shared/rule.ts";

/** A condition over a row of facts, with its parameters. */
export interface Compiled {
  readonly condition: string;
  readonly values: readonly SqlValue[];
}

/** The rule as SQL over columns of `row`; its values are parameters from `$first` on. Equal to `shared/interpret-rule.ts`. */
export function compileRule(
  rule: Rule,
  { row, first, prices }: { readonly row: string; readonly first: number; readonly prices: Prices | undefined },
): Compiled {
  const values: SqlValue[] = [];
  const parameter = (value: SqlValue) => `$${first + values.push(value) - 1}`;

  function node(part: Rule): string {
    if (isLeaf(part)) return `coalesce(${comparison(part)}, false)`;
    if ("not" in part) return `NOT ${node(part.not)}`;
    if ("all" in part) return `(${part.all.map(node).join(" AND ")})`;
    return `(${part.any.map(node).join(" OR ")})`;
  }

  function comparison(leaf: Leaf): string {
    const column = `${row}."${leaf.fact}"`;
    if ("in" in leaf) return `${column} = ANY (${parameter(textArray(leaf.in))}::text[])`;
    if ("is" in leaf) return `${column} = ${parameter(leaf.is)}::boolean`;
    if ("currency" in leaf) {
      const dollars = (amount: string) => parameter(writeDecimal(inDollars(amount, leaf.currency, prices)));
      if (leaf.gte !== undefined) return `${column} >= ${dollars(leaf.gte)}::numeric`;
      return `${column} <= ${dollars(leaf.lte ?? "0")}::numeric`;
    }
    if (leaf.gte !== undefined) return `${column} >= ${parameter(leaf.gte)}::int`;
    if (leaf.lte !== undefined) return `${column} <= ${parameter(leaf.lte)}::int`;
    return `${column} = ${parameter(leaf.eq ?? 0)}::int`;
  }

  return { condition: node(rule), values };
}
