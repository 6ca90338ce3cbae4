import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { namesOf } from "#modules/accounts/server/index.ts";
import { readClosingPrices } from "#modules/odds/server/index.ts";
import { priceText } from "#modules/odds/shared/price-text.ts";
import type { Slip, SlipLeg } from "#modules/wallet/server/index.ts";
import { mostRecordSlips, type readTradedPlayer } from "../../office/player-contract.ts";
import { beatTheClose, type ClosedSelection, gainOf, gainText } from "../../shared/beat-the-close.ts";
import { riskDollars } from "../../shared/risk-limits.ts";
import { readTerms } from "../../shared/slip-terms.ts";
import { isBeforeStart } from "../slip-facts.ts";
import { readFactor } from "../trading/store.ts";
import { thousandths } from "./market-views.ts";
import type { TradingOfficeNeeds } from "./needs.ts";
import { emptyNames, namesOfEvents, shortNamesWith } from "./read-slips.ts";

const mostRecent = 20;

/** A player's factor and record against the closing prices. */
export async function readPlayerPage(
  needs: TradingOfficeNeeds,
  id: PlayerId,
): Promise<RouteOutput<typeof readTradedPlayer>["data"]> {
  const { trading, people } = needs;
  const { host, wallet, bets } = trading;
  const [{ factor }, { slips }, known, nameOf] = await Promise.all([
    readFactor(host.db, id),
    wallet.slipBooks.all({ player: id, limit: mostRecordSlips }),
    people.of([id]),
    namesOf({ people }, [id]),
  ]);
  if (slips.length === 0 && !known.has(id)) fail(notFound);
  const markets = [...new Set(slips.flatMap(({ legs }) => legs.map(({ market }) => market)))];
  const closing = await readClosingPrices(host.db, markets);
  const closingOf = (leg: SlipLeg) => (isBeforeStart(leg) ? closing.get(leg.market)?.[leg.outcome] : undefined);
  const record = beatTheClose(slips.flatMap(slip => selectionsOf(slip, closingOf)));
  const recent = slips.slice(0, mostRecent);
  const names = await namesOfEvents(host.db, recent, shortNamesWith);
  return {
    player: nameOf(id),
    factor: thousandths(factor),
    slips: slips.length,
    selections: record.selections,
    above: record.above,
    stake: formatAmount(micros(record.weight)),
    beat_the_close: record.figure === null ? null : gainText(record.figure),
    recent: recent.map(slip => ({
      id: bets.ids.seal(slip.player, slip.key),
      placed_at: slip.placedAt.toISOString(),
      kind: readTerms(slip.terms).kind,
      status: slip.status,
      legs: slip.legs.map(leg => legView(leg, names[leg.event] ?? emptyNames, closingOf(leg))),
    })),
  };
}

/** Each selection that was accepted before the start and has closed, with its share of the stake. */
function selectionsOf(
  { currency, stake, freeBet, legs }: Slip,
  closingOf: (leg: SlipLeg) => number | undefined,
): readonly ClosedSelection[] {
  // A free bet does not show what its player would stake.
  if (freeBet) return [];
  const weight = riskDollars(currency, stake) / BigInt(legs.length);
  return legs.flatMap(leg => {
    const closing = closingOf(leg);
    return closing === undefined ? [] : [{ price: leg.price, closing, weight }];
  });
}

function legView(leg: SlipLeg, names: typeof emptyNames, closing: number | undefined) {
  const { event, kind, spec, outcome, price } = leg;
  const gain = closing === undefined ? null : gainText(gainOf({ price, closing }));
  return {
    event,
    names,
    kind,
    spec,
    outcome,
    price: priceText(price),
    closing: closing === undefined ? null : priceText(closing),
    gain,
  };
}
