import type { Plugin } from "vite";

/** What contracts say for the documents, by the function that declares it. No page reads these. */
const described: Readonly<Record<string, string>> = { route: "summary", channel: "summary", errorCode: "when" };

/** The parts of a syntax tree (ESTree) that are read here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
interface Call extends Node {
  readonly callee: Node & { readonly name?: string };
  readonly arguments: readonly (Node & { readonly properties?: readonly Property[] })[];
}
interface Property extends Node {
  readonly key?: { readonly name?: string };
  /** `summary` for `summary: summary`: a value that a function is given stays. */
  readonly shorthand?: boolean;
  readonly value?: Node;
}

/** Leaves descriptions of calls, channels and failures out of what browsers load: several hundred sentences. */
export function withoutDescriptions(): Plugin {
  return {
    name: "without-descriptions",
    apply: "build",
    enforce: "post",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: /\/(?:[a-z-]+-)?(?:contract|errors)\.ts$|kit\/contract\// },
      handler(code) {
        return { code: withEmpty(code, descriptionsIn(this.parse(code))), map: null };
      },
    },
  };
}

/** Where the values of descriptions are. */
export function descriptionsIn(tree: unknown): readonly Node[] {
  if (typeof tree !== "object" || tree === null) return [];
  const own = isCall(tree) ? descriptionsOf(tree) : [];
  return [...own, ...Object.values(tree).flatMap(descriptionsIn)];
}

const isCall = (node: object): node is Call => "type" in node && node.type === "CallExpression";

function descriptionsOf({ callee, arguments: given }: Call): readonly Node[] {
  const key = described[callee.name ?? ""];
  if (key === undefined) return [];
  const properties = given.flatMap(each => each.properties ?? []);
  return properties.flatMap(each => (each.key?.name === key && each.value && !each.shorthand ? [each.value] : []));
}

/** @param nodes in any order; none lies in another */
export function withEmpty(code: string, nodes: readonly Node[]): string {
  const ordered = nodes.toSorted((a, b) => b.start - a.start);
  return ordered.reduce((text, { start, end }) => `${text.slice(0, start)}""${text.slice(end)}`, code);
}
