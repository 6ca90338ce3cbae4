import type { Offer } from "../shared/contract.ts";

/** The result of a solution. `expired`: it was right once, or the challenge is too old; another attempt may succeed. */
export type Verdict = "right" | "wrong" | "expired";

/** A captcha provider. */
export interface CaptchaProvider {
  offer(): Promise<Offer>;
  /** Throws Failure `unavailable` when the provider cannot be reached. Reuse of a right solution is checked elsewhere. */
  check(solution: string, ip: string): Promise<Verdict>;
}
