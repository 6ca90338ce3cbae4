import { leastAfterLoss, leastLoss, leastMedian } from "./markers.ts";
import type { PlayDay } from "./play-pattern.ts";
import type { MarkerValues } from "./score.ts";

/** Money of a player on a day, whole cents of a euro. */
export interface MoneyDay {
  readonly day: number;
  readonly loss: number;
  readonly deposits: number;
  readonly payouts: number;
}

/** What the markers are computed from. */
export interface PlayerFacts {
  /** Days since 1970, UTC. */
  readonly today: number;
  /** Play of the last 30 days. */
  readonly play: readonly PlayDay[];
  /** Money of the last 150 days. */
  readonly money: readonly MoneyDay[];
  /** In the last 30 days. */
  readonly declined: number;
  readonly payoutsCanceled: readonly number[];
  readonly limitsLoosened: number;
  /** Days on which a break ended, if one did. */
  readonly breakEnded: readonly number[];
}

const spanDays = 30;
const medianDays = 90;

export function valuesOf(facts: PlayerFacts): MarkerValues {
  const { today, play, money } = facts;
  const played = play.filter(({ stakes }) => stakes > 0);
  const onAverage = (of: (day: PlayDay) => number) => (played.length === 0 ? 0 : sum(played, of) / played.length);
  const afterLoss = sum(play, day => day.afterLoss);
  const playedOn = new Set(played.map(({ day }) => day));
  const playedAfter = (day: number) => playedOn.has(day) || playedOn.has(day + 1);
  const month = money.filter(({ day }) => day > today - spanDays);
  return {
    loss_growth: lossGrowth(money, today),
    net_deposits: sum(month, ({ deposits, payouts }) => deposits - payouts) / 100,
    minutes_a_day: onAverage(({ playedMs }) => playedMs) / 60_000,
    night_share:
      (100 * sum(play, day => day.nightStakes)) /
      Math.max(
        1,
        sum(play, day => day.stakes),
      ),
    chasing: afterLoss < leastAfterLoss ? 0 : sum(play, day => day.afterLossRatios) / 1_000 / afterLoss,
    sessions_a_day: onAverage(({ sessions }) => sessions),
    top_ups: Math.max(0, ...play.map(({ topUps }) => topUps)),
    emptied: sum(play, day => day.emptied),
    declined: facts.declined,
    withdrawals_canceled: facts.payoutsCanceled.filter(playedAfter).length,
    limits_loosened: facts.limitsLoosened + facts.breakEnded.filter(playedAfter).length,
  };
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** The net loss of the last 30 days as a multiple of the median of the 30-day losses that ended on each of the 90 days before. */
function lossGrowth(money: readonly MoneyDay[], today: number): number {
  const lossBefore = (end: number) => sum(money, ({ day, loss }) => (day > end - spanDays && day <= end ? loss : 0));
  const loss = lossBefore(today) / 100;
  if (loss < leastLoss) return 0;
  const others = Array.from({ length: medianDays }, (_, index) => lossBefore(today - spanDays - index) / 100);
  return loss / Math.max(leastMedian, medianOf(others));
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle - 1)] ?? 0)) / 2;
}
