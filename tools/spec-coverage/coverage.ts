import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { routeName } from "#kit/contract/route.ts";
import type { Declared } from "../docs/declared.ts";
import { calls } from "./calls.ts";
import { entities } from "./entities.ts";
import { files } from "./files.ts";
import type { Row, Section } from "./rows.ts";
import { rules } from "./rules.ts";
import { screens } from "./screens.ts";
import { states } from "./states.ts";

const root = join(import.meta.dirname, "../..");

/** Every statement of the specification, in its order. */
export const sections: readonly Section[] = [...screens, ...entities, ...states, ...rules, ...calls];

/** The titles of tests by the short name of their file; undefined for a file that is not there. */
export type Titles = ReadonlyMap<string, ReadonlySet<string> | undefined>;

export async function readTitles(): Promise<Titles> {
  const read = async ([alias, file]: readonly [string, string]) => {
    const text = await readFile(join(root, file), "utf8").catch(() => undefined);
    return [alias, text === undefined ? undefined : titlesIn(file, text)] as const;
  };
  return new Map(await Promise.all(Object.entries(files).map(read)));
}

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

/** What the rows say that is not so: a test, a file or a call that does not exist. */
export function coverageFaults(
  titles: Titles,
  declared: Pick<Declared, "routes">,
  told: readonly Section[] = sections,
): readonly string[] {
  const rows = told.flatMap(section => section.rows);
  const mounted = new Set(declared.routes.map(routeName));
  const wrongTests = rows.flatMap(({ text, shown }) =>
    shown.filter(reference => !exists(titles, reference)).map(reference => `“${text}” names no test: ${reference}`),
  );
  const wrongCalls = rows
    .filter(row => callOf(row) !== undefined && row.shown.length > 0 && !mounted.has(callOf(row) ?? ""))
    .map(({ text }) => `${text} is said to be shown, and is not mounted`);
  return [...wrongTests, ...wrongCalls];
}

function exists(titles: Titles, reference: string): boolean {
  const [alias, title] = split(reference);
  return titles.get(alias)?.has(title) === true;
}

function split(reference: string): readonly [alias: string, title: string] {
  const at = reference.indexOf(": ");
  return [reference.slice(0, at), reference.slice(at + 2)];
}

function callOf({ text }: Row): string | undefined {
  return /^(GET|POST|PUT|DELETE) \/\S+$/.test(text) ? text : undefined;
}

/** `31 of 240 statements are shown by tests.` */
export function coverageSummary(): string {
  const rows = sections.flatMap(section => section.rows);
  return `${rows.filter(row => row.shown.length > 0).length} of ${rows.length} statements are shown by tests.`;
}

/** docs/spec-coverage.md. */
export function printCoverage(declared: Pick<Declared, "routes">): string {
  const mounted = new Set(declared.routes.map(routeName));
  const lines = sections.flatMap(({ title, rows }) => [
    `## ${title}`,
    "",
    "| statement | shown by |",
    "| --- | --- |",
    ...rows.map(row => `| ${row.text} | ${proofOf(row, mounted)} |`),
    "",
  ]);
  return [
    "# What the specification says, and the tests that show it",
    "",
    "<!-- Printed by `npm run docs` from tools/spec-coverage. Do not edit. -->",
    "",
    `Every statement of the product's specification, in our words, with the tests that show it. A test of the project holds that every test and call named here exists; what is not shown yet says *open*. **${coverageSummary()}**`,
    "",
    ...lines,
  ].join("\n");
}

function proofOf(row: Row, mounted: ReadonlySet<string>): string {
  const call = callOf(row);
  if (row.shown.length === 0) return call && mounted.has(call) ? "*open* (mounted)" : "*open*";
  return row.shown
    .map(split)
    .map(([alias, title]) => `${title} (\`${files[alias as keyof typeof files]}\`)`)
    .join("<br>");
}
