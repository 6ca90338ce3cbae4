import { expect, test } from "vitest";
import { entryListHash } from "#kit/fair/entries.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { currencyCodes, isCurrency } from "#kit/money/currency.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { configurationHash } from "#modules/fairness/shared/configuration.ts";
import { multiplayerStream } from "#modules/fairness/shared/multiplayer.ts";
import { publishedHashes } from "#modules/fairness/testing/published-hashes.ts";
import { prizeAt } from "#modules/games/cases/shared/rules.ts";
import { battleConfiguration, battleEnd, battlesRules, drawBattle, largestPayout, seatPrice } from "./rules.ts";
import vectors from "./vectors.json" with { type: "json" };

const { current: rules } = battlesRules;
const { cases, tickets: ticketsOfACase } = rules.cases;

test("a published version of the rules is never edited: each has the hash it was published with", () => {
  expect(publishedHashes(battlesRules)).toEqual({
    "battles-1": "149dd7cd4f3c2676183190c21bad46c07a82eaa96ffde288cd4930e6ab3598a8",
  });
});

test("every golden battle is reproduced", () => {
  for (const golden of vectors.rounds) {
    const slugs = golden.cases.split(",");
    const { currency } = golden;
    invariant(isCurrency(currency), "a currency");
    const entries = golden.entries.split(",").map(text => {
      const [seat = "", player = "", stake = ""] = text.split(":");
      return { seat: Number(seat), player, stake: BigInt(stake) };
    });
    const entriesHash = toHex(entryListHash(nobleHashes, entries));
    expect(entriesHash).toBe(golden.entries_hash);
    expect(entries.every(({ stake }) => stake === seatPrice(rules, slugs, currency))).toBe(true);
    expect(configurationHash(nobleHashes, battleConfiguration(rules, slugs))).toBe(golden.config_hash);
    const stream = multiplayerStream(nobleHashes, required(parseHex(golden.secret), "hex"), {
      game: "battles",
      round: golden.round,
      beaconRound: golden.beacon_round,
      beaconValue: golden.beacon_value,
      entriesHash,
    });
    const tickets = drawBattle(rules, stream, slugs.length, entries.length);
    expect(tickets.flat().join(" ")).toBe(golden.tickets);
    const { totals, winners, payouts } = battleEnd(rules, slugs, tickets, currency);
    expect([totals.join(" "), winners.join(" "), payouts.join(" ")]).toEqual([
      golden.totals,
      golden.winners,
      golden.payouts,
    ]);
  }
  expect(vectors.rounds.some(({ winners }) => winners.includes(" "))).toBe(true);
});

/** The first ticket of each prize of a case, the dearest first. */
const ticketsOf = (slug: string) => {
  let above = 0;
  return required(
    cases.find(each => each.slug === slug),
    "a case",
  ).prizes.map(({ odds }) => {
    above += odds;
    return above - odds;
  });
};

test("the highest total takes everything; equal totals share it, and the odd micro-unit goes to the earlier seat", () => {
  const [best = 0, second = 0, third = 0] = ticketsOf("orchard");
  expect(battleEnd(rules, ["orchard"], [[second, best, third]], "RUB")).toMatchObject({
    winners: [2],
    pot: 162_000_000n,
  });
  // 10 and 10 roubles of prizes each, and 4: three times 10x, and 4x of one rouble.
  const shared = battleEnd(rules, ["orchard"], [[best, second, best]], "RUB");
  expect(shared).toMatchObject({ winners: [1, 3], payouts: [120_000_000n, 0n, 120_000_000n] });
  const three = battleEnd(rules, ["orchard"], [[best, best, second, best]], "USD");
  expect(three.winners).toEqual([1, 2, 4]);
  const [first = 0n, other = 0n, , last = 0n] = three.payouts;
  expect(three.pot % 3n).toBe(1n);
  expect([first - other, other - last]).toEqual([1n, 0n]);
  expect(battleEnd(rules, ["orchard"], [[third, third]], "RUB").winners).toEqual([1, 2]);
});

test("12: what is paid is all prizes, to the micro-unit, in every currency: a battle returns what its cases return", {
  tags: ["known-failure/11/battles", "known-failure/12/battles"],
}, () => {
  let seed = 7;
  const ticket = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed % ticketsOfACase;
  };
  for (const currency of currencyCodes)
    for (let i = 0; i < 200; i++) {
      const slugs = [
        required(cases[i % cases.length], "a case").slug,
        required(cases[(i * 5) % cases.length], "a case").slug,
      ];
      const drawn = slugs.map(() => Array.from({ length: 2 + (i % 3) }, ticket));
      const { totals, pot, payouts } = battleEnd(rules, slugs, drawn, currency);
      const sum = (all: readonly bigint[]) => all.reduce((a, b) => a + b, 0n);
      expect([sum(payouts), sum(totals)]).toEqual([pot, pot]);
      const { numerator, denominator } = largestPayout(rules, slugs, 2 + (i % 3), currency);
      expect(pot <= numerator && denominator === seatPrice(rules, slugs, currency)).toBe(true);
    }
});

test("each seat has the chances of the case: its draw is below a million for any other seats", () => {
  // Not 0n: the first words of the range are drawn again, so that all tickets are equally likely.
  const words = [1n, (1n << 64n) - 1n, (1n << 63n) + 1n, (1n << 62n) + 1n];
  let at = 0;
  const stream = { next: () => words[at++ % words.length] ?? 0n, position: 1, blocks: [] };
  const [first = [], second = []] = drawBattle(rules, stream, 2, 2);
  // Case by case, seats in order.
  expect([first, second]).toEqual([
    [0, 999_999],
    [500_000, 250_000],
  ]);
  const of = required(cases[0], "a case");
  expect(prizeAt(of, 0)).toBe(of.prizes[0]);
  expect(prizeAt(of, 999_999)).toBe(of.prizes.at(-1));
});
