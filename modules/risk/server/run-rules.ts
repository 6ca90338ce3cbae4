import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import { countSignedIn, signedInSince } from "#modules/accounts/server/index.ts";
import type { AsOf } from "#modules/conditions/server/index.ts";
import type { FactRow } from "#modules/conditions/shared/fact.ts";
import { factValue, holds } from "#modules/conditions/shared/interpret-rule.ts";
import { leavesOf, type Rule } from "#modules/conditions/shared/rule.ts";
import { dayOf } from "#modules/limits/shared/day.ts";
import { paidSince } from "#modules/payments/server/index.ts";
import { pricesOfPastDays } from "#modules/rates/server/index.ts";
import { decideWithinMs } from "../shared/cases.ts";
import { tooMany } from "../shared/rules.ts";
import type { RiskNeeds } from "./needs.ts";
import * as store from "./rule-store.ts";
import { insertCase, scoreRow } from "./store.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** After a stop of the jobs no more than a day is made up for. */
const mostBackMs = 24 * hourMs;
/** Everybody who has signed in within this time is looked at again every ten minutes: what they do shows later than they came. */
const againBackMs = hourMs;
const againEvery = 10;
const mostPlayers = 20_000;
const mostScored = 500;
const playersAtOnce = 500;
/** A case of a rule that a person has looked at opens no second one for this long. */
const againMs = 7 * 24 * hourMs;

type RunNeeds = Pick<RiskNeeds, "host" | "conditions">;

export interface ParsedRule extends Omit<store.RunningRule, "rule"> {
  readonly rule: Rule;
}

/** Running rules, without those that can no longer be read because one of their facts no longer exists. */
export async function parsedRules({ host, conditions }: RunNeeds, on: Queryable): Promise<readonly ParsedRule[]> {
  const parsed: ParsedRule[] = [];
  for (const each of await store.runningRules(on)) {
    try {
      parsed.push({ ...each, rule: conditions.parse(each.rule) });
    } catch (error) {
      host.log.warn({ err: error, rule: each.id, version: each.version }, "Failed to read a risk rule; it is skipped");
    }
  }
  return parsed;
}

/** Facts of now at the prices of today; without prices no comparison of money holds. */
export async function asOfNow({ host }: Pick<RiskNeeds, "host">, on: Queryable): Promise<AsOf> {
  const now = new Date(host.clock.now());
  return { now, prices: (await pricesOfPastDays(on, [dayOf(now)])).get(dayOf(now)) };
}

/** Scores everybody who signed in or paid since the last run, and does what live rules may do about them. */
export async function runRules(needs: RunNeeds, score: (player: PlayerId) => Promise<void>): Promise<void> {
  const { host, conditions } = needs;
  const nowMs = host.clock.now();
  const ranAt = await store.lastRun(host.db);
  const asOf = await asOfNow(needs, host.db);
  const rules = (await parsedRules(needs, host.db)).filter(
    ({ rule }) => asOf.prices !== undefined || !conditions.needsPrices(rule),
  );
  // A minute is looked at twice: rows of a transaction that commits later bear an earlier time.
  const since = Math.max(nowMs - mostBackMs, (ranAt?.getTime() ?? 0) - minuteMs);
  const players = await playersSince(host.db, nowMs, since);
  // Rules compare scores, too. Players who are not among these are scored within ten minutes.
  for (const player of players.slice(0, mostScored)) await score(player);
  for (let begin = 0; rules.length > 0 && begin < players.length; begin += playersAtOnce) {
    const some = players.slice(begin, begin + playersAtOnce);
    const rows = await conditions.rowsFor(
      host.db,
      rules.map(({ rule }) => rule),
      some,
      asOf,
    );
    for (const rule of rules) await host.db.tx(tx => actOn(needs, tx, rule, hitsIn(rule, rows, asOf)));
  }
  // Only now: what a run that failed left out is looked at by the next one.
  await store.noteRun(host.db, new Date(nowMs));
}

async function playersSince(on: Queryable, nowMs: number, since: number): Promise<readonly PlayerId[]> {
  const isAgain = Math.floor(nowMs / minuteMs) % againEvery === 0;
  const from = new Date(isAgain ? Math.min(since, nowMs - againBackMs) : since);
  const [came, paid] = [await signedInSince(on, from, mostPlayers), await paidSince(on, from, mostPlayers)];
  return [...new Set([...paid, ...came])].slice(0, mostPlayers);
}

function hitsIn({ rule }: ParsedRule, rows: ReadonlyMap<PlayerId, FactRow>, { prices }: AsOf): readonly store.Hit[] {
  return [...rows]
    .filter(([, row]) => row.account_closed !== true && holds(rule, row, prices))
    .map(([player, row]) => ({ player, facts: factsOf(rule, row) }));
}

/** What a rule compared, by name. */
export function factsOf(rule: Rule, row: FactRow): Readonly<Record<string, Json>> {
  return Object.fromEntries(leavesOf(rule).map(({ fact }) => [fact, factValue(fact, row)]));
}

async function actOn(needs: RunNeeds, tx: Tx, rule: ParsedRule, hits: readonly store.Hit[]): Promise<void> {
  if (hits.length === 0) return;
  const { host } = needs;
  const nowMs = host.clock.now();
  // One run at a time for a rule: a player gets one case of it, and none once it is stopped, paused or replaced.
  const row = await store.ruleById(tx, rule.id, "FOR UPDATE");
  if (!row || !isRunning(row, rule)) return;
  await store.recordHits(tx, rule, hits, new Date(nowMs));
  if (rule.mode === "shadow") return;
  const lately = await store.newHitsSince(tx, rule, new Date(nowMs - hourMs));
  if (tooMany(lately, await countSignedIn(tx, new Date(nowMs - mostBackMs)))) {
    await store.pauseRule(tx, rule.id, new Date(nowMs));
    host.log.warn(
      { rule: rule.id, version: rule.version, players: lately },
      "Paused a risk rule that matches too many players",
    );
    return;
  }
  if (rule.effect === "open_case") await openCases(needs, tx, rule, hits);
}

const isRunning = ({ liveVersion, shadowVersion, pausedAt }: store.RuleRow, { mode, version }: ParsedRule): boolean =>
  mode === "live" ? liveVersion === version && pausedAt === null : shadowVersion === version;

async function openCases({ host }: RunNeeds, tx: Tx, rule: ParsedRule, hits: readonly store.Hit[]): Promise<void> {
  const nowMs = host.clock.now();
  const players = hits.map(({ player }) => player);
  const seen = await store.playersSeen(tx, rule.id, players, new Date(nowMs - againMs));
  for (const player of players.filter(each => !seen.has(each))) {
    const { score = 0, signals = [] } = (await scoreRow(tx, player)) ?? {};
    await insertCase(tx, {
      id: host.ids.next(),
      playerId: player,
      kind: "rule",
      bonusId: null,
      rule,
      scored: { score, signals },
      openedAt: new Date(nowMs),
      dueAt: new Date(nowMs + decideWithinMs),
      waitsUntil: null,
    });
  }
}

/** The live rule that holds a claim of this player for a decision; undefined if none does. */
export async function holdingRule(needs: RunNeeds, tx: Tx, player: PlayerId): Promise<ParsedRule | undefined> {
  const { host, conditions } = needs;
  const asOf = await asOfNow(needs, tx);
  const rules = (await parsedRules(needs, tx)).filter(
    ({ mode, effect, rule }) =>
      mode === "live" && effect === "hold_claim" && (asOf.prices !== undefined || !conditions.needsPrices(rule)),
  );
  if (rules.length === 0) return undefined;
  const row = (
    await conditions.rowsFor(
      tx,
      rules.map(({ rule }) => rule),
      [player],
      asOf,
    )
  ).get(player);
  const found = row && rules.find(({ rule }) => holds(rule, row, asOf.prices));
  if (found)
    await store.recordHits(tx, found, [{ player, facts: factsOf(found.rule, row) }], new Date(host.clock.now()));
  return found;
}
