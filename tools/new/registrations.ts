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

/** Besides the list of games: texts, and the rules of the second verifier. */
export const registrations: readonly Registration[] = [
  { file: "modules/games/index.ts", patterns: [/^import \{ dice \} .*\n/m, /^ {2}dice,\n/m] },
  ...locales.flatMap(locale => [
    { file: `modules/lobby/locale/${locale}.json`, patterns: [/^ *"dice": "Dice",\n/m] },
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

/** The file without the entries that {@link register} made; throws unless each is there once. */
export function unregister(text: string, registration: Registration, rename: (text: string) => string): string {
  const { file, patterns, transform = copy => copy } = registration;
  return patterns.reduce((present, pattern) => {
    const [line] = pattern.exec(present) ?? [];
    if (line === undefined) throw new Error(`${file}: ${pattern} was not found`);
    const [head, tail, ...others] = present.split(transform(rename(line)));
    if (head === undefined || tail === undefined || others.length > 0)
      throw new Error(`${file}: what ${pattern} added is not there once`);
    return head + tail;
  }, text);
}

const lastNumber = /^( {2}\w+: )(\d+),\n(?=\} as const;\n\n\/\*\* Numbers of the payment providers)/m;

/** The chart of accounts with the next free number for the new game: numbers are added at the end, never changed. */
export function numberGame(chart: string, name: string): string {
  if (!lastNumber.test(chart)) throw new Error("the numbers of the games are not where they were in the chart");
  return chart.replace(lastNumber, (line, _field, number) => `${line}  ${name}: ${Number(number) + 1},\n`);
}

/** The chart without the number of a game that was never played. */
export function unnumberGame(chart: string, name: string): string {
  return chart.replace(
    new RegExp(`^ {2}${name}: \\d+,\\n(?=\\} as const;\\n\\n/\\*\\* Numbers of the payment)`, "m"),
    "",
  );
}
