/** What is looked at, over the last 30 days (UTC) unless it says. Published, with weights and figures, in docs/protection. */
export const markerNames = [
  "loss_growth",
  "net_deposits",
  "minutes_a_day",
  "night_share",
  "chasing",
  "sessions_a_day",
  "top_ups",
  "emptied",
  "declined",
  "withdrawals_canceled",
  "limits_loosened",
] as const;

export type MarkerName = (typeof markerNames)[number];

export interface Marker {
  /** Points of the score that it adds at most. */
  readonly weight: number;
  /** Below it adds nothing, from `to` its whole weight, linear between them. */
  readonly from: number;
  readonly to: number;
}

/** Weights add up to 100. */
export const markers: Readonly<Record<MarkerName, Marker>> = {
  /** Net loss, if it is EUR 100 or more, as a multiple of the player's own median of 30 days within the 90 days before. */
  loss_growth: { weight: 12, from: 2, to: 6 },
  /** Deposits less withdrawals, EUR. */
  net_deposits: { weight: 10, from: 700, to: 2_000 },
  /** Minutes of play on an average day with play. */
  minutes_a_day: { weight: 8, from: 120, to: 360 },
  /** Share of stakes between midnight and six o'clock, percent. */
  night_share: { weight: 6, from: 20, to: 60 },
  /** A stake right after a lost one as a multiple of it, on average over at least 20. */
  chasing: { weight: 10, from: 1.5, to: 4 },
  /** Sessions on an average day with play. */
  sessions_a_day: { weight: 4, from: 3, to: 10 },
  /** The most deposits within one session. */
  top_ups: { weight: 14, from: 1, to: 4 },
  /** How often the balance was played down to a tenth of the stake, or less. */
  emptied: { weight: 10, from: 3, to: 12 },
  /** Declined deposits. */
  declined: { weight: 8, from: 2, to: 8 },
  /** Withdrawals that the player canceled, with play on the same or the next day. */
  withdrawals_canceled: { weight: 10, from: 1, to: 4 },
  /** Limits raised, and breaks with play within a day of their end. */
  limits_loosened: { weight: 8, from: 1, to: 4 },
};

/** Net deposits of players under 25. */
export const youngNetDeposits: Marker = { ...markers.net_deposits, from: 300, to: 900 };
export const youngBelowYears = 25;
/** Losses below this do not count as growth: EUR. */
export const leastLoss = 100;
/** A smaller median is counted as this, so that a first month has a measure: EUR. */
export const leastMedian = 50;
/** Fewer stakes after lost ones say nothing about chasing. */
export const leastAfterLoss = 20;
/** A new session begins after this long without a stake: milliseconds. */
export const sessionGapMs = 30 * 60_000;
