import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { routeName } from "#kit/contract/route.ts";
import type { Declared } from "#tools/docs/declared.ts";
import { type Assertions, assertionsIn, inOneLine } from "./assertions.ts";
import { calls } from "./calls.ts";
import { entities } from "./entities.ts";
import { files } from "./files.ts";
import { type Proof, type Row, states as rowStates, type Section, type State } from "./rows.ts";
import { rules } from "./rules.ts";
import { screens } from "./screens.ts";
import { states } from "./states.ts";

const root = join(import.meta.dirname, "../..");

/** Every statement of the specification, in its order. */
export const sections: readonly Section[] = [...screens, ...entities, ...states, ...rules, ...calls];

/** What tests assert, by the short name of their file; undefined for a file that is not there. */
export type Tests = ReadonlyMap<string, Assertions | undefined>;

export async function readTests(): Promise<Tests> {
  const read = async ([alias, file]: readonly [string, string]) => {
    const text = await readFile(join(root, file), "utf8").catch(() => undefined);
    return [alias, text === undefined ? undefined : assertionsIn(file, text)] as const;
  };
  return new Map(await Promise.all(Object.entries(files).map(read)));
}

/** What the rows say that is not so: a test, an assertion or a call that does not exist, and a state that its row does not bear out. */
export function coverageFaults(
  tests: Tests,
  declared: Pick<Declared, "routes">,
  listed: readonly Section[] = sections,
): readonly string[] {
  const rows = listed.flatMap(section => section.rows);
  const mounted = new Set(declared.routes.map(routeName));
  const wrongProofs = rows.flatMap(({ text, proofs }) =>
    proofs.flatMap(proof => {
      const fault = proofFault(tests, proof);
      return fault ? [`“${text}” names no ${fault}: ${proof.file}: ${proof.title} => ${proof.asserts}`] : [];
    }),
  );
  const wrongStates = rows.flatMap(({ text, state, because, proofs }) => {
    if (state === "works" && proofs.length === 0) return [`“${text}” is said to work, and names no test`];
    if (state !== "works" && because === "") return [`“${text}” does not say why it is ${state}`];
    return [];
  });
  const wrongCalls = rows
    .filter(row => callOf(row) !== undefined && row.state !== "open" && !mounted.has(callOf(row) ?? ""))
    .map(({ text, state }) => `${text} is said to be ${state}, and is not mounted`);
  return [...wrongProofs, ...wrongStates, ...wrongCalls];
}

function proofFault(tests: Tests, { file, title, asserts }: Proof): "test" | "assertion" | undefined {
  const assertions = tests.get(file)?.get(title);
  if (assertions === undefined) return "test";
  const sought = inOneLine(asserts);
  return sought !== "" && assertions.some(each => each.includes(sought)) ? undefined : "assertion";
}

function callOf({ text }: Row): string | undefined {
  return /^(GET|POST|PUT|DELETE) \/\S+$/.test(text) ? text : undefined;
}

/** `211 of 260 statements work; 9 are a page only, 28 are empty, 12 are open.` */
export function coverageSummary(): string {
  const rows = sections.flatMap(section => section.rows);
  const count = (state: State) => rows.filter(row => row.state === state).length;
  const [pageOnly, empty, open] = [count("page only"), count("empty"), count("open")];
  return `${count("works")} of ${rows.length} statements work; ${pageOnly} are a page only, ${empty} are empty, ${open} are open.`;
}

const meanings: Readonly<Record<State, string>> = {
  works: "a test shows it as the specification says it",
  "page only": "the page or field is there, and what it is for is not, or is not shown",
  empty: "nothing in the product can create it yet: where a test shows it, the test writes it",
  open: "no test shows it, or its tests show something else than the specification says",
};

/** docs/spec-coverage.md. */
export function printCoverage(): string {
  const lines = sections.flatMap(({ title, rows }) => [
    `## ${title}`,
    "",
    "| statement | state | shown by |",
    "| --- | --- | --- |",
    ...rows.map(row => `| ${row.text} | ${row.state} | ${proofsOf(row)} |`),
    "",
  ]);
  return [
    "# What the specification says, and the tests that show it",
    "",
    "<!-- Printed by `npm run docs` from assurance/coverage/main. Do not edit. -->",
    "",
    `Every statement of the product's specification, in our words, with its state, the tests that show it and what they assert. **${coverageSummary()}**`,
    "",
    ...rowStates.map(state => `- *${state}*: ${meanings[state]}.`),
    "",
    "A test of the project holds that every test, assertion and call named here exists.",
    "",
    ...lines,
  ].join("\n");
}

function proofsOf({ because, proofs }: Row): string {
  const shown = proofs.map(
    ({ file, title, asserts }) => `${title} (\`${files[file as keyof typeof files]}\`): ${code(asserts)}`,
  );
  return [...(because === "" ? [] : [`*${because}*`]), ...shown].join("<br>");
}

/** An excerpt as code within a table: its bars must not end the cell, nor its backticks the code. */
function code(source: string): string {
  const fence = source.includes("`") ? "``" : "`";
  return `${fence}${source.replaceAll("|", "\\|")}${fence}`;
}
