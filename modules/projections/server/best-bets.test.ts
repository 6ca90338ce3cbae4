import { expect, test } from "vitest";
import { gameNumber, gameResult } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import type { PlayedRow } from "#modules/wallet/server/index.ts";
import { bestBetsOf } from "./best-bets.ts";
import { playsOf } from "./plays.ts";

const dice = gameResult("dice") - gameNumber("dice");
const row = (n: number, given: Partial<PlayedRow> & { readonly game?: number }): PlayedRow => {
  const { game = gameNumber("dice"), ...rest } = given;
  return {
    playerId: "alice",
    currency: "USD",
    seq: BigInt(n),
    kind: kindNumbers.stake,
    isPlay: true,
    amount: 10n,
    debit: 1,
    credit: dice + game,
    reference: `bet-${n}`,
    at: n,
    day: "2026-11-24",
    halfHour: 0,
    rulesVersion: "dice-1",
    choice: "{}",
    stake: 10n,
    payout: 0n,
    fromBonus: 0n,
    closes: null,
    reversedDay: null,
    ...rest,
  };
};

test("the largest payout and the largest multiplier of a day, of equal ones the earlier; no loss, no bonus money, no provider", () => {
  const best = bestBetsOf(
    playsOf([
      row(1, { payout: 30n }),
      row(2, { payout: 30n }),
      row(3, { stake: 2n, payout: 20n }),
      row(4, { payout: 9n }),
      row(5, { payout: 10n }),
      row(6, { payout: 900n, fromBonus: 1n }),
      row(7, { payout: 900n, game: 137 }),
      row(8, { payout: 900n, kind: kindNumbers.bonus_stake }),
    ]),
  );
  expect(best).toMatchObject([
    { game: gameNumber("dice"), win: { key: "bet-1", value: 30n }, multiplier: { key: "bet-3", value: 100_000n } },
  ]);
});

test("players, currencies, games and days are apart", () => {
  const won = { payout: 20n };
  const rows = [
    row(1, won),
    row(2, { ...won, playerId: "bob" }),
    row(3, { ...won, currency: "RUB" }),
    row(4, { ...won, game: gameNumber("keno") }),
    row(5, { ...won, day: "2026-11-25" }),
  ];
  expect(bestBetsOf(playsOf(rows))).toHaveLength(5);
});
