import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { PlaceLeg, PlaceSlip, SlipRevision } from "../server/slips/port.ts";
import type { TestApp } from "./test-app.ts";
import { hashOf, keyOf } from "./test-bets.ts";

const unit = 1_000_000n;

/** A leg on the outcome `1` of a market of the tests; it costs what the slip's stake returns at its price. */
export function legOn(market: number, stake: bigint, rest: Partial<PlaceLeg> = {}): PlaceLeg {
  const price = rest.price ?? 2_000;
  return {
    event: `e${market}`,
    kind: "1x2",
    spec: "",
    outcome: "1",
    counter: null,
    price,
    policy: "better",
    most: 1_000_000,
    version: null,
    liability: (stake * BigInt(price)) / 1000n,
    stakeUsd: stake,
    cap: null,
    ...rest,
  };
}

export function slipOn(
  player: PlayerId,
  n: number,
  stake: bigint,
  markets: readonly number[] = [1],
  rest: Partial<PlaceSlip> = {},
): PlaceSlip {
  return {
    player,
    key: keyOf(n),
    requestHash: hashOf(stake),
    currency: "USD",
    stake: micros(stake),
    reserved: { real: micros(0n), bonus: micros(0n) },
    rate: 0,
    freeBet: null,
    terms: { kind: markets.length === 1 ? "single" : "accumulator" },
    rulesVersion: "betting-1",
    winCap: micros(1_000_000n * unit),
    legs: markets.map(market => legOn(market, stake)),
    ...rest,
  };
}

/** A new free bet of the player. */
export async function givenFreeBet(
  { host, wallet }: Pick<TestApp, "host" | "wallet">,
  player: PlayerId,
  amount: bigint,
  forMs = 3_600_000,
): Promise<Uuid> {
  const id = host.ids.next();
  const expiresAt = new Date(host.clock.now() + forMs);
  await host.db.tx(tx => wallet.freeBets.grant(tx, player, { id, amount: micros(amount), currency: "USD", expiresAt }));
  return id;
}

let ids = 0;
/** A revision under a new id. */
export function revision(n: number, after: number, result: SlipRevision["result"]): SlipRevision {
  ids += 1;
  return { slip: keyOf(n), after, id: keyOf(0x5_0000_0000 + ids), cause: { reason: "settlement" }, result };
}

export const settled = (payout: bigint, boost = 0n): SlipRevision["result"] => ({
  kind: "settled",
  payout: micros(payout),
  boost: micros(boost),
});
export const cashedOut = (closed: bigint, paid: bigint): SlipRevision["result"] => ({
  kind: "cashed_out",
  closed: micros(closed),
  paid: micros(paid),
});
