/** A file of a game's folder: path inside it, and text. */
export interface GameFile {
  readonly path: string;
  readonly text: string;
}

const namePattern = /^[a-z][a-z0-9]{2,19}$/;

/** What is wrong with the name of a new game; undefined when it is valid. */
export function nameFault(name: string, taken: readonly string[]): string | undefined {
  if (!namePattern.test(name))
    return "A game's name has 3 to 20 lowercase letters and digits and begins with a letter.";
  return taken.includes(name) ? `There is a game named ${name} already.` : undefined;
}

/** What is wrong with the name of a game to remove; undefined when it can be. */
export function removalFault(name: string, present: readonly string[]): string | undefined {
  if (name === "dice") return "dice is what new games are made from: it stays.";
  return namePattern.test(name) && present.includes(name) ? undefined : `There is no game named "${name}".`;
}

/** Replaces the names of dice with those of another game. */
export function renameTo(name: string): (text: string) => string {
  const capital = name.charAt(0).toUpperCase() + name.slice(1);
  return text => text.replaceAll("Dice", capital).replaceAll("dice", name);
}

/**
 * The dice slice under another name, its tests included: they fail as the rules change, one after the other. Golden rounds are not
 * copied, since a new name has other draws. It has no process of its own: it is played where everything is.
 */
export function copyGame(files: readonly GameFile[], name: string): GameFile[] {
  const served = (text: string) => text.replace(/^ *service: "dice",\n/m, "");
  const renamed = renameTo(name);
  return files
    .filter(({ path }) => !path.endsWith("vectors.json"))
    .map(({ path, text }) => ({ path: renamed(path), text: renamed(served(text)) }));
}

/** What the author has to decide and the compiler cannot report. */
export function nextSteps(name: string): string {
  const folder = `modules/games/${name}`;
  return [
    `${folder} is there and in the list of games; it plays dice under another name until you change it.`,
    "Now red: the golden draws in its tests, and what else has the name of dice's first rolls in it. Then:",
    `  1. ${folder}/shared/rules.ts with its tests, contract.ts, verify.ts, proof.ts, payouts.ts; server/; then web/ and locale/.`,
    `  2. The same engine in modules/fairness/verifier/fairhouse_verify.py (its numbers: npm run docs) and assurance/second-verifier/golden_rounds.py, then`,
    `     python3 assurance/second-verifier/golden_rounds.py ${name} > ${folder}/shared/vectors.json`,
    "  3. Random and golden rounds beside the second verifier: assurance/second-verifier/random-rounds.ts, second-verifier.test.ts.",
    "  4. A right and a wrong row for its payout check in apps/server/testing/planted/game-payouts.ts.",
    `  5. ${folder}/testing: calls, a simulated player's turn, demo visits, benchmark bet, scene, page of odds.`,
    `  6. Hue and glyph in ${folder}/game.ts, then npm run games; ${folder}/web/tile.svg; its name in modules/lobby/locale and apps/office/locale.`,
    "  7. Tags of known failures on its tests (assurance/known-failures), each seen red; e2e/pages.e2e.test.ts; rows of docs/games/README.md; a line in CHANGELOG.md.",
    "  8. npx vitest run --project unit tools/docs/game-pages -u; npm run docs; npm test",
  ].join("\n");
}
