import { expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import { costPerSpin, drawTicket, prizeIn, prizeOf, wheelConfiguration, wheelTickets } from "./rules.ts";

test("the golden spins", () => {
  const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
  const ticket = (day: number) => drawTicket(openStream(nobleHashes, seed, ["wheel", "player-seed_1", day]));
  expect([ticket(0), ticket(20_000)]).toEqual([924_145, 448_502]);
});

const { prizes: wheelPrizes, top } = wheelConfiguration;

test("every ticket wins, the odds add up to a million, and no prize is above the top one", () => {
  expect(wheelPrizes.reduce((sum, { odds }) => sum + odds, 0)).toBe(wheelTickets);
  const won = new Map<(typeof wheelPrizes)[number], number>(wheelPrizes.map(prize => [prize, 0]));
  for (let ticket = 0; ticket < wheelTickets; ticket++) {
    const prize = prizeOf(wheelConfiguration, ticket) as (typeof wheelPrizes)[number];
    won.set(prize, (won.get(prize) ?? 0) + 1);
  }
  for (const prize of wheelPrizes) expect(won.get(prize)).toBe(prize.odds);
  for (const currency of currencyCodes) {
    const sums = wheelPrizes.map(prize => prizeIn(wheelConfiguration, currency, prize));
    expect(sums[0]).toBe(BigInt(top[currency]));
    expect(sums.every(sum => sum > 0n && sum <= BigInt(top[currency]))).toBe(true);
    // Nothing is ever truncated.
    for (const { of } of wheelPrizes) expect((BigInt(top[currency]) * BigInt(of)) % 100n).toBe(0n);
  }
});

test("the cost of a spin is the exact average over all tickets", () => {
  expect(costPerSpin(wheelConfiguration, "RUB")).toBe("0.115");
  expect(costPerSpin(wheelConfiguration, "USD")).toBe("0.00115");
  const odd = {
    top: { ...top, USD: 30_000 },
    prizes: [
      { of: 100, odds: 1 },
      { of: 1, odds: 999_999 },
    ],
  };
  expect(costPerSpin(odd, "USD")).toBe("0.0003000297");
  expect(costPerSpin({ top: { ...top, EUR: 10_000_000 }, prizes: [{ of: 100, odds: 1_000_000 }] }, "EUR")).toBe("10");
});
