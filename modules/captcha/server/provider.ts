import type { Offer } from "../shared/contract.ts";

/** The result of a solution. `expired`: it was right once, or the challenge is too old; another attempt may succeed. */
export type Verdict = "right" | "wrong" | "expired";

/** A widget that the frame of our host shows: the provider's script, which defines `render` in one of `globals`. */
export interface CaptchaWidget {
  readonly script: string;
  readonly siteKey: string;
  /** Further origins that it loads from. */
  readonly origins: readonly string[];
  /** Names of the global variable with `render(id, { sitekey, callback, "error-callback" })`. */
  readonly globals: readonly string[];
}

/**
 * A captcha provider. Each has a folder in `../providers` with its challenge or widget, its call and its formats; the rest of the
 * module depends only on this interface.
 */
export interface CaptchaProvider {
  /** Null: the page solves a challenge in the background. */
  readonly widget: CaptchaWidget | null;
  offer(): Promise<Offer>;
  /** Throws Failure `unavailable` when the provider cannot be reached. Reuse of a right solution is checked elsewhere. */
  check(solution: string, ip: string): Promise<Verdict>;
  /** Health check; rejects when the provider is unavailable or refuses our credentials. */
  probe(): Promise<void>;
}

/** A provider under the name that CAPTCHA_PROVIDER uses. */
export interface NamedCaptchaProvider {
  readonly name: string;
  readonly provider: CaptchaProvider;
}

/** How long a challenge, and the record of a used solution, are kept. */
export const challengeLifeMs = 10 * 60_000;

/** The offer of a provider with a widget. */
export function widgetOffer({ script, siteKey }: CaptchaWidget): Offer {
  return { kind: "widget", script, site_key: siteKey };
}
