/** What is done for a player: the first two automatically by the score, the others by operators. */
export const interactionKinds = ["figures", "warning", "message", "call", "pause"] as const;
export type InteractionKind = (typeof interactionKinds)[number];

/** Days after an interaction at which its outcome is recorded. */
export const outcomeDays = [7, 30, 90] as const;

/** How a case ends. */
export const caseOutcomes = ["limit_set", "break_taken", "no_change", "no_contact", "not_harm"] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];
