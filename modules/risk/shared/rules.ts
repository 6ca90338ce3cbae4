/** What a live rule may do. None closes an account, takes money or refuses a payout: people decide. */
export const ruleEffects = ["open_case", "hold_claim"] as const;
export type RuleEffect = (typeof ruleEffects)[number];

export const ruleModes = ["shadow", "live"] as const;
export type RuleMode = (typeof ruleModes)[number];

/** A version runs in shadow this long before anybody may ask to make it live. */
export const shadowAtLeastMs = 24 * 3_600_000;

/** A rule that matches more of the active players than this in an hour is paused. */
export const mostHitsPerThousand = 20;
/** And at least so many: in a small casino one family is more than two percent. */
export const mostHitsAnyway = 20;

export const tooMany = (hits: number, activePlayers: number): boolean =>
  hits > mostHitsAnyway && hits * 1000 > activePlayers * mostHitsPerThousand;

/** The most days of a back-test. */
export const mostTestDays = 30;

/** Cases that people decided, and whether the rule matched their players when they were opened. */
export interface Tested {
  readonly isFraud: boolean;
  readonly isMatched: boolean;
}

export interface TestResult {
  readonly fraudMatched: number;
  readonly fraudMissed: number;
  readonly honestMatched: number;
  readonly honestPassed: number;
  /** In thousandths; null where nothing can be divided. */
  readonly precision: number | null;
  readonly recall: number | null;
}

/** How a rule would have done on what people decided. */
export function resultOf(tested: readonly Tested[]): TestResult {
  const count = (isFraud: boolean, isMatched: boolean) =>
    tested.filter(each => each.isFraud === isFraud && each.isMatched === isMatched).length;
  const [fraudMatched, fraudMissed] = [count(true, true), count(true, false)];
  const [honestMatched, honestPassed] = [count(false, true), count(false, false)];
  return {
    fraudMatched,
    fraudMissed,
    honestMatched,
    honestPassed,
    precision: thousandths(fraudMatched, fraudMatched + honestMatched),
    recall: thousandths(fraudMatched, fraudMatched + fraudMissed),
  };
}

const thousandths = (part: number, whole: number) => (whole === 0 ? null : Math.floor((part * 1000) / whole));
