import { ApiError } from "#kit/web/api-error.ts";

/** What the mirror check needs of its page. */
export interface CheckPage {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Runs `task` once after `ms`; returns a function that cancels it. */
  readonly after: (ms: number, task: () => void) => () => void;
  readonly domains: () => Promise<readonly string[]>;
  readonly send: (results: Readonly<Record<string, number | null>>) => Promise<unknown>;
  readonly probe: (domain: string, timeoutMs: number) => Promise<number | null>;
  /** When any page of this browser checked last, milliseconds since 1970; null if unknown. */
  readonly lastAt: () => number | null;
  readonly remember: (at: number) => void;
  readonly log: (message: string, failure: unknown) => void;
}

export const checkEveryMs = 5 * 60_000;
export const firstAfterMs = { least: 10_000, most: 55_000 } as const;
export const probeTimeoutMs = 4_000;

/**
 * Checks every five minutes which mirrors can be reached, first after a random 10 to 55 seconds, to spread the load. A page that opens soon
 * after another one has checked waits for its turn. Returns a function that stops it.
 */
export function startMirrorCheck(page: CheckPage): () => void {
  let stopped = false;
  let cancel = page.after(firstAfter(page), () => void checkOnce());

  async function checkOnce(): Promise<void> {
    page.remember(page.now());
    try {
      const domains = await page.domains();
      const times = await Promise.all(domains.map(domain => page.probe(domain, probeTimeoutMs)));
      if (domains.length > 0 && !stopped)
        await page.send(Object.fromEntries(domains.map((domain, index) => [domain, times[index] ?? null])));
    } catch (error) {
      page.log("the mirror check failed", failureOf(error));
    }
    if (!stopped) cancel = page.after(checkEveryMs, () => void checkOnce());
  }

  return () => {
    stopped = true;
    cancel();
  };
}

/** Status and body of the response; the error itself if none arrived. */
function failureOf(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, message, code, errors, data } = error;
  return { status, body: { message, code, errors, data } };
}

function firstAfter({ random, now, lastAt }: CheckPage): number {
  const { least, most } = firstAfterMs;
  const own = least + Math.floor(random() * (most - least + 1));
  const last = lastAt();
  const since = last === null ? checkEveryMs : now() - last;
  return Math.max(own, since >= 0 && since < checkEveryMs ? checkEveryMs - since : 0);
}

/** Loads a mirror's image. Returns the milliseconds it took, or null on a timeout. */
export function probeImage(domain: string, timeoutMs = 7_000): Promise<number | null> {
  return new Promise(resolve => {
    const picture = new Image();
    const began = performance.now();
    const timer = setTimeout(() => done(null), timeoutMs);
    function done(ms: number | null): void {
      clearTimeout(timer);
      picture.onload = null;
      picture.onerror = null;
      resolve(ms);
    }
    picture.onload = () => done(Math.round(performance.now() - began));
    picture.onerror = () => done(null);
    picture.src = `${location.protocol}//${domain}/pixel.gif?${crypto.randomUUID()}`;
  });
}
