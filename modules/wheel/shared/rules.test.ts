import { expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import { toHex } from "#kit/std/bytes.ts";
import type { Spin } from "./contract.ts";
import { drawTicket, prizeIn, prizeOf, wheelPrizes, wheelTickets, wheelTop } from "./rules.ts";
import { verifySpin } from "./verify.ts";

test("every ticket wins, the odds add up to a million, and no prize is above the top one", () => {
  expect(wheelPrizes.reduce((sum, { odds }) => sum + odds, 0)).toBe(wheelTickets);
  const won = new Map(wheelPrizes.map(prize => [prize, 0]));
  for (let ticket = 0; ticket < wheelTickets; ticket++) won.set(prizeOf(ticket), (won.get(prizeOf(ticket)) ?? 0) + 1);
  for (const prize of wheelPrizes) expect(won.get(prize)).toBe(prize.odds);
  for (const currency of currencyCodes) {
    const sums = wheelPrizes.map(prize => prizeIn(currency, prize));
    expect(sums[0]).toBe(wheelTop[currency]);
    expect(sums.every(sum => sum > 0n && sum <= wheelTop[currency])).toBe(true);
  }
});

test("a turn is checked from its seeds; another ticket, prize, seed or day does not fit", () => {
  const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
  const ticket = drawTicket(openStream(nobleHashes, seed, ["wheel", "player-seed_1", 20_000]));
  const spin: Spin = {
    ...{ id: "a", day: 20_000, spun_at: "", currency: "KZT", ticket },
    prize: formatAmount(prizeIn("KZT", prizeOf(ticket))),
    proof: {
      ...{ algorithm: "fairhouse-1", client_seed: "player-seed_1", nonce: 20_000, server_seed: toHex(seed) },
      server_seed_hash: toHex(nobleHashes.sha256(seed)),
    },
  };
  expect(verifySpin(spin, nobleHashes)).toBe("right");
  expect(verifySpin({ ...spin, proof: { ...spin.proof, server_seed: null } }, nobleHashes)).toBe("not_revealed");
  const bent: Spin[] = [
    { ...spin, ticket: ticket === 0 ? 1 : 0 },
    { ...spin, prize: "4.99" },
    { ...spin, proof: { ...spin.proof, nonce: 20_001 } },
    { ...spin, proof: { ...spin.proof, server_seed: "00".repeat(32) } },
  ];
  for (const wrong of bent) expect(verifySpin(wrong, nobleHashes)).toBe("wrong");
});
