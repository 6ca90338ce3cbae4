import type { FastifyInstance } from "fastify";
import type { Clock } from "#kit/host/host.ts";
import { type Html, html } from "./html.ts";

/** The base price of one unit in US dollars, in millionths of a dollar. */
const base: Readonly<Record<string, number>> = {
  USD: 1_000_000,
  EUR: 1_086_400,
  RUB: 12_480,
  KZT: 1_982,
  INR: 11_630,
  USDT: 1_000_000,
  ETH: 3_184_500_000,
};
/** Amplitude of the drift over a few minutes, in ten-thousandths. Dollars do not drift. */
const swing: Readonly<Record<string, number>> = { EUR: 20, RUB: 30, KZT: 30, INR: 20, ETH: 90 };

/** A price feed: prices drift, and one can be set by hand. */
export interface RateFeed {
  /** Decimal dollars for one unit, by code. */
  prices(): Readonly<Record<string, string>>;
  /** False for an unknown code or an invalid price. `null`: lets it drift again. */
  set(code: string, price: string | null): boolean;
}

export function createRateFeed(clock: Pick<Clock, "now">): RateFeed {
  const fixed = new Map<string, string>();
  return {
    prices: () =>
      Object.fromEntries(Object.keys(base).map(code => [code, fixed.get(code) ?? marketPrice(code, clock.now())])),
    set(code, price) {
      if (base[code] === undefined || (price !== null && !/^(?!0+(\.0+)?$)\d{1,9}(\.\d{1,9})?$/.test(price)))
        return false;
      if (price === null) fixed.delete(code);
      else fixed.set(code, price);
      return true;
    },
  };
}

/** A slow wave, a function of time only. */
function marketPrice(code: string, now: number): string {
  const micros = base[code] ?? 0;
  const minutes = Math.floor(now / 10_000) / 6;
  const wave = Math.sin(minutes / 3 + code.charCodeAt(0)) * 0.7 + Math.sin(minutes / 11) * 0.3;
  const moved = Math.round(micros * 1000 * (1 + (wave * (swing[code] ?? 0)) / 10_000));
  return `${Math.floor(moved / 1e9)}.${String(moved % 1e9).padStart(9, "0")}`;
}

/** `GET /rates`; `POST /rates` `{code, price}` (JSON or a form; an empty price lets it drift again). */
export function mountRates(app: FastifyInstance, feed: RateFeed, clock: Pick<Clock, "now">): void {
  app.get("/rates", () => ({ at: new Date(clock.now()).toISOString(), prices: feed.prices() }));
  app.post("/rates", (request, reply) => {
    const text = request.body instanceof Uint8Array ? Buffer.from(request.body).toString() : "";
    const isJson = text.startsWith("{");
    const given = isJson
      ? (JSON.parse(text) as Record<string, unknown>)
      : Object.fromEntries(new URLSearchParams(text));
    const done = feed.set(`${given.code ?? ""}`, given.price ? `${given.price}` : null);
    if (!done) return reply.code(422).send({ error: "a code of the feed and a price such as 3150.25" });
    return isJson ? reply.send(feed.prices()) : reply.redirect("/", 303);
  });
}

/** The rates' section of the sandbox's home page. */
export function ratesCard(feed: RateFeed): Html {
  return html`<h2>Rates</h2>
    <p class="dim">US dollars per unit, as Fairhouse reads them from <a href="/rates">/rates</a>. A price you set stays fixed until you release it.</p>
    <div class="card">${Object.entries(feed.prices()).map(
      ([
        code,
        price,
      ]) => html`<form method="post" action="/rates" class="row"><input type="hidden" name="code" value="${code}">
        <b>${code}</b><input class="short" name="price" value="${price}" aria-label="Price of ${code}"><button>Set</button></form>`,
    )}</div>`;
}
