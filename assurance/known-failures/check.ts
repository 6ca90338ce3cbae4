import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { titlesIn } from "../coverage/titles.ts";
import { type Failure, games } from "./failures.ts";
import { files } from "./files.ts";
import { failures } from "./rows.ts";
import { seen } from "./seen.ts";

const root = join(import.meta.dirname, "../..");

/** The titles of tests by the short name of their file; undefined for a file that is not there. */
export type Titles = ReadonlyMap<string, ReadonlySet<string> | undefined>;

export async function readFailureTitles(): Promise<Titles> {
  const read = async ([alias, file]: readonly [string, string]) => {
    const text = await readFile(join(root, file), "utf8").catch(() => undefined);
    return [alias, text === undefined ? undefined : titlesIn(file, text)] as const;
  };
  return new Map(await Promise.all(Object.entries(files).map(read)));
}

/** What the table says that is not so: a test that does not exist, a game that it forgets, a game that both can and cannot fail. */
export function tableFaults(titles: Titles, listed: readonly Failure[] = failures): readonly string[] {
  return listed.flatMap(({ number, answers }) => {
    const gone = answers
      .flatMap(({ tests }) => tests)
      .filter(reference => !exists(titles, reference))
      .map(reference => `${number} names no test: ${reference}`);
    const shown = new Set(answers.filter(({ tests }) => tests.length > 0).flatMap(each => each.games));
    const safe = new Set(answers.filter(({ tests }) => tests.length === 0).flatMap(each => each.games));
    const forgotten = games
      .filter(game => !shown.has(game) && !safe.has(game))
      .map(game => `${number} forgets ${game}`);
    const both = games
      .filter(game => shown.has(game) && safe.has(game))
      .map(game => `${number} says two things of ${game}`);
    return [...gone, ...forgotten, ...both];
  });
}

function exists(titles: Titles, reference: string): boolean {
  const [alias, title] = split(reference);
  return titles.get(alias)?.has(title) === true;
}

function split(reference: string): readonly [alias: string, title: string] {
  const at = reference.indexOf(": ");
  return [reference.slice(0, at), reference.slice(at + 2)];
}

/** Entries of `seen` for tests that no row names. */
export function unnamed(broken: Readonly<Record<string, string>> = seen): readonly string[] {
  const named = new Set(failures.flatMap(({ answers }) => answers.flatMap(({ tests }) => tests)));
  return Object.keys(broken).filter(reference => !named.has(reference));
}

/** Tests that were never seen to fail on their bug. */
export function untried(broken: Readonly<Record<string, string>> = seen): readonly string[] {
  return failures
    .flatMap(({ answers }) => answers.flatMap(({ tests }) => tests))
    .filter(reference => broken[reference] === undefined);
}

/** docs/games/known-failures.md. */
export function printFailures(): string {
  const tests = failures.flatMap(({ answers }) => answers.flatMap(each => each.tests));
  const parts = failures.map(({ number, text, answers }) => [
    `## ${number}. ${text}`,
    "",
    "| games | tests that would fail, and what was broken to see them fail |",
    "| --- | --- |",
    ...answers.map(
      each =>
        `| ${each.games.join(", ")} | ${each.because ? `cannot: ${each.because}` : each.tests.map(shown).join("<br>")} |`,
    ),
    "",
  ]);
  return [
    "# Known ways in which casinos have failed",
    "",
    "<!-- Printed by `npm run docs` from assurance/known-failures. Do not edit. -->",
    "",
    `Twenty-seven failures, in our words, and for each game the tests that would fail on the bug, or why the game cannot fail in this way. In italics: the bug that was introduced manually, once, to see the preceding test fail. A test of the project checks that every test named here exists (${new Set(tests).size} tests), that each has such a bug, and that no game is missing from any row.`,
    "",
    ...parts.flat(),
  ].join("\n");
}

function shown(reference: string): string {
  const [alias, title] = split(reference);
  const broken = seen[reference];
  return `${title} (\`${files[alias]}\`)${broken === undefined ? "" : `: *${broken}*`}`;
}
