import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { accountBalance } from "#modules/ledger/server/index.ts";
import { depositsClearing, payoutsClearing } from "#modules/ledger/shared/chart.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { diceBet } from "../testing/test-bets.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const account = payoutsClearing("sandbox");
const owing = depositsClearing("sandbox");
const kinds = { held: "payout_request", posted: "payout_sent", released: "payout_cancelled" } as const;
const newId = () => randomUUID() as string as Uuid;
const hold = (owner: PlayerId, amount: bigint, id = newId(), expiresAt: Date | null = null) =>
  app.host.db.tx(tx =>
    app.wallet.holds.hold(tx, { id, owner, currency: "USD", amount: micros(amount), account, kinds, expiresAt }),
  );
const post = (owner: PlayerId, id: Uuid) => app.host.db.tx(tx => app.wallet.holds.post(tx, { owner, id }, owing));
const release = (owner: PlayerId, id: Uuid) => app.host.db.tx(tx => app.wallet.holds.release(tx, { owner, id }));
const onTheWay = () => accountBalance(app.host.db, "USD", account);

describe("a hold", () => {
  test("counts against the balance at once, and posted it arrives at its target account", async () => {
    const alice = await app.player("alice", 100n);
    const id = newId();
    expect(await hold(alice, 70n, id)).toMatchObject({ kind: "moved", balanceAfter: 30n, replayed: false });
    expect(await app.wallet.place(diceBet(alice, 1, 31n, 0n))).toMatchObject({ reason: "insufficient_funds" });
    expect(await onTheWay()).toBe(70n);
    expect(await post(alice, id)).toBe(true);
    expect([await onTheWay(), await post(alice, id), await release(alice, id)]).toEqual([0n, true, false]);
    await app.expectBooks(alice, 30n);
  });

  test("released is on the balance again, and can never be posted after that", async () => {
    const bob = await app.player("bob", 100n);
    const id = newId();
    await hold(bob, 70n, id);
    expect([await release(bob, id), await release(bob, id), await post(bob, id)]).toEqual([true, true, false]);
    await app.expectBooks(bob, 100n);
  });

  test("above the balance is refused; with the same id it is the same one", async () => {
    const carol = await app.player("carol", 100n);
    const id = newId();
    expect(await hold(carol, 101n, id)).toMatchObject({ kind: "refused", reason: "insufficient_funds" });
    expect([await post(carol, id), await release(carol, id)]).toEqual([false, false]);
    const same = await Promise.all(Array.from({ length: 8 }, () => hold(carol, 60n, id)));
    expect(same.filter(answer => answer.kind === "moved" && !answer.replayed)).toHaveLength(1);
    await app.expectBooks(carol, 40n);
    await release(carol, id);
  });

  test("is its player's: named with another player it does not exist", async () => {
    const [frank, grace] = [await app.player("frank", 100n), await app.player("grace", 100n)];
    const id = newId();
    await hold(frank, 70n, id);
    expect([await post(grace, id), await release(grace, id)]).toEqual([false, false]);
    expect(await onTheWay()).toBe(70n);
    expect(await release(frank, id)).toBe(true);
    await app.expectBooks(frank, 100n);
    await app.expectBooks(grace, 100n);
  });

  test("that is posted and released concurrently ends once", async () => {
    const dave = await app.player("dave", 1_000n);
    let paid = 0n;
    for (let round = 0; round < 15; round++) {
      const id = newId();
      await hold(dave, 10n, id);
      const [posted, released] = await Promise.all([post(dave, id), release(dave, id)]);
      expect([posted, released].filter(Boolean)).toHaveLength(1);
      if (posted) paid += 10n;
    }
    expect(await onTheWay()).toBe(0n);
    await app.expectBooks(dave, 1_000n - paid);
  });

  test("that has expired is released automatically, once, also with two processes; one without an expiry never is", async () => {
    const erin = await app.player("erin", 100n);
    const at = (ms: number) => new Date(app.host.clock.now() + ms);
    const [soon, later, never] = [newId(), newId(), newId()];
    await hold(erin, 10n, soon, at(1_000));
    await hold(erin, 20n, later, at(60_000));
    await hold(erin, 40n, never);
    expect(await app.wallet.holds.releaseExpired()).toBe(0);
    await app.host.clock.advance(1_000);
    const second = app.second();
    const released = await Promise.all([app.wallet.holds.releaseExpired(), second.wallet.holds.releaseExpired()]);
    await second.stop();
    expect(released[0] + released[1]).toBeGreaterThanOrEqual(1);
    expect(await post(erin, soon)).toBe(false);
    await app.expectBooks(erin, 40n);
    await app.host.clock.advance(86_400_000);
    await app.wallet.jobs?.find(job => job.name === "wallet-release-holds")?.run(undefined);
    expect([await post(erin, later), await post(erin, never)]).toEqual([false, true]);
    await app.expectBooks(erin, 60n);
  });
});
