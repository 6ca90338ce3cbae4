import { expect, test } from "vitest";
import { optionsOf, pagesLike, pseudonymLike } from "./palette-options.ts";

const pages = [
  { to: "/players", title: "Players" },
  { to: "/payouts", title: "Withdrawals" },
];
const player = { id: "p1", name: "Alice", test: false };
const none = {
  players: [],
  bets: [],
  slips: [],
  rounds: [],
  deposits: [],
  payouts: [],
  operators: [],
  views: [],
  hashes: [],
};

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
      operators: [{ id: "o1", name: "Askar & Co", role: "owner" }],
      views: [{ id: "v1", name: "Large", to: "/payouts?which=all", by: "Madina" }],
      hashes: [
        { kind: "link", number: "17", game: "crash", player: null, to: "/games/crash?round=17" },
        { kind: "server_seed", number: null, game: null, player, to: "/players/p1" },
      ],
    },
    {
      gameName: game => game.toUpperCase(),
      roleName: role => `the ${role}`,
      hashName: kind => kind,
      showMoney: (amount, currency) => `${amount} ${currency}`,
    },
  );
  expect(options.map(({ to }) => to)).toEqual([
    "/players/p1",
    "/games/dice/bets/b1",
    "/slips/s1",
    "/games/crash?round=17",
    "/payments/d1",
    "/payouts/w1",
    "/audit?operator=Askar%20%26%20Co",
    "/payouts?which=all",
    "/games/crash?round=17",
    "/players/p1",
  ]);
  expect(options.slice(0, 2)).toMatchObject([
    { title: "Alice", note: "a•••@e•••.org" },
    { title: "DICE, 5 EUR", note: "Alice" },
  ]);
  expect(options.slice(-4)).toMatchObject([
    { title: "Askar & Co", note: "the owner" },
    { title: "Large", note: "Madina" },
    { title: "link", note: "CRASH 17" },
    { title: "server_seed", note: "Alice" },
  ]);
});

test("a whole pseudonym of a file opens the search of players, and no part of one does", () => {
  const pseudonym = `p-${"0f".repeat(16)}`;
  expect(pseudonymLike(pseudonym, "Show player")).toEqual([
    { to: `/players?query=${pseudonym}`, group: "players", title: pseudonym, note: "Show player" },
  ]);
  for (const text of [pseudonym.slice(0, -1), `${pseudonym}0`, pseudonym.slice(2), "players"])
    expect(pseudonymLike(text, "Show player"), text).toEqual([]);
});
