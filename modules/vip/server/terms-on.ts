import { required } from "#kit/std/invariant.ts";
import type { ReachedLevel, TermsRow } from "./reward-store.ts";

const dayMs = 86_400_000;

/** Days since 1970, UTC. */
export const dayOf = (ms: number): number => Math.floor(ms / dayMs);
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
/** The Monday of a day's week: 1970 began on a Thursday. */
export const mondayOf = (day: number): number => day - ((day + 3) % 7);

/** The terms by which a day counts. */
export function termsOn(all: readonly TermsRow[], day: number): TermsRow {
  return required(
    all.findLast(({ fromDay }) => fromDay <= day),
    "the first terms are in force from the first day",
  );
}

/** The level at the end of a day, 1 to 5; 0 before the first. */
export function levelOn(levels: readonly Pick<ReachedLevel, "level" | "reachedDay">[], day: number): number {
  return levels.reduce((most, { level, reachedDay }) => (reachedDay <= day && level > most ? level : most), 0);
}
