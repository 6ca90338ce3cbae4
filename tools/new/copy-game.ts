import { services } from "#kit/host/config.ts";

/** A file of a game's folder: path inside it, and text. */
export interface GameFile {
  readonly path: string;
  readonly text: string;
}

const namePattern = /^[a-z][a-z0-9]{2,19}$/;

/** What is wrong with the name of a new game; undefined when it will do. */
export function nameFault(name: string, taken: readonly string[]): string | undefined {
  if (!namePattern.test(name)) return "A game's name is 3 to 20 small letters and digits, beginning with a letter.";
  return taken.includes(name) ? `There is a game named ${name} already.` : undefined;
}

/**
 * The dice slice under another name. Tests and golden rounds stay behind: they prove the rules of dice, and a new game
 * begins with its own. The service stays where the house knows one of the game's name; any other game is played where
 * everything is.
 */
export function copyGame(files: readonly GameFile[], name: string): GameFile[] {
  const capital = name.charAt(0).toUpperCase() + name.slice(1);
  const service = services.some(each => each === name);
  const manifest = (text: string) => (service ? text : text.replace(/^ *service: "dice",\n/m, ""));
  const renamed = (text: string) => text.replaceAll("Dice", capital).replaceAll("dice", name);
  return files
    .filter(({ path }) => !path.endsWith(".test.ts") && !path.endsWith("vectors.json"))
    .map(({ path, text }) => ({ path: renamed(path), text: renamed(manifest(text)) }));
}

/** What the compiler cannot tell the author. */
export function nextSteps(name: string): string {
  const folder = `modules/games/${name}`;
  return [
    `${folder} is there. It plays dice under another name until you change it:`,
    `  1. ${folder}/shared/rules.ts, its tests first, then contract.ts, roll.ts, views.ts and verify.ts; then the pages in web/ and the texts in locale/.`,
    `  2. A number for "${name}" in modules/ledger/shared/chart.ts: its place in the books.`,
    "  3. One line in apps/server/house.ts; a good body for its calls in apps/server/hostile-calls.it.test.ts.",
    "  4. The page in apps/site/routes.ts, its tile in openGames (modules/content/web/frame/places.ts) and a fact in modules/content/locale.",
    "  5. Its rules in modules/fairness/verifier/fairhouse_verify.py; golden rounds from there in shared/vectors.json.",
    `  6. What verifiers must know of it in ${folder}/shared/proof.ts, named in tools/verify/verifiers.ts and apps/site/verify-page.tsx.`,
    `  7. A page of its odds in tools/docs/${name}-page.ts, then npm run docs.`,
    `  8. npm test`,
  ].join("\n");
}
