import { describe, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

import { account, accountName, depositsClearing } from "#modules/ledger/shared/chart.ts";
import type { PlaceBet } from "../server/port.ts";
import { createWalletModel, modelTx } from "./model.ts";
import { testPair } from "./test-pairs.ts";

const alice = "00000000-0000-4000-8000-00000000000a" as PlayerId;
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}` as Uuid;

function dice(n: number, stake: bigint, payout: bigint): PlaceBet {
  return {
    player: alice,
    key: uuid(n),
    requestHash: new Uint8Array(32),
    game: "dice",
    currency: "USD",
    choice: {},
    rulesVersion: "1",
    stake: micros(stake),
    winCap: micros(1_000_000n),
    draw: pair => ({ outcome: { nonce: pair.nonce }, payout: micros(payout) }),
  };
}

async function aliceWith(amount: bigint) {
  const wallet = createWalletModel({ now: () => 0 });
  wallet.setPair(alice, testPair(1, "a", 0));
  await wallet.open(modelTx, alice, "USD");
  await wallet.credit(modelTx, {
    owner: alice,
    currency: "USD",
    amount: micros(amount),
    kind: "deposit",
    reference: uuid(99),
    from: depositsClearing("sandbox"),
  });
  return wallet;
}

describe("the wallet's model", () => {
  test("alice wins, loses, repeats a key and runs out of money; every transfer is booked", async () => {
    const wallet = await aliceWith(100n);
    expect(await wallet.place(dice(1, 60n, 100n))).toMatchObject({ kind: "accepted", bet: { balanceAfter: 140n } });
    expect(await wallet.place(dice(1, 60n, 100n))).toMatchObject({ replayed: true, bet: { seed: { nonce: 0 } } });
    expect(await wallet.place(dice(2, 140n, 0n))).toMatchObject({ kind: "accepted", bet: { seed: { nonce: 1 } } });
    expect(await wallet.place(dice(3, 1n, 0n))).toMatchObject({ reason: "insufficient_funds", balance: 0n });
    expect(wallet.transfers.map(t => [accountName(t.debit), accountName(t.credit), t.amount, t.balanceAfter])).toEqual([
      ["deposits:sandbox", "player:real", 100n, 100n],
      ["player:real", "result:dice", 60n, 40n],
      ["result:dice", "player:real", 100n, 140n],
      ["player:real", "result:dice", 140n, 0n],
    ]);
  });

  test("a bet of a round is accepted only while its window is open, ends once, and a repeat gets the first response", async () => {
    const wallet = await aliceWith(100n);
    const epoch = await wallet.takeEpoch("crash");
    const { draw: _none, ...open } = {
      ...dice(1, 40n, 0n),
      game: "crash",
      bettingWindow: { name: "crash", round: 7n },
    };
    expect(await wallet.place(open)).toMatchObject({ reason: "window_closed" });
    await wallet.openBettingWindow(modelTx, "crash", 7n, epoch);
    const first = await wallet.place(open);
    await wallet.closeBettingWindow("crash", epoch);
    const paid = { kind: "paid", payout: micros(80n), outcome: null } as const;
    const late = { player: alice, bet: open.key, result: paid, bettingWindow: { name: "crash", epoch: epoch - 1n } };
    expect(await wallet.settle(late)).toMatchObject({ reason: "leadership_lost" });
    const settled = await wallet.settle({ player: alice, bet: open.key, result: paid });
    expect(settled).toMatchObject({ kind: "settled", bet: { payout: 80n, settledBalance: 140n } });
    expect(await wallet.settle({ player: alice, bet: open.key, result: paid })).toMatchObject({
      reason: "already_settled",
    });
    expect(await wallet.place(open)).toEqual({ ...first, replayed: true });
    const inPlay = wallet.transfers.filter(t => accountName(t.debit) === "in play:crash");
    expect(inPlay.map(t => t.amount)).toEqual([40n]);
    expect(wallet.transfers.at(-1)?.credit).toBe(account("player:real"));
  });
});
