import { expect, test } from "vitest";
import { publishedPayouts } from "./published-payouts.ts";

/** Pays nothing in half of the rounds, and 1.92 stakes in the other half. */
const payouts = [
  { weight: 1, multiple: "0" },
  { weight: 1, multiple: "1.92" },
];
const manifest = {
  kind: "slots",
  title: { en: "Halves", ru: "Половины", kk: "Жартылар" },
  modes: [
    { mode: "base", rtp: "96.00", payouts },
    { mode: "buy", rtp: "95.57", buy: "65" },
  ],
  stakes: { USD: ["0.10", "1"] },
  jackpot: null,
};

function found(change: object = {}, game: object = {}, currency = "USD") {
  const one = { slug: "halves", manifest: { ...manifest, ...change }, isEnabled: true, ...game };
  const provider = { slug: "studio", isOn: true, games: new Map([["halves", one]]) };
  return publishedPayouts([provider as never], currency, "ru");
}

test("a slot whose every payout is published can be computed with: title, stakes, and what a bet counts", () => {
  const [slot] = found();
  expect(slot).toEqual({
    provider: "studio",
    slug: "halves",
    title: "Половины",
    rate: 1000,
    stakes: ["0.10", "1"],
    payouts,
  });
});

test.each([
  ["pays pots beside them", { jackpot: { pool: "steppe" } }, {}],
  ["states another return", { modes: [{ mode: "base", rtp: "96.02", payouts }] }, {}],
  ["publishes none", { modes: [{ mode: "base", rtp: "96.00" }] }, {}],
  ["publishes those of bought rounds only", { modes: [{ mode: "buy", rtp: "96.00", buy: "65", payouts }] }, {}],
  ["is a live table", { kind: "live-casino" }, {}],
  ["cannot be played", {}, { isEnabled: false }],
])("a game that %s is left out", (_why, change, game) => {
  expect(found(change, game)).toEqual([]);
});

test("a game without stakes in the currency is left out", () => expect(found({}, {}, "KZT")).toEqual([]));
