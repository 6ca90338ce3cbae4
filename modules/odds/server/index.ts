import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import manifest from "../module.ts";
import type { Quote, QuoteLeg } from "../providers/provider.ts";
import { feedProvider } from "./feed-provider.ts";
import { createFeedReader } from "./feed-reader.ts";
import { prune } from "./proof/prune.ts";
import { Board } from "./show/board.ts";
import { feedHandlers } from "./show/handlers.ts";

export type { Quote, QuoteLeg } from "../providers/provider.ts";
export { expectedReturn as meanReturn } from "../shared/apply/sanity.ts";
export { exposureSql } from "./exposure-sql.ts";
export { feedKeys } from "./feed-provider.ts";
export { type LegWindowInput, legWindowSql, type WindowRefusal, windowRefusals } from "./leg-windows.ts";
export { readEventProof, readFrame, type WantedProof } from "./proof/event-proof.ts";
export { type LogMark, type LogPositions, readLogPositions } from "./proof/log-positions.ts";
export { type RetainedRange, retainMessages } from "./proof/prune.ts";
export { eventFacts, type LegNow, marketResult, readLegs } from "./read.ts";
export {
  type BettingEvent,
  type DecidedMarket,
  type LockedLeg,
  lockLegs,
  readBettingEvents,
  readClosingPrices,
  readDecidedMarkets,
  readOverdueMarkets,
} from "./read-for-slips.ts";
export { type FixtureNames, fixtureNames } from "./show/fixture-names.ts";
export { namedIds } from "./show/named-ids.ts";
export type { DecidedBy } from "./trading/by.ts";
export { type DecisionKind, readDecisions, type TradingDecision } from "./trading/decisions.ts";
export { type Hold, type HoldScope, holds, readHold, setHold } from "./trading/hold.ts";
export {
  countLive,
  type ListedEvent,
  type ListFilter,
  listTradedEvents,
  type OutcomeRisk,
} from "./trading/list-events.ts";
export { readTradedMarket, type TradedMarket } from "./trading/market-facts.ts";
export {
  type Exposure,
  marketsOfEvent,
  readBackedOutcomes,
  readExposures,
  readMarketsOfEvent,
  readTradedEvents,
  type TradedEvent,
} from "./trading/read-event.ts";
export { type LoggedMessage, readMessagesOf } from "./trading/read-messages.ts";
export { type ProducerState, readProducers } from "./trading/read-producers.ts";
export { type QueuedMarket, readSettlementQueue } from "./trading/read-queue.ts";
export { readFaultyMarkets, readFullOutcomes } from "./trading/read-warnings.ts";
export { ruleMarket, voidPalpableError } from "./trading/rule-market.ts";
export { mostAddedDelayS, readDelay, setDelay } from "./trading/set-delay.ts";
export { setTerms } from "./trading/set-terms.ts";

export interface Odds extends ServerModule {
  /** A joint price for outcomes of one event; undefined when the provider does not combine them, or when there is none. */
  quote(event: string, legs: readonly QuoteLeg[]): Promise<Quote | undefined>;
}

/** The feed of odds. Without ODDS_URL there is nothing to read, and no bet finds a market. */
export function createOdds(host: Host): Odds {
  const provider = feedProvider(host);
  const board = new Board(host);
  const reader = provider && createFeedReader(host, provider);
  async function pruneLog(): Promise<void> {
    const frames = await prune(host.db, host.clock.now());
    if (frames > 0) host.log.info({ frames }, "frames that no slip refers to were deleted");
  }

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    handlers: feedHandlers(host),
    channels: [board.list, board.events],
    quote: async (event, legs) => provider?.quote(event, legs),
    jobs: [{ name: "odds-prune", cron: "17 * * * *", run: pruneLog }],
    async start() {
      if (!reader) return;
      reader.start();
      board.start();
    },
    async stop() {
      board.stop();
      await reader?.stop();
    },
  };
}
