import { parseSync, Visitor } from "oxc-parser";

/** The titles as they are written in the calls of `test` and `test.each(...)`. */
export function titlesIn(file: string, text: string): ReadonlySet<string> {
  const titles = new Set<string>();
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      const named = callee.type === "CallExpression" ? callee.callee : callee;
      const base = named.type === "MemberExpression" ? named.object : named;
      if (base.type !== "Identifier" || !["test", "it"].includes(base.name)) return;
      if (title?.type === "Literal" && typeof title.value === "string") titles.add(title.value);
    },
  }).visit(parseSync(file, text).program);
  return titles;
}
