import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import type { TradingNeeds } from "../trading/needs.ts";

/** What the trading pages read and do. */
export interface TradingOfficeNeeds {
  readonly trading: TradingNeeds;
  readonly people: Accounts["people"];
  readonly approvals: Pick<Approvals, "list">;
}

/** Unconfirmed results that are older wait for people. */
export const uncertainMs = 15 * 60_000;
/** So long after its end a market without a result is late. */
export const lateMs = 30 * 60_000;
