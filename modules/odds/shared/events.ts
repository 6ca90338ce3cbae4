import { event } from "#kit/contract/event.ts";

export const marketsDecided = event<{
  event: string;
  /** Ids of `odds.markets`. */
  markets: readonly bigint[];
  n: number;
  cause: "settlement" | "rollback_settlement" | "cancel" | "rollback_cancel" | "dispute" | "trading";
}>({
  name: "marketsDecided",
  module: "odds",
  summary:
    "Results or cancellations of markets were stored or taken back; read their rows. Published in the frame's transaction",
});

export const eventStarted = event<{ event: string; at: Date }>({
  name: "eventStarted",
  module: "odds",
  summary: "The facts show that an event began, by our clock: bets accepted later at pre-match prices are void",
});

export const marketsChanged = event<{ event: string; markets: readonly bigint[]; n: number }>({
  name: "marketsChanged",
  module: "odds",
  summary: "Prices, statuses or facts of an event changed",
});
