import { expect, test } from "vitest";
import { accountNamed } from "#modules/ledger/shared/chart.ts";
import type { TransferKind } from "#modules/ledger/shared/kinds.ts";
import { partsOf } from "./figures.ts";

const parts = (kind: TransferKind, debit: string, credit: string) =>
  partsOf({ kind, debit: accountNamed(debit), credit: accountNamed(credit) }).map(
    ({ figure, sign, game }) => `${sign > 0n ? "+" : "-"}${figure}${game ? ` ${game}` : ""}`,
  );

test.each([
  ["stake", "player:real", "result:dice", ["+ggr dice"]],
  ["stake", "player:real", "in play:crash", []],
  ["settle", "in play:crash", "result:crash", ["+ggr crash"]],
  ["payout", "result:dice", "player:real", ["-ggr dice"]],
  ["jackpot_share", "result:slots", "jackpot:slots", ["-jackpots slots"]],
  ["jackpot_win", "jackpot:slots", "player:real", []],
  ["bonus", "bonus:deposit", "player:bonus", ["-bonuses"]],
  ["bonus_forfeited", "player:bonus", "bonus:deposit", ["+bonuses"]],
  ["prize", "promotions", "player:real", ["-prizes"]],
  ["chat_budget", "promotions", "chat budget", ["+prizes", "-prizes"]],
  ["rain", "chat budget", "player:real", ["-prizes"]],
  ["commission", "fees", "deposits:sandbox", ["-fees"]],
  ["deposit", "deposits:sandbox", "player:real", ["+deposits"]],
  ["payout_sent", "payouts:sandbox", "deposits:sandbox", ["+payouts"]],
  ["payout_request", "player:real", "payouts:sandbox", []],
] as const)("%s from %s to %s counts as %j", (kind, debit, credit, expected) => {
  expect(parts(kind, debit, credit)).toEqual(expected);
});
