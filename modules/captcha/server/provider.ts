import type { Offer } from "../shared/contract.ts";

/** What a solution is worth. `expired`: it was right once, or the question is too old; another attempt may succeed. */
export type Verdict = "right" | "wrong" | "expired";

/** One way of telling people from programs. */
export interface CaptchaProvider {
  offer(): Promise<Offer>;
  /** Throws Failure `unavailable` when nobody can say. Whether a right solution was used before is looked at elsewhere. */
  check(solution: string, ip: string): Promise<Verdict>;
}
