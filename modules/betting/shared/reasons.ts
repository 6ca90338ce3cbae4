/** Why a revision of a slip was made, as its player reads it. Texts: `reasons` in `locale`. */
export const slipReasons = [
  "result",
  "result_corrected",
  "result_withdrawn",
  "market_cancelled",
  "cancellation_lifted",
  "accepted_late",
  "not_started",
  "void_result",
  "by_hand",
  "palpable_error",
  "cashed_out",
  "cashed_out_by_rule",
  "edited",
  "undone",
] as const;
export type SlipReason = (typeof slipReasons)[number];
