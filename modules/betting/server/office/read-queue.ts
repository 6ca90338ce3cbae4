import type { RouteOutput } from "#kit/contract/route.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import { namesOf } from "#modules/accounts/server/index.ts";
import {
  type QueuedMarket,
  readExposures,
  readSettlementQueue as readMarkets,
  readTradedEvents,
} from "#modules/odds/server/index.ts";
import type { readSettlementQueue } from "../../office/contract.ts";
import { currentReturn, returnOf } from "../trading/hold-corrections.ts";
import { type HeldCorrection, listHeld, slipNameText } from "../trading/store.ts";
import { dollars, marketView, namesView } from "./market-views.ts";
import { lateMs, type TradingOfficeNeeds, uncertainMs } from "./needs.ts";
import { waitingRequests } from "./waiting-requests.ts";

const most = 200;

type Queue = RouteOutput<typeof readSettlementQueue>["data"];

export function queuedMarkets({ trading: { host } }: Pick<TradingOfficeNeeds, "trading">) {
  const now = new Date(host.clock.now());
  return readMarkets(host.db, { now, uncertainMs, lateMs }, most);
}

/** What is not settled automatically. */
export async function readQueue(needs: TradingOfficeNeeds, permissions: ReadonlySet<string>): Promise<Queue> {
  const { host } = needs.trading;
  const [markets, held, requests] = await Promise.all([
    queuedMarkets(needs),
    listHeld(host.db, most),
    waitingRequests(needs, permissions),
  ]);
  const [exposures, events, corrections] = await Promise.all([
    readExposures(
      host.db,
      markets.map(({ id }) => id),
    ),
    readTradedEvents(host.db, [...new Set(markets.map(({ event }) => event))]),
    correctionViews(needs, held),
  ]);
  const byEvent = new Map(events.map(event => [event.id, event]));
  const view = (market: QueuedMarket): Queue["markets"][number] => {
    const { sport = "", fixture = {} } = byEvent.get(market.event) ?? {};
    return {
      why: market.why,
      since: market.since?.toISOString() ?? null,
      event: market.event,
      event_status: market.eventStatus,
      names: namesView(sport, fixture),
      slips: market.slips,
      payout: dollars(market.payout),
      request: requests.get(`market:${market.id}`) ?? null,
      market: marketView(
        market,
        exposures.filter(each => each.market === market.id),
      ),
    };
  };
  return {
    at: new Date(host.clock.now()).toISOString(),
    markets: markets.map(view),
    corrections: corrections.map(each => Object.assign(each, { request: requests.get(`slip:${each.slip}`) ?? null })),
  };
}

async function correctionViews({ trading, people }: TradingOfficeNeeds, held: readonly HeldCorrection[]) {
  const [slips, nameOf] = await Promise.all([
    trading.wallet.slipBooks.named(held),
    namesOf(
      { people },
      held.map(({ player }) => player),
    ),
  ]);
  return held.flatMap(correction => {
    const slip = slips.get(slipNameText(correction));
    if (!slip) return [];
    const { id, player, key, result, why, since } = correction;
    return [
      {
        id,
        slip: trading.bets.ids.seal(player, key),
        player: nameOf(player),
        currency: slip.currency,
        stake: formatAmount(slip.stake),
        paid: formatAmount(micros(currentReturn(slip))),
        would_pay: formatAmount(micros(returnOf(slip, result))),
        result: result.kind,
        why,
        since: since.toISOString(),
      },
    ];
  });
}
