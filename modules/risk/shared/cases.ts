/** `claim`: a bonus waits for a decision; `score`: an account whose score is high; `rule`: a live rule has matched it. */
export const riskCaseKinds = ["claim", "score", "rule"] as const;
export type RiskCaseKind = (typeof riskCaseKinds)[number];

/** What an operator decides: labels that rules are measured by. */
export const riskDecisions = ["not_fraud", "fraud"] as const;
export type RiskDecision = (typeof riskDecisions)[number];

/** How a case ends; `timed_out`: the bonus started without a decision; `ended`: the bonus ended meanwhile. */
export const riskOutcomes = [...riskDecisions, "timed_out", "ended"] as const;
export type RiskOutcome = (typeof riskOutcomes)[number];

/** A person decides within this time. */
export const decideWithinMs = 4 * 3_600_000;
/** A bonus waits no longer than this; then it starts. */
export const mostWaitMs = 72 * 3_600_000;
