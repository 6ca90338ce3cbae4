/** What a live rule may do. None closes an account, takes money or refuses a payout: people decide. */
export const ruleEffects = ["open_case", "hold_claim"] as const;
export type RuleEffect = (typeof ruleEffects)[number];

export const ruleModes = ["shadow", "live"] as const;
export type RuleMode = (typeof ruleModes)[number];

/** A version runs in shadow this long before anybody may ask to make it live. */
export const shadowAtLeastMs = 24 * 3_600_000;

/** A rule that meets more of the active players than this in an hour stops by itself. */
export const mostHitsPerThousand = 20;
/** And at least so many: in a small casino one family is more than two percent. */
export const mostHitsAnyway = 20;

export const tooMany = (hits: number, activePlayers: number): boolean =>
  hits > mostHitsAnyway && hits * 1000 > activePlayers * mostHitsPerThousand;

/** Of a back-test. */
export const mostTestDays = 30;

/** Cases that people decided, and whether the rule met their players when they were opened. */
export interface Tested {
  readonly isFraud: boolean;
  readonly isMet: boolean;
}

export interface TestResult {
  readonly fraudMet: number;
  readonly fraudMissed: number;
  readonly honestMet: number;
  readonly honestPassed: number;
  /** In thousandths; null where nothing can be divided. */
  readonly precision: number | null;
  readonly recall: number | null;
}

/** How a rule would have done on what people decided. */
export function resultOf(tested: readonly Tested[]): TestResult {
  const count = (isFraud: boolean, isMet: boolean) =>
    tested.filter(each => each.isFraud === isFraud && each.isMet === isMet).length;
  const [fraudMet, fraudMissed] = [count(true, true), count(true, false)];
  const [honestMet, honestPassed] = [count(false, true), count(false, false)];
  return {
    fraudMet,
    fraudMissed,
    honestMet,
    honestPassed,
    precision: thousandths(fraudMet, fraudMet + honestMet),
    recall: thousandths(fraudMet, fraudMet + fraudMissed),
  };
}

const thousandths = (part: number, whole: number) => (whole === 0 ? null : Math.floor((part * 1000) / whole));
