import { locales } from "#kit/i18n/locale.ts";

/**
 * Where a game is registered: each pattern finds the entry of dice, once, and the new game gets the same entry right after it,
 * under its own name. What a machine cannot decide is left to {@link nextSteps}.
 */
export interface Registration {
  readonly file: string;
  readonly patterns: readonly RegExp[];
  /** Changes in the copied entry besides the name. */
  readonly transform?: (copy: string) => string;
}

const createImport = /^import \{ createDice \} .*\n/m;

/** Each list in the product and its tools that names every game. */
export const registrations: readonly Registration[] = [
  { file: "modules/games/index.ts", patterns: [/^import \{ dice \} .*\n/m, /^ {2}dice,\n/m] },
  { file: "apps/server/hostile-calls.it.test.ts", patterns: [/^ {2}"POST \/api\/v1\/games\/dice\/bets": .*\n/m] },
  {
    file: "apps/server/protection.it.test.ts",
    patterns: [/^ {2}\[dice\]: .*\n/m],
    transform: copy => copy.replace(/\[(\w+)\]/, '"POST /api/v1/games/$1/bets"'),
  },
  {
    file: "apps/server/secrets.it.test.ts",
    patterns: [
      createImport,
      /^ {4}"dice",\n/m,
      /(?<=\[\s*)createDice,\s+/,
      /^.*game\("dice"\)\}\/bets`, player,.*\n/m,
      /(?<=of \[\s*)"dice",\s+/,
    ],
  },
  ...locales.flatMap(locale => [
    { file: `modules/lobby/locale/${locale}.json`, patterns: [/^ *"dice": "Dice",\n/m] },
    { file: `modules/fairness/locale/${locale}.json`, patterns: [/^ *"dice_bet": .*\n/m] },
    { file: `apps/office/locale/${locale}.json`, patterns: [/^ *"dice": "Dice",\n/m] },
  ]),
  {
    file: "modules/fairness/verifier/fairhouse_verify.py",
    patterns: [
      /^def dice_roll\([\s\S]*?\n\n\n(?=def (?!dice_))/m,
      /^def check_dice\([\s\S]*?\n\n\n/m,
      /^ {4}"dice": check_dice,\n/m,
      /^ {4}if record\["game"\] == "dice"[\s\S]*?(?=^ {4}elif)/m,
    ],
    transform: copy => copy.replace(/^ {4}if record\["game"\]/m, '    elif record["game"]'),
  },
  {
    file: "assurance/second-verifier/golden_rounds.py",
    patterns: [/^def dice\([\s\S]*?\n\n\n/m, /^ {4}"dice": \(.*\n/m],
  },
  { file: "assurance/known-failures/failures.ts", patterns: [/(?<=instant: \[\s*)"dice",\s+/] },
  { file: "assurance/known-failures/files.ts", patterns: [/^ {2}"dice-rules": .*\n/m] },
  {
    file: "assurance/known-failures/rows.ts",
    patterns: [
      /^ {4}shownBy\(\n {6}"dice",\n.*\n {4}\),\n/m,
      /^ {4}shownBy\("dice", .*\n/m,
      /(?<=shownBy\(\s*\[\s*)"dice",\s+/,
    ],
  },
  {
    file: "assurance/known-failures/seen.ts",
    patterns: [/^ {2}"dice-rules: returns.*\n.*\n/m, /^ {2}"dice-rules: the smallest.*\n.*\n/m],
  },
  { file: "e2e/pages.e2e.test.ts", patterns: [/^ {2}\["\/games\/dice", .*\n/m] },
  { file: "e2e/policy.e2e.test.ts", patterns: [/^ {2}"\/games\/dice",\n/m] },
  { file: "e2e/over-the-line.ts", patterns: [/^ {2}"dice",\n/m] },
  { file: "e2e/texts.ts", patterns: [/^ {2}dice: .*\n/m] },
  { file: "ARCHITECTURE.md", patterns: [/`games\/dice`, /] },
  { file: "docs/games/README.md", patterns: [/\[dice\]\(dice\.md\), /, /^\| dice \|.*\n/m, /(?<=seeds \()dice, /] },
];

/** A file with the new game beside dice; throws unless dice is found exactly once, so that a stale pattern is noticed. */
export function register(text: string, registration: Registration, rename: (text: string) => string): string {
  const { file, patterns, transform = copy => copy } = registration;
  return patterns.reduce((present, pattern) => {
    const found = [...present.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))];
    if (found.length !== 1) throw new Error(`${file}: ${pattern} was found ${found.length} times, expected once`);
    return present.replace(pattern, line => line + transform(rename(line)));
  }, text);
}

const lastNumber = /^( {2}\w+: )(\d+),\n(?=\} as const;\n\n\/\*\* Numbers of the payment providers)/m;

/** The chart of accounts with the next free number for the new game: numbers are added at the end, never changed. */
export function numberGame(chart: string, name: string): string {
  if (!lastNumber.test(chart)) throw new Error("the numbers of the games are not where they were in the chart");
  return chart.replace(lastNumber, (line, _field, number) => `${line}  ${name}: ${Number(number) + 1},\n`);
}
