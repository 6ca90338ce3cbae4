import { Failure, fail } from "#kit/contract/error-code.ts";
import { notFound, unavailable } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { CoinName } from "../shared/coins.ts";
import { costsBetween, type MinedOrder, minedOrdersOf, type NetworkCost } from "./network-costs.ts";
import { type AlarmRow, acknowledge, alarms, type Comparison, lastComparisons } from "./store.ts";
import {
  insertSweepRequest,
  newestSweepRequests,
  newestSweeps,
  type SweepRequest,
  type SweepRow,
} from "./sweep-store.ts";

/** Coins as operators see and manage them. The caller checks permissions and writes the audit log. */
export interface CoinOffice {
  /** The newest first. */
  alarms(openOnly: boolean, most: number): Promise<readonly AlarmRow[]>;
  /** Marks an alarm as resolved; it stays in the list. Fails with `not_found`, also for a resolved one. */
  acknowledge(tx: Tx, id: Uuid, by: string): Promise<AlarmRow>;
  comparisons(): Promise<readonly Comparison[]>;
  /** The newest first. */
  sweeps(most: number): Promise<readonly SweepRow[]>;
  sweepRequests(most: number): Promise<readonly SweepRequest[]>;
  /** The network fees booked in a period. */
  costs(on: Queryable, from: Date, to: Date): Promise<readonly NetworkCost[]>;
  /** For payouts that are in a block. */
  mined(payouts: readonly Uuid[]): Promise<ReadonlyMap<Uuid, MinedOrder>>;
  /**
   * Requests to sweep at most fifty players' addresses into the hot wallet; the chain worker runs it. False when
   * one is already requested. Fails with `unavailable` without a signer.
   */
  sweep(tx: Tx, coin: CoinName, by: string): Promise<boolean>;
}

/** @param canPay false without a chain or a signer */
export function coinOffice(host: Host, canPay: boolean): CoinOffice {
  return {
    alarms: (openOnly, most) => alarms(host.db, openOnly, most),
    acknowledge: async (tx, id, by) => (await acknowledge(tx, id, by, new Date(host.clock.now()))) ?? fail(notFound),
    comparisons: () => lastComparisons(host.db),
    sweeps: most => newestSweeps(host.db, most),
    sweepRequests: most => newestSweepRequests(host.db, most),
    costs: costsBetween,
    mined: payouts => minedOrdersOf(host.db, payouts),
    async sweep(tx, coin, by) {
      if (!canPay) throw new Failure(unavailable, { retryAfter: 600 });
      return insertSweepRequest(tx, { id: host.ids.next(), coin, by, now: new Date(host.clock.now()) });
    },
  };
}
