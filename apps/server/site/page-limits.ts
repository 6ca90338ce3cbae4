import type { Clock, Host } from "#kit/host/host.ts";
import { subscriberOf } from "#kit/http/address.ts";
import { limiterOf } from "#kit/http/rate-limit.ts";

/** Why a page was not sent, and the seconds after which to retry. */
export class PageRefused extends Error {
  readonly status: 429 | 503;
  readonly retryAfter: number;

  constructor(status: 429 | 503, retryAfter: number) {
    super(`page refused with ${status}`);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Page rate per address, and the lower rate of rendered ones. */
const pages = { burst: 40, perMinute: 600 } as const;
const renderings = { burst: 20, perMinute: 300 } as const;
const mostRenderings = 2;
const mostWaiting = 16;
/** After a rendering its slot pauses for this multiple of its duration: at any load, most of the time is left for bets. */
const restShare = 4;

/** Limits what pages take from the process that takes bets. */
export interface PageLimits {
  /** Counts a requested page. Throws PageRefused. */
  take(address: string): void;
  /** Renders a page: at most two at once with a pause after each, a few more wait. Rejects with PageRefused. */
  render<T>(address: string, work: () => Promise<T>): Promise<T>;
}

/** `factor` multiplies the rates; the number of concurrent renderings stays. */
export function createPageLimits(host: Pick<Host, "clock" | "sharedBuckets">, factor: number): PageLimits {
  const { clock } = host;
  const limiter = limiterOf(host, "pages", factor);
  const waiting: (() => void)[] = [];
  let running = 0;

  function hold(name: string, address: string, rate: typeof pages | typeof renderings): void {
    const wait = limiter.take(`${name} ${subscriberOf(address)}`, rate);
    if (wait > 0) throw new PageRefused(429, wait);
  }

  /** A finished rendering passes its slot to the longest waiting one. */
  async function waitForSlot(): Promise<void> {
    if (running < mostRenderings) running++;
    else if (waiting.length >= mostWaiting) throw new PageRefused(503, 1);
    else await new Promise<void>(resolve => waiting.push(resolve));
  }

  function restAndPass(tookMs: number): void {
    if (tookMs > 0) clock.after(tookMs * restShare, pass);
    else pass();
  }

  function pass(): void {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }

  return {
    take: address => hold("page", address, pages),
    async render(address, work) {
      hold("rendering", address, renderings);
      await waitForSlot();
      const beganAt = clock.monotonic();
      try {
        return await work();
      } finally {
        restAndPass(clock.monotonic() - beganAt);
      }
    },
  };
}

/** Delay of a refusal: an immediate retry on the same connection costs little then. Milliseconds. */
const refusalDelayMs = 1_000;
const mostDelayed = 500;

/** Delays refusals; false if too many are delayed already: then the connection should be closed. */
export function createRefusalDelay(clock: Clock): () => Promise<boolean> {
  let delayed = 0;
  return async () => {
    if (delayed >= mostDelayed) return false;
    delayed++;
    await new Promise<void>(resolve => clock.after(refusalDelayMs, resolve));
    delayed--;
    return true;
  };
}
