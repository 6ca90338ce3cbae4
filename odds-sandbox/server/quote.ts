import type { PlayedEvent } from "../model/events/event.ts";
import { builderMargin } from "../model/goals/joint.ts";
import { ladderPrice, powerExponent, priceText } from "../model/margin.ts";
import type { Quote, QuoteLeg } from "../shared/protocol.ts";
import { Refused } from "./refused.ts";

const quoteMs = 10_000;

interface QuotedEvent {
  readonly id: string;
  readonly event: PlayedEvent;
  /** The number of the message that last changed a market, named `id?spec`. */
  readonly versionOf: (market: string) => number;
}

/** One price for all legs together, with its parts. Throws `Refused`. */
export function quoteOf(
  { id, event, versionOf }: QuotedEvent,
  legs: readonly QuoteLeg[],
  now: number,
  quote: string,
): Quote {
  const markets = new Map(event.markets(now).map(market => [`${market.id}?${market.spec}`, market]));
  for (const { market, spec } of legs) {
    const found = markets.get(`${market}?${spec}`);
    if (!found) throw new Refused(422, "unknown_leg", `${market} ${spec} is not offered`);
    if (found.status !== "active") throw new Refused(409, "market_suspended", `${market} ${spec} is ${found.status}`);
  }
  const parts = event.joint(legs, now);
  if (typeof parts === "string") throw new Refused(422, parts, refusals[parts]);
  return {
    quote,
    event: id,
    legs: [...legs],
    at: now,
    expires: now + quoteMs,
    versions: legs.map(({ market, spec }) => versionOf(`${market}?${spec}`)),
    subsets: parts.map(part => {
      const leg = part.legs.length === 1 ? legs[part.legs[0] ?? 0] : undefined;
      const single = leg && markets.get(`${leg.market}?${leg.spec}`)?.outcomes.find(one => one.id === leg.outcome);
      return { legs: [...part.legs], price: single?.price ?? builderPrice(part.p), p: part.p };
    }),
  };
}

const refusals = {
  unknown_leg: "a leg names no outcome that is offered",
  impossible: "the legs cannot all win",
  implied: "one leg follows from the others",
  same_leg: "the same leg twice",
  not_combinable: "a leg can be refunded, is decided, or is not of a kind that combines",
} as const;

/** The margin on {P, 1 - P}; a part that is nearly certain has the lowest price. */
function builderPrice(p: number): string {
  const price = ladderPrice(p ** -powerExponent([p, 1 - p], builderMargin / 100));
  if (price === undefined) throw new Refused(422, "implied", "the legs are nearly certain");
  return priceText(price);
}
