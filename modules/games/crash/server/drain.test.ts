import { expect, test } from "vitest";
import { timeOf } from "../shared/climb.ts";
import { cashOut, drainMs, opened, placed, rub } from "../testing/test-flights.ts";

/** A promise's state without waiting for it. */
function watched(work: Promise<void>): { done: boolean } {
  const state = { done: false };
  void work.then(() => {
    state.done = true;
  });
  return state;
}

test("a round without bets ends at once, and no other opens", async () => {
  const { owner, clock, expectBooks } = await opened([300]);
  const drain = watched(owner.drain());
  await clock.advance(0);
  expect(drain.done).toBe(true);
  await owner.stop();
  await clock.advance(60_000);
  expect(owner.sent.filter(({ event }) => event === "betting")).toHaveLength(1);
  await expectBooks();
});

test("alice's flight is played to its end: she cashes out during the drain, bob loses by the rules, and nothing opens after", async () => {
  const { owner, clock, player, balance, expectBooks } = await opened([300]);
  const [alice, bob] = [await player(rub(100)), await player(rub(100))];
  const id = await placed(owner, alice, "10");
  await placed(owner, bob, "10");
  await clock.advance(5000 + timeOf(120));
  const drain = watched(owner.drain());
  await clock.advance(timeOf(150) - timeOf(120));
  expect(drain.done).toBe(false);
  expect(await owner.call(cashOut(id), alice)).toMatchObject({ status: 200, body: { data: { payout: "15" } } });
  await clock.advance(timeOf(301) - timeOf(150) + 5000);
  expect(drain.done).toBe(true);
  expect([await balance(alice), await balance(bob)]).toEqual([rub(105), rub(90)]);
  await clock.advance(60_000);
  expect(owner.sent.filter(({ event }) => event === "betting")).toHaveLength(1);
  await owner.stop();
  await expectBooks();
});

test("a flight longer than the drain is left to the next leader, who gives the stake back", async () => {
  const { owner, another, clock, player, balance, expectBooks } = await opened([100_000_00]);
  const alice = await player(rub(100));
  await placed(owner, alice, "10");
  await clock.advance(5000 + 1000);
  const drain = watched(owner.drain());
  await clock.advance(drainMs - 1);
  expect(drain.done).toBe(false);
  await clock.advance(1);
  expect(drain.done).toBe(true);
  await owner.stop();
  expect(await balance(alice)).toBe(rub(90));
  const next = another();
  await next.start();
  await clock.advance(2000);
  expect(await balance(alice)).toBe(rub(100));
  await next.stop();
  await expectBooks();
});
