import { expect, test } from "vitest";
import { optionsOf, pagesLike } from "./palette-options.ts";

const pages = [
  { to: "/players", title: "Players" },
  { to: "/payouts", title: "Withdrawals" },
];
const player = { id: "p1", name: "Alice", test: false };
const none = { players: [], bets: [], slips: [], rounds: [], deposits: [], payouts: [] };

test("pages are found by any part of their names", () => {
  expect(pagesLike(pages, "DRAW").map(({ to }) => to)).toEqual(["/payouts"]);
  expect(pagesLike(pages, "").map(({ to }) => to)).toEqual(["/players", "/payouts"]);
});

test("each thing that is found opens its page", () => {
  const money = { amount: "5", currency: "EUR" as const };
  const options = optionsOf(
    {
      ...none,
      players: [{ ...player, email: "a•••@e•••.org", phone: null }],
      bets: [{ id: "b1", game: "dice", player, ...money }],
      slips: [{ id: "s1", player, ...money }],
      rounds: [{ game: "crash", number: "17", state: "settled" }],
      deposits: [{ id: "d1", player, ...money }],
      payouts: [{ id: "w1", player, ...money }],
    },
    { gameName: game => game.toUpperCase(), showMoney: (amount, currency) => `${amount} ${currency}` },
  );
  expect(options.map(({ to }) => to)).toEqual([
    "/players/p1",
    "/games/dice/bets/b1",
    "/slips/s1",
    "/games/crash?round=17",
    "/payments/d1",
    "/payouts/w1",
  ]);
  expect(options.slice(0, 2)).toMatchObject([
    { title: "Alice", note: "a•••@e•••.org" },
    { title: "DICE, 5 EUR", note: "Alice" },
  ]);
});
