import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount, type Micros, micros } from "#kit/money/amount.ts";
import type { TournamentView } from "../shared/contract.ts";
import { phaseOf } from "../shared/phase.ts";
import { evenMultiplier, onePoint, type Scoring } from "../shared/scoring.ts";
import type { TournamentRow } from "./store.ts";

export function tournamentView(row: TournamentRow, players: number, locale: Locale, nowMs: number): TournamentView {
  const phase = phaseOf(row, nowMs);
  return {
    id: row.id,
    title: row.title[locale],
    status: phase === "upcoming" || phase === "active" ? phase : "finished",
    phase,
    scoring: row.scoring,
    games: [...row.games],
    currency: row.currency,
    prizes: row.prizes.map(formatAmount),
    min_stake: formatAmount(row.minStake),
    points: { ...row.points },
    players,
    starts_at: row.startsAt.toISOString(),
    ends_at: row.endsAt.toISOString(),
    repeats: row.repeats,
  };
}

/** Money and multipliers as decimals, points whole. */
export function shownScore(scoring: Scoring, score: bigint): string {
  if (scoring === "wagered") return formatAmount(micros(score));
  if (scoring === "multiplier") return `${score / evenMultiplier}.${`${score % evenMultiplier}`.padStart(4, "0")}`;
  return `${score / onePoint}`;
}

/** The prize of a place, or what it was cut to. */
export function lesser(prize: Micros, most: Micros | undefined): Micros {
  return most === undefined || prize < most ? prize : most;
}

export function prizeAt(prizes: readonly Micros[], place: number | null, most?: Micros): string | null {
  const prize = place === null ? undefined : prizes[place - 1];
  return prize === undefined ? null : formatAmount(lesser(prize, most));
}
