import { expect } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import {
  type Owner,
  openedBy,
  sharedRoundScenario,
} from "#modules/engines/shared-rounds/testing/test-shared-rounds.ts";
import type { WalletModel } from "#modules/wallet/testing/model.ts";
import { createCrash } from "../server/index.ts";
import { crashRules, pointOf } from "../shared/rules.ts";
import { createMemoryCrashStore } from "./memory-store.ts";

/** Scenarios of crash: points chosen by the scenario. */

export { linkOf, newKey, rub } from "#modules/engines/shared-rounds/testing/test-shared-rounds.ts";

/** What a drain gives a flight. */
export const drainMs = 30_000;

/** A word that draws this point. */
function wordFor(point: number): bigint {
  const x = point <= 100 ? 0n : (1n << 52n) - (BigInt(crashRules.current.rtp_percent) * (1n << 52n)) / BigInt(point);
  expect(pointOf(crashRules.current, x)).toBe(point);
  return x << 12n;
}

export const bets = "POST /api/v1/games/crash/bets";
export const cashOut = (id: string) => `POST /api/v1/games/crash/bets/${id}/cash-out`;

/** Places a bet that must be accepted; returns its id. */
export async function placed(owner: Owner, player: PlayerId, stake: string, auto?: string): Promise<string> {
  const answer = await owner.call(bets, player, { stake, ...(auto === undefined ? {} : { auto_cash_out: auto }) });
  expect(answer).toMatchObject({ status: 201, body: { data: { status: "open", payout: "0" } } });
  return answer.body.data.id;
}

/** Rounds with the given points, then 2.00 for ever. `versions`: what each new owner runs under. */
export function testFlights(
  points: readonly number[] = [],
  wrap?: (wallet: WalletModel) => WalletModel,
  versions: () => typeof crashRules = () => crashRules,
) {
  return sharedRoundScenario({
    game: "crash",
    sequence: "crash",
    wrap,
    wordOf: round => wordFor(points[round - 1] ?? 200),
    store: createMemoryCrashStore,
    create: (host, needs) => createCrash(host, { ...needs, drainMs }, versions()),
  });
}

export const opened = (...given: Parameters<typeof testFlights>) => openedBy(testFlights(...given));
