import type { Queryable, SqlValue } from "#kit/db/db.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { type Locale, locales } from "#kit/i18n/locale.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import manifest from "../module.ts";
import { ruleInvalid } from "../shared/errors.ts";
import type { Fact, FactRow, Facts, Prices } from "../shared/fact.ts";
import { parseRule } from "../shared/parse-rule.ts";
import { leavesOf, type Rule } from "../shared/rule.ts";
import type { FactWords, Wording } from "../shared/words.ts";
import { compileRule } from "./compile-rule.ts";
import { factRowsSql, rowParameters, rowValues } from "./fact-rows.ts";
import type { FactSource } from "./fact-source.ts";
import { sentenceWords } from "./sentence-words.ts";

export { type Explained, explainRow } from "./explain-row.ts";
export type { AtSql, FactSource } from "./fact-source.ts";
export { explainedView, factViews, readRuleText, sentenceOrNull } from "./views.ts";

/** Facts at an instant. */
export interface AsOf {
  readonly now: Date;
  /** Prices of the day; a rule that compares money needs them. */
  readonly prices: Prices | undefined;
}

/** A statement's part: rows of facts as `FROM`, a condition on them, and the parameters of both. */
export interface RuleSql {
  readonly rows: string;
  readonly condition: string;
  readonly values: readonly SqlValue[];
}

export interface Conditions extends ServerModule {
  readonly facts: Facts;
  /** Facts that keep a player out of everything while they are true. */
  readonly guards: readonly Fact[];
  /** Fails with `rule_invalid`. */
  parse(rule: unknown): Rule;
  /** `SELECT ... FROM (rows) f WHERE condition`: the guard's facts are among the columns. `alsoOf`: of other facts. */
  sqlOf(rule: Rule, asOf: AsOf): RuleSql;
  /** The rule's facts and the guard's, of one player; undefined for none. */
  rowOf(on: Queryable, rule: Rule, player: PlayerId, asOf: AsOf): Promise<FactRow | undefined>;
  /** The facts of these rules, of these players. */
  rowsFor(
    on: Queryable,
    rules: readonly Rule[],
    players: readonly PlayerId[],
    asOf: AsOf,
  ): Promise<ReadonlyMap<PlayerId, FactRow>>;
  /** Every fact of these players. */
  rowsOf(on: Queryable, players: readonly PlayerId[], asOf: AsOf): Promise<ReadonlyMap<PlayerId, FactRow>>;
  needsPrices(rule: Rule): boolean;
  /** Facts of it that are only known as they are now. */
  currentIn(rule: Rule): readonly string[];
  /** Whether it names what players staked, won or lost. */
  namesPlay(rule: Rule): boolean;
  wording(locale: Locale): Wording;
}

/** `population`: the source that has every player. Guards of ports that are not connected are absent. */
export function createConditions(population: FactSource, others: readonly FactSource[]): Conditions {
  const sources = [population, ...others];
  const facts = new Map<string, Fact>();
  for (const fact of sources.flatMap(source => source.facts)) {
    invariant(/^[a-z][a-z0-9_]*$/.test(fact.name) && !facts.has(fact.name), `two facts are named ${fact.name}`);
    facts.set(fact.name, fact);
  }
  const guards = [...facts.values()].filter(fact => fact.guards);
  const wordings = new Map(locales.map(locale => [locale, wordingOf(sources, locale)]));
  const namesIn = (rule: Rule) => new Set([...leavesOf(rule), ...guards.map(toLeaf)].map(({ fact }) => fact));
  const rowsSql = (names: ReadonlySet<string>, players?: string) => factRowsSql(population, sources, names, players);

  async function readRows(on: Queryable, names: ReadonlySet<string>, players: readonly PlayerId[], asOf: AsOf) {
    const { rows } = await on.query<FactRow & { readonly playerId: PlayerId }>(
      `SELECT f.*, f.player_id AS "playerId" FROM (${rowsSql(names, `$${rowParameters + 1}::uuid[]`)}) f`,
      [...rowValues(asOf.now, asOf.prices), players],
    );
    return new Map(rows.map(row => [row.playerId, row as FactRow]));
  }

  return {
    manifest,
    errors: [ruleInvalid],
    facts,
    guards,
    parse: rule => parseRule(rule, facts),
    sqlOf(rule, asOf) {
      const { condition, values } = compileRule(rule, { row: "f", first: rowParameters + 1, prices: asOf.prices });
      return { rows: rowsSql(namesIn(rule)), condition, values: [...rowValues(asOf.now, asOf.prices), ...values] };
    },
    rowOf: async (on, rule, player, asOf) => (await readRows(on, namesIn(rule), [player], asOf)).get(player),
    rowsFor: (on, rules, players, asOf) =>
      readRows(on, new Set(rules.flatMap(rule => [...namesIn(rule)])), players, asOf),
    rowsOf: (on, players, asOf) => readRows(on, new Set(facts.keys()), players, asOf),
    needsPrices: rule => leavesOf(rule).some(({ fact }) => facts.get(fact)?.type === "money"),
    currentIn: rule =>
      [...new Set(leavesOf(rule).map(({ fact }) => fact))].filter(name => facts.get(name)?.current === true),
    namesPlay: rule => leavesOf(rule).some(({ fact }) => facts.get(fact)?.plays === true),
    wording: locale => wordings.get(locale) ?? wordingOf(sources, locale),
  };
}

const toLeaf = ({ name }: Fact) => ({ fact: name });

function wordingOf(sources: readonly FactSource[], locale: Locale): Wording {
  const facts: Record<string, FactWords> = {};
  for (const { words } of sources) Object.assign(facts, words[locale]);
  return { facts, sentence: sentenceWords[locale] };
}
