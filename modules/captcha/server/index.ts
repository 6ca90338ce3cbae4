import { hash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { watchProviders } from "#kit/host/provider-health.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { subscriberOf } from "#kit/http/address.ts";
import { handle } from "#kit/http/handler.ts";
import manifest from "../module.ts";
import { configuredCaptchaProvider } from "../providers/index.ts";
import { getCaptcha } from "../shared/contract.ts";
import { type CaptchaWidget, challengeLifeMs, type NamedCaptchaProvider } from "./provider.ts";
import { attemptsSince, countAttempt, sweep, takeSolution } from "./store.ts";

export type { CaptchaProvider, CaptchaWidget } from "./provider.ts";

/** Requires captchas on calls under attack. */
export interface Captcha extends ServerModule {
  /** What the captcha frame of the site shows; null where pages solve challenges by themselves. */
  readonly widget: CaptchaWidget | null;
  /**
   * Uses a solution once. Fails with `validation_failed`: `captcha_required` without a right one, `captcha_expired` with an old or used
   * one.
   */
  require(solution: string | undefined, ip: string): Promise<void>;
  /** Counts an attempt of an address; beyond `most` (30) within an hour a solution is required. */
  requireAboveRate(what: string, solution: string | undefined, ip: string, most?: number): Promise<void>;
  /** `requireAboveRate` for several counts: one solution is enough, however many are exceeded. */
  requireAboveRates(counted: readonly Counted[], solution: string | undefined, ip: string): Promise<void>;
  /** Counts an action of an address. */
  note(what: string, ip: string): Promise<void>;
}

/** What is counted for an hour. */
export interface Counted {
  readonly what: string;
  /** The key it is counted under; otherwise the caller's address. */
  readonly whose?: string;
  /** This many are free, including the current one. */
  readonly free: number;
  /** Counted by {@link Captcha.note}, only checked here. */
  readonly isNoted?: true;
}

/** Attempts of one address before a captcha is required, and their window. */
const crowd = { most: 30, windowMs: 3_600_000 };

export function createCaptcha(host: Host, named: NamedCaptchaProvider = configuredCaptchaProvider(host)): Captcha {
  const { provider } = named;
  const watch = watchProviders(host, "captcha", [named]);
  const now = () => new Date(host.clock.now());
  async function demand(solution: string | undefined, ip: string): Promise<void> {
    const verdict = solution === undefined || solution === "" ? "wrong" : await provider.check(solution, ip);
    if (verdict === "wrong") refuse("captcha_required");
    const until = new Date(host.clock.now() + challengeLifeMs);
    const isFirst =
      verdict === "right" && (await takeSolution(host.db, hash("sha256", solution ?? "", "buffer"), until));
    if (!isFirst) refuse("captcha_expired");
  }
  const attemptOf = (what: string, address: string) => ({ what, address, now: now(), windowMs: crowd.windowMs });
  async function isOver({ what, whose, free, isNoted }: Counted, ip: string): Promise<boolean> {
    const attempt = attemptOf(what, whose ?? subscriberOf(ip));
    const attempts = isNoted ? 1 + (await attemptsSince(host.db, attempt)) : await countAttempt(host.db, attempt);
    return attempts > free * host.config.RATE_LIMIT_FACTOR;
  }
  const requireAboveRates: Captcha["requireAboveRates"] = async (counted, solution, ip) => {
    const over: boolean[] = [];
    for (const each of counted) over.push(await isOver(each, ip));
    if (over.includes(true)) await demand(solution, ip);
  };
  return {
    manifest,
    widget: provider.widget,
    start: watch.start,
    stop: watch.stop,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    handlers: [handle(getCaptcha, async () => ({ data: await provider.offer() }))],
    jobs: [{ name: "captcha-sweep", cron: "41 * * * *", run: () => sweep(host.db, now(), crowd.windowMs) }],
    require: demand,
    requireAboveRate: (what, solution, ip, most = crowd.most) =>
      requireAboveRates([{ what, free: most }], solution, ip),
    requireAboveRates,
    note: async (what, ip) => void (await countAttempt(host.db, attemptOf(what, subscriberOf(ip)))),
  };
}

function refuse(key: "captcha_required" | "captcha_expired"): never {
  fail(validationFailed, { errors: { captcha: [key] } });
}
