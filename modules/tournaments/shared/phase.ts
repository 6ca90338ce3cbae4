/** What is stored. Until the end, upcoming and active follow from the times. */
export const tournamentStates = ["draft", "published", "review", "paid", "finished", "cancelled"] as const;
export type TournamentState = (typeof tournamentStates)[number];

export const tournamentPhases = [
  "draft",
  "upcoming",
  "active",
  "counting",
  "review",
  "paid",
  "finished",
  "cancelled",
] as const;
export type TournamentPhase = (typeof tournamentPhases)[number];

/** Bets that ended before the tournament did are committed by then: nothing is frozen earlier. */
export const countingMs = 60_000;
/** How long players may dispute the final ranks before prizes are paid. */
export const reviewMs = 24 * 3_600_000;

interface Times {
  readonly state: TournamentState;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export function phaseOf({ state, startsAt, endsAt }: Times, nowMs: number): TournamentPhase {
  if (state !== "published") return state;
  if (nowMs < startsAt.getTime()) return "upcoming";
  return nowMs < endsAt.getTime() ? "active" : "counting";
}
