import { readFileSync } from "node:fs";
import { type Rules, type RuleVersions, ruleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { type GameRules, gameRules } from "#modules/games/index.ts";
import { Unusable } from "./sources.ts";

/** The published rules of all games as a file of data, for the verifier in Python and for verifying under other rules. */
export interface RulesFile {
  readonly [game: string]: { readonly current: string; readonly versions: Readonly<Record<string, Rules>> };
}

/** One line a version, so that a difference between two files shows which. */
export function printRules(rules: GameRules): string {
  const games = Object.entries<RuleVersions<Rules>>(rules).map(([game, { current, all }]) => {
    const versions = all.map(each => `      ${JSON.stringify(each.version)}: ${JSON.stringify(each)}`);
    return `  ${JSON.stringify(game)}: {\n    "current": ${JSON.stringify(current.version)},\n    "versions": {\n${versions.join(",\n")}\n    }\n  }`;
  });
  return `{\n${games.join(",\n")}\n}\n`;
}

/** Rules from a file in the place of those of this release. A game that the file leaves out keeps its own. */
export function rulesFromFile(path: string): GameRules {
  const file = readJson(path);
  const read = Object.entries<RuleVersions<Rules>>(gameRules).map(([game, published]) => {
    const given = Object.hasOwn(file, game) ? file[game] : undefined;
    return [game, given === undefined ? published : versionsIn(game, given, published.current)];
  });
  return Object.fromEntries(read) as GameRules;
}

function readJson(path: string): RulesFile {
  try {
    const file: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof file === "object" && file !== null && !Array.isArray(file)) return file as RulesFile;
  } catch (error) {
    throw new Unusable(`--rules: cannot read ${path} (${(error as Error).message}).`);
  }
  throw new Unusable(`--rules: ${path} is not a file of rules.`);
}

function versionsIn(game: string, given: RulesFile[string], known: Rules): RuleVersions<Rules> {
  const all = Object.values(given?.versions ?? {});
  const wrong = all.find(rules => !hasShape(rules, known));
  if (wrong) throw new Unusable(`--rules: ${game} has rules that this verifier cannot play by.`);
  const current = all.find(({ version }) => version === given.current);
  if (!current) throw new Unusable(`--rules: ${game} has no current rules.`);
  return ruleVersions({ current, all });
}

/** The same fields with the same kinds of values; lists may be longer or shorter. */
function hasShape(given: unknown, known: unknown): boolean {
  if (Array.isArray(known)) return Array.isArray(given) && given.every(each => hasShape(each, known[0]));
  if (typeof known !== "object" || known === null) return typeof given === typeof known;
  if (typeof given !== "object" || given === null || Array.isArray(given)) return false;
  const fields = Object.entries(known);
  return (
    fields.length === Object.keys(given).length &&
    fields.every(([field, value]) => hasShape((given as Record<string, unknown>)[field], value))
  );
}
