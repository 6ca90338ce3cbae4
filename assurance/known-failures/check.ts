import { type Mutation, readMutations } from "../mutations/runner/mutation.ts";
import { byHand } from "./by-hand.ts";
import { type Failure, games, type Subject } from "./failures.ts";
import { failures } from "./rows.ts";
import { readTaggedTests, type TaggedTest } from "./tagged-tests.ts";
import { readTag } from "./tags.ts";

/** What the table and the tags say that does not fit: a tag of no failure, a game that is forgotten, a game that both can and cannot fail. */
export function tableFaults(tests: readonly TaggedTest[], listed: readonly Failure[] = failures): readonly string[] {
  const numbers = new Set(listed.map(({ number }) => number));
  const unknown = tests.flatMap(({ title, tags }) =>
    tags.filter(tag => !numbers.has(readTag(tag)?.number ?? 0)).map(tag => `${title}: there is no ${tag}`),
  );
  const answers = listed.flatMap(({ number, cannot }) => {
    const shown = new Set(tests.flatMap(({ tags }) => gamesIn(tags, number)));
    const safe = new Set(cannot.flatMap(each => each.games));
    return games.flatMap(game => {
      if (!shown.has(game) && !safe.has(game)) return [`${number} forgets ${game}`];
      return shown.has(game) && safe.has(game) ? [`${number} says two things of ${game}`] : [];
    });
  });
  return [...unknown, ...answers];
}

/** The games of a failure that these tags name. */
function gamesIn(tags: readonly string[], number: number): readonly Subject[] {
  const read = tags.map(readTag).filter(tag => tag?.number === number);
  return [...new Set(read.flatMap(tag => tag?.games ?? []))];
}

type ByHand = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Planted = readonly Pick<Mutation, "id" | "bug" | "red">[];

/** Tests that have never been seen to fail on their bug, and entries of `by-hand.ts` that a patch has replaced or that name no such test. */
export function bugFaults(
  tests: readonly TaggedTest[],
  planted: Planted = readMutations(),
  hand: ByHand = byHand,
): readonly string[] {
  const untried = tests
    .filter(test => bugsOf(test, planted).length === 0 && hand[test.file]?.[test.title] === undefined)
    .map(({ title }) => `no bug is known that turns this red: ${title}`);
  const spare = Object.entries(hand).flatMap(([file, bugs]) =>
    Object.keys(bugs).flatMap(title => {
      const test = tests.find(each => each.file === file && each.title === title);
      if (!test) return [`by-hand.ts names no tagged test: ${title}`];
      return bugsOf(test, planted).length > 0 ? [`a patch replaces the entry of by-hand.ts: ${title}`] : [];
    }),
  );
  return [...untried, ...spare];
}

function bugsOf({ file, title }: TaggedTest, planted: Planted): Planted {
  return planted.filter(({ red }) => red.some(each => each.file === file && each.titles.includes(title)));
}

/** Failures of the table of which no test turns red by a patch. */
export function withoutPatch(tests: readonly TaggedTest[], planted: Planted = readMutations()): readonly number[] {
  const patched = tests.filter(test => bugsOf(test, planted).length > 0);
  return failures
    .map(({ number }) => number)
    .filter(number => patched.every(({ tags }) => gamesIn(tags, number).length === 0));
}

/** docs/games/known-failures.md. */
export function printFailures(): string {
  const tests = readTaggedTests();
  const planted = readMutations();
  const parts = failures.map(({ number, text, cannot }) => [
    `## ${number}. ${text}`,
    "",
    "| games | tests that fail on the bug, and what turns them red |",
    "| --- | --- |",
    ...rowsOf(number, tests, planted),
    ...cannot.map(each => `| ${each.games.join(", ")} | cannot: ${each.because} |`),
    "",
  ]);
  const open = withoutPatch(tests, planted);
  return [
    "# Known ways in which casinos have failed",
    "",
    "<!-- Printed by `npm run docs` from the tags of the tests and from assurance/known-failures. Do not edit. -->",
    "",
    `Twenty-seven failures, in our words, and for each game the tests that fail on the bug, or why the game cannot fail in this way. A test says so with a tag (\`known-failure/4/crash\`); \`npx vitest --tags-filter='known-failure/4/*'\` runs those of one failure. Where a patch of assurance/mutations turns the test red, its name and bug are shown: \`npm run mutations\` applies it and expects the failure. In italics: a bug that was introduced by hand, once. ${tests.length} tests have a tag; no patch exists yet for any test of ${open.length === 0 ? "none" : open.join(", ")}.`,
    "",
    ...parts.flat(),
  ].join("\n");
}

/** One row for all tests of the same games. */
function rowsOf(number: number, tests: readonly TaggedTest[], planted: Planted): readonly string[] {
  const rows = new Map<string, string[]>();
  for (const test of tests) {
    const named = gamesIn(test.tags, number).join(", ");
    if (named !== "") rows.set(named, [...(rows.get(named) ?? []), shown(test, planted)]);
  }
  return [...rows].map(([named, shownTests]) => `| ${named} | ${shownTests.join("<br>")} |`);
}

function shown(test: TaggedTest, planted: Planted): string {
  const bugs = bugsOf(test, planted).map(({ id, bug }) => `${bug} (\`${id}\`)`);
  const hand = byHand[test.file]?.[test.title];
  return `${test.title} (\`${test.file}\`): ${hand === undefined ? bugs.join("; ") : `*${hand}*`}`;
}
