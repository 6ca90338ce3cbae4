import { parseSync, Visitor } from "oxc-parser";
import type { Source } from "./source.ts";

/** Literals that are spread where they are written: `{ ...{ a, b } }` says no more than `{ a, b }` and skips its checks. */
export function literalSpreads({ path, text }: Source): readonly string[] {
  const found: string[] = [];
  const check = ({ start, argument }: { readonly start: number; readonly argument: { readonly type: string } }) => {
    if (argument.type !== "ObjectExpression" && argument.type !== "ArrayExpression") return;
    found.push(`${path}:${text.slice(0, start).split("\n").length} spreads a literal: write its parts`);
  };
  new Visitor({ SpreadElement: check, JSXSpreadAttribute: check }).visit(parseSync(path, text).program);
  return found;
}
