import { placesBet } from "#assurance/cluster/compare.ts";
import type { Entry } from "#assurance/cluster/journal.ts";

/** A moment of the journal's clock, as near as it is known: it was asked of the database between these two. */
export interface Moment {
  readonly before: number;
  readonly after: number;
}

/** What a database that was restored to a moment has of the bets that players made. */
export interface BetComparison {
  /** Confirmed before the moment and not there. */
  readonly lost: readonly Entry[];
  /** Sent after the moment and there. */
  readonly late: readonly Entry[];
  /** There twice, or refused and there. */
  readonly doubled: readonly Entry[];
  /** Confirmed before the moment. */
  readonly expected: number;
}

/** @param booked how many bets the database has under each key */
export function compareAt(
  entries: readonly Entry[],
  booked: ReadonlyMap<string, number>,
  moment: Moment,
): BetComparison {
  const bets = entries.filter(({ path }) => placesBet.test(path));
  const isConfirmed = ({ status = 0 }: Entry) => status >= 200 && status < 300;
  const isRefused = ({ status = 0 }: Entry) => status >= 400;
  const before = bets.filter(entry => isConfirmed(entry) && (entry.ended ?? Infinity) < moment.before);
  const countOf = ({ key }: Entry) => booked.get(key) ?? 0;
  return {
    expected: before.length,
    lost: before.filter(entry => countOf(entry) === 0),
    late: bets.filter(entry => entry.began > moment.after && countOf(entry) > 0),
    doubled: bets.filter(entry => countOf(entry) > 1 || (isRefused(entry) && countOf(entry) > 0)),
  };
}

/** Lost bets although one that was sent only after their confirmation is there: then the log was not replayed in its order. */
export function holesOf(
  entries: readonly Entry[],
  lost: readonly Entry[],
  booked: ReadonlyMap<string, number>,
): number {
  const newest = Math.max(0, ...entries.filter(({ key }) => booked.has(key)).map(({ began }) => began));
  return lost.filter(({ ended = Infinity }) => ended < newest).length;
}
