import { type CallExpression, type Node, parseSync, Visitor } from "oxc-parser";

/** What the tests of one file assert: by title, the source of every assertion, in one line each. */
export type Assertions = ReadonlyMap<string, readonly string[]>;

/**
 * An assertion is a statement with `expect`, or one that waits for something to be on the page. The table of a `test.each` belongs to
 * the assertions of its test: its rows are what is expected.
 */
export function assertionsIn(file: string, text: string): Assertions {
  const found = new Map<string, string[]>();
  const { program } = parseSync(file, text);
  const sourceOf = ({ start, end }: Pick<Node, "start" | "end">) => inOneLine(text.slice(start, end));
  /** The table itself where a constant stands for it. */
  const constants = constantsIn(program);
  const named = (node: Node): Node => (node.type === "Identifier" ? (constants.get(node.name) ?? node) : node);
  new Visitor({
    CallExpression(call) {
      const title = titleOf(call);
      if (title === undefined) return;
      const range = { start: call.start, end: call.end };
      const tables = call.callee.type === "CallExpression" ? call.callee.arguments.map(named).map(sourceOf) : [];
      const statements = statementsIn(program, range).map(sourceOf).filter(isAssertion);
      found.set(title, [...(found.get(title) ?? []), ...(statements.length > 0 ? tables : []), ...statements]);
    },
  }).visit(program);
  return found;
}

export function inOneLine(source: string): string {
  return source.replace(/\s+/g, " ").trim();
}

function titleOf({ callee, arguments: [title] }: CallExpression): string | undefined {
  const named = callee.type === "CallExpression" ? callee.callee : callee;
  const base = named.type === "MemberExpression" ? named.object : named;
  if (base.type !== "Identifier" || !["test", "it"].includes(base.name)) return undefined;
  return title?.type === "Literal" && typeof title.value === "string" ? title.value : undefined;
}

function constantsIn(program: Parameters<Visitor["visit"]>[0]): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>();
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && init) found.set(id.name, init);
    },
  }).visit(program);
  return found;
}

/** The statements of a test that do something: declarations and expressions, not the blocks around them. */
function statementsIn(program: Parameters<Visitor["visit"]>[0], range: Pick<Node, "start" | "end">): readonly Node[] {
  const inside: Node[] = [];
  const add = (node: Node) => {
    if (node.start > range.start && node.end < range.end) inside.push(node);
  };
  new Visitor({
    ExpressionStatement: add,
    VariableDeclaration: add,
    ReturnStatement: add,
    ArrowFunctionExpression({ body }) {
      if (body.type !== "BlockStatement") add(body);
    },
  }).visit(program);
  return inside;
}

function isAssertion(source: string): boolean {
  return /\bexpect|\.waitFor\(|\.waitForURL\(|\.waitForRequest\(|\bfc\.assert\(/.test(source);
}
