import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import manifest from "../module.ts";
import { createSandboxProvider } from "../providers/sandbox/index.ts";
import { createFeedReader } from "./feed-reader.ts";
import { Board } from "./show/board.ts";
import { feedHandlers } from "./show/handlers.ts";

export { expectedReturn as meanReturn } from "./apply/sanity.ts";
export { exposureSql } from "./exposure-sql.ts";
export { type LegWindowInput, legWindowSql, type WindowRefusal, windowRefusals } from "./leg-windows.ts";
export { eventFacts, type LegNow, marketResult, readLegs } from "./read.ts";
export {
  type BettingEvent,
  type DecidedMarket,
  type LockedLeg,
  lockLegs,
  readBettingEvents,
  readDecidedMarkets,
  readOverdueMarkets,
} from "./read-for-slips.ts";
export { type FixtureNames, fixtureNames } from "./show/fixture-names.ts";
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

/** The feed of odds. Without ODDS_URL there is nothing to read, and no bet finds a market. */
export function createOdds(host: Host): ServerModule {
  const { ODDS_URL: url, ODDS_PUBLIC_KEYS: publicKeys } = host.config;
  const provider = url === undefined ? undefined : createSandboxProvider({ url, publicKeys, clock: host.clock });
  const board = new Board(host);
  const reader = provider && createFeedReader(host, provider);
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    handlers: feedHandlers(host),
    channels: [board.list, board.events],
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
