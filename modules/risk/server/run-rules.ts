import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { chunksOf } from "#kit/std/chunks-of.ts";
import type { Json } from "#kit/std/json.ts";
import { tryEach } from "#kit/std/try-each.ts";
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
import { insertCases, scoreRows } from "./store.ts";

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
export async function runRules(needs: RunNeeds, score: (players: readonly PlayerId[]) => Promise<void>): Promise<void> {
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
  const scoring = () => score(players.slice(0, mostScored));
  const acting = chunksOf(players, playersAtOnce).map(some => () => actOnAll(needs, rules, some, asOf));
  await tryEach([scoring, ...acting], step => step());
  // Only now: what a run that failed left out is looked at by the next one.
  await store.noteRun(host.db, new Date(nowMs));
}

async function actOnAll(
  needs: RunNeeds,
  rules: readonly ParsedRule[],
  players: readonly PlayerId[],
  asOf: AsOf,
): Promise<void> {
  if (rules.length === 0) return;
  const { host, conditions } = needs;
  const all = rules.map(({ rule }) => rule);
  const rows = await conditions.rowsFor(host.db, all, players, asOf);
  for (const rule of rules) await host.db.tx(tx => actOn(needs, tx, rule, hitsIn(rule, rows, asOf)));
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
  const scores = await scoreRows(tx, players);
  const cases = players
    .filter(player => !seen.has(player))
    .map(playerId => ({
      id: host.ids.next(),
      playerId,
      kind: "rule" as const,
      bonusId: null,
      rule,
      scored: scores.get(playerId) ?? { score: 0, signals: [] },
      openedAt: new Date(nowMs),
      dueAt: new Date(nowMs + decideWithinMs),
      waitsUntil: null,
    }));
  await insertCases(tx, cases);
}

/** The live rule that holds a claim of each of these players for a decision; whom none does is missing. */
export async function holdingRules(
  needs: RunNeeds,
  tx: Tx,
  players: readonly PlayerId[],
): Promise<ReadonlyMap<PlayerId, ParsedRule>> {
  const holding = new Map<PlayerId, ParsedRule>();
  if (players.length === 0) return holding;
  const { conditions } = needs;
  const asOf = await asOfNow(needs, tx);
  const rules = (await parsedRules(needs, tx)).filter(
    ({ mode, effect, rule }) =>
      mode === "live" && effect === "hold_claim" && (asOf.prices !== undefined || !conditions.needsPrices(rule)),
  );
  if (rules.length === 0) return holding;
  const all = rules.map(({ rule }) => rule);
  const rows = [...(await conditions.rowsFor(tx, all, players, asOf))];
  for (const rule of rules) {
    const hits = rows
      .filter(([player, row]) => !holding.has(player) && holds(rule.rule, row, asOf.prices))
      .map(([player, row]) => ({ player, facts: factsOf(rule.rule, row) }));
    if (hits.length > 0) await store.recordHits(tx, rule, hits, asOf.now);
    for (const { player } of hits) holding.set(player, rule);
  }
  return holding;
}
