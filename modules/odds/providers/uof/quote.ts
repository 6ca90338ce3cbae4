import type { Clock } from "#kit/host/host.ts";
import { parsePrice } from "../../shared/sandbox/decode-market.ts";
import type { Quote, QuoteLeg } from "../provider.ts";
import { escapeXml, type UofCalls } from "./calls.ts";
import type { EventBook } from "./event-book.ts";
import { theirSelection } from "./market-ids.ts";
import { childOf } from "./parse-xml.ts";

/** How long a quote of a combination counts; the feed states no time. */
const quoteMs = 10_000;

interface QuoteNeeds {
  readonly calls: UofCalls;
  readonly book: EventBook;
  readonly clock: Clock;
}

/** The feed prices one combination a call: each subset is one, except single legs, whose prices are known. */
export async function quote(needs: QuoteNeeds, event: string, legs: readonly QuoteLeg[]): Promise<Quote | undefined> {
  const { calls, book, clock } = needs;
  const { sport } = book.of(event);
  const lines = legs.map(({ market, spec }) => book.line(event, market, spec));
  const selections = legs.map(({ market, spec, outcome }) => theirSelection(sport ?? "", market, spec, outcome));
  const subsets = [];
  for (const chosen of subsetsOf(legs.length)) {
    const [first = 0] = chosen;
    const single = lines[first]?.outcomes.find(({ id }) => id === legs[first]?.outcome);
    const priced =
      chosen.length === 1
        ? { price: parsePrice(single?.price), p: single?.p?.win ?? 0 }
        : await combined(
            calls,
            event,
            chosen.map(leg => selections[leg]),
          );
    if (!priced?.price) return undefined;
    subsets.push({ legs: chosen, price: priced.price, p: priced.p });
  }
  const now = clock.now();
  return { quote: `uof:${now}`, expires: now + quoteMs, versions: lines.map(line => line?.n ?? 0), subsets };
}

/** Every subset but the empty one, by size of the number whose bits they are. */
function subsetsOf(count: number): readonly (readonly number[])[] {
  return Array.from({ length: 2 ** count - 1 }, (_, index) =>
    Array.from({ length: count }, (_, leg) => leg).filter(leg => ((index + 1) >> leg) & 1),
  );
}

async function combined(calls: UofCalls, event: string, selections: readonly ReturnType<typeof theirSelection>[]) {
  if (selections.some(each => each === undefined)) return undefined;
  const lines = selections.map(each => {
    const specifiers = each?.specifiers ? ` specifiers="${escapeXml(each.specifiers)}"` : "";
    return `<selection id="${escapeXml(event)}" market_id="${each?.market}"${specifiers} outcome_id="${each?.outcome}"/>`;
  });
  const body = `<selections xmlns="http://schemas.sportradar.com/custombet/v1/endpoints">${lines.join("")}</selections>`;
  const answer = await calls.call("/custombet/calculate", { method: "POST", body });
  const { odds, probability } = childOf(answer?.root, "calculation")?.attributes ?? {};
  return { price: parsePrice(odds?.replace(/^(\d+\.\d{3})\d+$/, "$1")), p: Number(probability ?? 0) };
}
