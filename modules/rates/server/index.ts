import { join } from "node:path";
import * as z from "zod/mini";
import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import { required } from "#kit/std/invariant.ts";
import manifest from "../module.ts";
import { getRates } from "../shared/contract.ts";
import { ratesUnavailable } from "../shared/errors.ts";
import { coinCodes, type Price, type Priced, parsePrice, type Rate, rateOf } from "../shared/rate.ts";
import { fixDay, isFixed } from "./day-rates.ts";

export { dayPriceSql, noRates, pricesOfDay, pricesOfPastDays } from "./day-rates.ts";

/** How long a reading is cached, and how old the prices themselves may be. */
const freshMs = 5_000;
const oldestMs = 120_000;

const dayMs = 86_400_000;
/** How long before a day begins its prices are fixed, so that its first second has them. */
const fixedAheadMs = 600_000;

/** The text of the feed: `{"at": "2026-01-01T00:00:00.000Z", "prices": {"EUR": "1.08", "ETH": "3150.25", ...}}`, dollars for one unit. */
export type ReadFeed = () => Promise<unknown>;

export interface Rates extends ServerModule {
  /**
   * The price of one unit of `from` in `to`, by a feed that was read within five seconds. Fails with `unavailable` when there is
   * no feed, when it does not answer as agreed, and when its prices are older than two minutes. `at`: when the feed published them.
   */
  rate(from: Priced, to: Priced): Promise<Rate & { readonly at: Date }>;
  /**
   * Fixes the prices of today (UTC), and within ten minutes of midnight those of tomorrow, unless they are. False when the feed has
   * none now.
   */
  fixDays(): Promise<boolean>;
}

const feedSchema = z.object({ at: z.iso.datetime(), prices: z.record(z.string(), z.string()) });

interface Reading {
  readonly at: number;
  readonly readAt: number;
  readonly prices: ReadonlyMap<string, Price>;
  readonly texts: Readonly<Record<string, string>>;
}

/** Prices of currencies and coins from an external feed (RATES_URL). */
export function createRates(host: Host, { read = httpFeed(host) }: { readonly read?: ReadFeed } = {}): Rates {
  let last: Reading | undefined;
  let asking: Promise<Reading> | undefined;

  async function ask(): Promise<Reading> {
    try {
      last = readingOf(await read(), host.clock.now());
    } catch (error) {
      host.log.warn(
        { err: error },
        "the feed of rates did not answer as agreed; the former prices hold while they are new enough",
      );
    }
    return last && host.clock.now() - last.at <= oldestMs ? last : unavailableNow();
  }

  async function prices(): Promise<Reading> {
    if (last && host.clock.now() - last.readAt < freshMs) return last;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  async function fixDays(): Promise<boolean> {
    const now = host.clock.now();
    const days = [...new Set([now, now + fixedAheadMs].map(at => Math.floor(at / dayMs)))];
    try {
      for (const day of days) {
        if (await isFixed(host.db, day)) continue;
        const { at, texts } = await prices();
        await fixDay(host.db, { day, now: new Date(now), at: new Date(at), prices: texts });
      }
      return true;
    } catch (error) {
      if (error instanceof Failure) return false;
      throw error;
    }
  }

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [ratesUnavailable],
    jobs: [{ name: "rates-fix-days", cron: "* * * * *", run: async () => void (await fixDays()) }],
    start: async () =>
      void fixDays().catch(error => host.log.warn({ err: error }, "failed to fix the rates of the day")),
    fixDays,
    handlers: [
      handle(getRates, async () => {
        const { prices: known, at } = await prices();
        const dollars = currencyCodes.map(currency => ({
          currency,
          usd: rateOf(priceIn(known, currency), priceIn(known, "USD")).text,
        }));
        return { data: { at: new Date(at).toISOString(), prices: dollars } };
      }),
    ],
    async rate(from, to) {
      const { prices: known, at } = await prices();
      const [one, other] = [priceIn(known, from), priceIn(known, to)];
      return { ...rateOf(one, other), at: new Date(at) };
    },
  };
}

function priceIn(prices: Reading["prices"], of: Priced): Price {
  return required(prices.get(of), "every price is checked when the feed is read");
}

/** Throws when the format is not the agreed one, or a price is missing. */
function readingOf(response: unknown, now: number): Reading {
  const { at, prices } = z.parse(feedSchema, response);
  const known = [...currencyCodes, ...coinCodes].map((code): [string, string, Price] => {
    const text = prices[code] ?? "";
    const price = parsePrice(text);
    if (price === undefined) throw new Error(`the feed has no price of ${code}`);
    return [code, text, price];
  });
  if (now - Date.parse(at) > oldestMs) throw new Error(`the prices of the feed are of ${at}`);
  return {
    at: Date.parse(at),
    readAt: now,
    prices: new Map(known.map(([code, , price]) => [code, price])),
    texts: Object.fromEntries(known),
  };
}

function unavailableNow(): never {
  throw new Failure(unavailable, { retryAfter: 30 });
}

function httpFeed({ config }: Host): ReadFeed {
  return async () => {
    if (config.RATES_URL === undefined) throw new Error("RATES_URL is not set");
    const answer = await fetch(config.RATES_URL, { redirect: "error", signal: AbortSignal.timeout(5_000) });
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    return answer.json();
  };
}
