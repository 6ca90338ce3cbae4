import { expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import { drawTicket, prizeIn, prizeOf, topPrize, wheelPrizes, wheelTickets } from "./rules.ts";

test("the golden turns", () => {
  const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
  const ticket = (day: number) => drawTicket(openStream(nobleHashes, seed, ["wheel", "player-seed_1", day]));
  expect([ticket(0), ticket(20_000)]).toEqual([924_145, 448_502]);
});

test("every ticket wins, the odds add up to a million, and no prize is above the top one", () => {
  expect(wheelPrizes.reduce((sum, { odds }) => sum + odds, 0)).toBe(wheelTickets);
  const won = new Map(wheelPrizes.map(prize => [prize, 0]));
  for (let ticket = 0; ticket < wheelTickets; ticket++) won.set(prizeOf(ticket), (won.get(prizeOf(ticket)) ?? 0) + 1);
  for (const prize of wheelPrizes) expect(won.get(prize)).toBe(prize.odds);
  for (const currency of currencyCodes) {
    const sums = wheelPrizes.map(prize => prizeIn(currency, prize));
    expect(sums[0]).toBe(topPrize(currency));
    expect(sums.every(sum => sum > 0n && sum <= topPrize(currency))).toBe(true);
    // Nothing is ever cut.
    for (const { of } of wheelPrizes) expect((topPrize(currency) * BigInt(of)) % 100n).toBe(0n);
  }
});
