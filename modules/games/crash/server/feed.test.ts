import { expect, test } from "vitest";
import { timeOf } from "../shared/climb.ts";
import { cashOut, opened, placed, rub } from "../testing/test-flights.ts";

/** Bets of a round that are shown one by one. */
const shown = 200;

test("bets beyond those shown are counted for all players, and so are their cash-outs and what a bet can still win", async () => {
  const { owner, clock, player, expectBooks } = await opened([300]);
  for (let i = 0; i < shown; i += 1) await placed(owner, await player(rub(10)), "10");
  await clock.advance(2000);
  const sentBefore = owner.sent.length;
  const zoe = await player(rub(1000));
  const late = await placed(owner, zoe, "1000");
  await placed(owner, await player(rub(10)), "10");
  await clock.advance(1000);
  const joins = owner.sent.slice(sentBefore).filter(({ event }) => event === "joins");
  expect(joins.at(-1)?.data).toMatchObject({ bet_count: shown + 2, bets: [] });
  // A count alone is sent no more often than rows are.
  expect(joins.length).toBeLessThanOrEqual(2);
  const caps = Object.assign({}, ...owner.sent.flatMap(({ data }) => ("win_caps" in data ? [data.win_caps] : [])));
  expect(caps).toEqual((await owner.snapshot()).win_caps);

  await clock.advance(5000 + timeOf(150) - 3000);
  expect(await owner.call(cashOut(late), zoe)).toMatchObject({ status: 200 });
  await clock.advance(500);
  const cashOuts = owner.sent.filter(({ event }) => event === "cash_outs");
  expect(cashOuts.at(-1)?.data).toMatchObject({ bets: [], still_in: shown + 1 });
  await clock.advance(10_000);
  await expectBooks();
  await owner.stop();
});
