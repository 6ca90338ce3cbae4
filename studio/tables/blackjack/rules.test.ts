import { expect, test } from "vitest";
import type { WordStream } from "#kit/fair/stream.ts";
import { fastWords } from "#studio/testing/table-rounds.ts";
import { type Card, deck, decks } from "../shared/cards.ts";
import { edgeOf } from "../shared/odds.ts";
import { choicesIn, followsMoves, resultOf } from "../shared/turns.ts";
import { fiveSeatsBlackjack } from "./game.ts";
import { totalOf } from "./hands.ts";
import { odds } from "./odds.ts";
import { type BlackjackOutcome, openRound, type SeatHands } from "./rules.ts";
import { hasSpot, isFurther, ownerOf, returnsOf, seatOf, spots, stakeOf, timedOut } from "./spots.ts";

/** Words that deal these cards in this order. */
function dealt(...cards: readonly Card[]): WordStream {
  const left = deck.flatMap(card => Array.from({ length: decks }, () => card));
  let position = 0;
  return {
    next() {
      const at = left.indexOf(cards[position] ?? left[0] ?? "");
      // A word at the middle of its place.
      const word = ((2n * BigInt(at) + 1n) << 63n) / BigInt(left.length);
      left.splice(at, 1);
      position += 1;
      return word;
    },
    get position() {
      return position;
    },
    blocks: [],
  };
}

const make = (round: ReturnType<typeof openRound>, ...moves: readonly string[]) => {
  for (const each of moves) {
    const [seat = "", action = "", hand = "0"] = each.split(" ");
    round.make({ seat: Number(seat), action, hand: Number(hand) });
  }
  return round;
};

/** One seat: its two cards, the dealer's two, then the others. */
const hand = (own: readonly [Card, Card], dealer: readonly [Card, Card], ...rest: readonly Card[]) =>
  openRound(dealt(own[0], dealer[0], own[1], dealer[1], ...rest), [3]);

const outcome = (given: Partial<BlackjackOutcome> & { readonly cards?: readonly Card[] }): BlackjackOutcome => ({
  dealer: given.dealer ?? ["9s", "9h"],
  seats: given.seats ?? [{ seat: 1, hands: [{ cards: given.cards ?? [], doubled: false }], insured: false }],
  moves: [],
});

test.each([
  [["As", "Kd"], 21, true],
  [["As", "Ah"], 12, true],
  [["As", "5d", "Kc"], 16, false],
  [["As", "Ah", "9c"], 21, true],
  [["10s", "Qd", "2c"], 22, false],
])("counts %j as %i", (cards, total, soft) => {
  expect(totalOf(cards as Card[])).toEqual({ total, soft });
});

test("deals one card to each, the dealer's first, a second to each, and one face down that is not published", () => {
  const round = openRound(dealt("2s", "3s", "7h", "4s", "5s", "Kd"), [2, 5]);
  expect(round.view()).toEqual({
    dealer: ["7h"],
    seats: [
      { seat: 2, hands: [{ cards: ["2s", "4s"], doubled: false }], insured: false },
      { seat: 5, hands: [{ cards: ["3s", "5s"], doubled: false }], insured: false },
    ],
    moves: [],
  });
  expect(round.next).toEqual({ kind: "turn", seat: 2, hand: 0 });
  expect(JSON.stringify(round.view())).not.toContain("Kd");
});

test("the dealer draws to 17 and stands on a soft one", () => {
  expect(make(hand(["10s", "9s"], ["6h", "9d"], "Ac", "5c"), "3 stand").finish().dealer).toEqual([
    "6h",
    "9d",
    "Ac",
    "5c",
  ]);
  expect(make(hand(["10s", "9s"], ["6h", "Ad"], "5c"), "3 stand").finish().dealer).toEqual(["6h", "Ad"]);
});

test("the dealer draws no card against busts and blackjacks only", () => {
  expect(make(hand(["10s", "6s"], ["6h", "6d"], "Kc"), "3 hit").finish().dealer).toEqual(["6h", "6d"]);
  expect(hand(["As", "Ks"], ["6h", "6d"]).finish().dealer).toEqual(["6h", "6d"]);
});

test("the dealer looks under a ten at once, and under an ace after insurance", () => {
  expect(hand(["10s", "6s"], ["Kh", "Ad"]).next).toEqual({ kind: "over" });
  const round = hand(["10s", "6s"], ["Ah", "Kd"]);
  expect(round.next).toEqual({ kind: "all", seats: [3] });
  expect(make(round, "3 insure").next).toEqual({ kind: "over" });
  expect(make(hand(["10s", "6s"], ["Ah", "9d"]), "3 decline").next).toEqual({ kind: "turn", seat: 3, hand: 0 });
});

test("insurance is offered against an ace only", () => {
  for (const up of ["Kh", "9h"])
    expect(hand(["10s", "6s"], [up, "8d"]).allowed({ seat: 3, hand: 0, action: "insure" })).toBe(false);
});

test("a pair of one value is split once: each hand gets a card, may be doubled, and is not split again", () => {
  const round = make(hand(["8s", "8h"], ["6h", "10d"], "8c", "3c", "Kc"), "3 split");
  expect(round.next).toEqual({ kind: "turn", seat: 3, hand: 0 });
  expect(round.allowed({ seat: 3, hand: 0, action: "split" })).toBe(false);
  make(round, "3 stand");
  expect(round.next).toEqual({ kind: "turn", seat: 3, hand: 1 });
  make(round, "3 double 1");
  expect(round.finish().seats[0]?.hands).toEqual([
    { cards: ["8s", "8c"], doubled: false },
    { cards: ["8h", "3c", "Kc"], doubled: true },
  ]);
  expect(hand(["Ks", "10h"], ["6h", "10d"]).allowed({ seat: 3, hand: 0, action: "split" })).toBe(true);
  expect(hand(["9s", "10h"], ["6h", "10d"]).allowed({ seat: 3, hand: 0, action: "split" })).toBe(false);
});

test("split aces get one card each, and 21 with it is no blackjack", () => {
  const round = make(hand(["As", "Ah"], ["6h", "10d"], "Kc", "9c", "5s"), "3 split");
  expect(round.next).toEqual({ kind: "over" });
  const end = round.finish();
  expect(end.dealer).toEqual(["6h", "10d", "5s"]);
  expect(["seat-3", "split-3"].map(spot => returnsOf(end, spot))).toEqual([100n, 0n]);
});

test("there is nothing to decide at 21, at a blackjack, after a double", () => {
  expect(make(hand(["5s", "6h"], ["6h", "10d"], "Kc"), "3 hit").next).toEqual({ kind: "over" });
  expect(hand(["As", "Kh"], ["6h", "10d"]).next).toEqual({ kind: "over" });
  expect(make(hand(["5s", "6h"], ["6h", "10d"], "2c"), "3 double").next).toEqual({ kind: "over" });
  const third = make(hand(["5s", "4h"], ["6h", "10d"], "2c"), "3 hit");
  expect(third.allowed({ seat: 3, hand: 0, action: "double" })).toBe(false);
});

test.each([
  [["As", "Kd"], ["9s", "9h"], 250n],
  [["As", "Kd"], ["Ks", "Ah"], 100n],
  [["10s", "9d", "2h"], ["Ks", "Ah"], 0n],
  [["10s", "9d"], ["9s", "9h"], 200n],
  [["10s", "8d"], ["9s", "9h"], 100n],
  [["10s", "7d"], ["9s", "9h"], 0n],
  [["10s", "2d"], ["9s", "6h", "Kd"], 200n],
  [["10s", "6d", "Kc"], ["9s", "6h", "Kd"], 0n],
])("%j against %j returns %i hundredths", (cards, dealer, returned) => {
  expect(returnsOf(outcome({ cards, dealer }), "seat-1")).toBe(returned);
  expect(returnsOf(outcome({ cards, dealer }), "behind-1")).toBe(returned);
});

test("insurance pays 2:1 for a blackjack of the dealer", () => {
  expect(returnsOf(outcome({ cards: ["10s", "9d"], dealer: ["As", "Kh"] }), "insurance-1")).toBe(300n);
  expect(returnsOf(outcome({ cards: ["10s", "9d"], dealer: ["As", "9h"] }), "insurance-1")).toBe(0n);
});

test("side bets are of the first cards, also after a split", () => {
  const pairs = (...cards: Card[]) => returnsOf(outcome({ cards }), "pairs-1");
  expect([pairs("8s", "8s"), pairs("8s", "8c"), pairs("8s", "8h"), pairs("8s", "9s")]).toEqual([
    2_600n,
    1_300n,
    700n,
    0n,
  ]);
  const plus3 = (up: Card, ...cards: Card[]) => returnsOf(outcome({ cards, dealer: [up, "2c"] }), "plus3-1");
  expect([
    plus3("8s", "8s", "8s"),
    plus3("9s", "7s", "8s"),
    plus3("8h", "8s", "8d"),
    plus3("As", "Kh", "Qd"),
    plus3("As", "2h", "3d"),
    plus3("2s", "Kh", "Ad"),
    plus3("2s", "9s", "Ks"),
  ]).toEqual([10_100n, 4_100n, 3_100n, 1_100n, 1_100n, 0n, 600n]);
  const seats: SeatHands[] = [
    {
      seat: 1,
      insured: false,
      hands: [
        { cards: ["8s", "Kd"], doubled: false },
        { cards: ["8s", "2d"], doubled: false },
      ],
    },
  ];
  expect(returnsOf(outcome({ seats }), "pairs-1")).toBe(2_600n);
});

test("spots: four before the deal, further ones only with a move, each of its seat", () => {
  expect(spots.length).toBe(20);
  expect(spots.every(hasSpot)).toBe(true);
  expect(
    ["double-1", "double-1-2", "split-1", "insurance-1", "behind-split-1", "behind-double-1-2"].every(isFurther),
  ).toBe(true);
  for (const spot of ["seat-6", "seat-0", "seat-1-2", "split-1-2", "behind-insurance-1", "nothing"])
    expect([hasSpot(spot), isFurther(spot)], spot).toEqual([false, false]);
  expect([ownerOf("pairs-2"), ownerOf("behind-2"), seatOf("behind-double-4-2")]).toEqual([2, undefined, 4]);
  expect(() => returnsOf(outcome({}), "nothing")).toThrow();
});

test("a double and a split take the first stake, insurance half; bets behind follow, uninsured", () => {
  const layout = [
    { spot: "seat-1", amount: 100n },
    { spot: "behind-2", amount: 30n },
  ];
  const of = (action: string, seat: number, isOwner: boolean, place = 0, more: typeof layout = []) =>
    stakeOf({ seat, hand: place, action }, [...layout, ...more], isOwner);
  expect(of("double", 1, true)).toEqual({ spot: "double-1", amount: 100n });
  expect(of("double", 1, true, 1)).toEqual({ spot: "double-1-2", amount: 100n });
  expect(of("split", 1, true)).toEqual({ spot: "split-1", amount: 100n });
  expect(of("insure", 1, true)).toEqual({ spot: "insurance-1", amount: 50n });
  expect(of("double", 2, false)).toEqual({ spot: "behind-double-2", amount: 30n });
  expect(of("insure", 2, false)).toBeUndefined();
  expect([of("hit", 1, true), of("double", 3, true), of("double", 2, true)]).toEqual([undefined, undefined, undefined]);
  // Without a stake on the second hand there is nothing to double there.
  expect(of("double", 2, false, 1)).toBeUndefined();
  expect(of("double", 2, false, 1, [{ spot: "behind-split-2", amount: 30n }])).toEqual({
    spot: "behind-double-2-2",
    amount: 30n,
  });
});

test("who does not decide stands and is not insured", () => {
  expect(timedOut({ kind: "turn", seat: 2, hand: 1 })).toEqual([{ seat: 2, hand: 1, action: "stand" }]);
  expect(timedOut({ kind: "all", seats: [1, 4] })).toEqual([
    { seat: 1, hand: 0, action: "decline" },
    { seat: 4, hand: 0, action: "decline" },
  ]);
  expect(timedOut({ kind: "over" })).toEqual([]);
});

test("a recorded round is played again by its moves; one that cannot have been played has no result", () => {
  const { turns, draw } = fiveSeatsBlackjack;
  for (let seed = 1n; seed < 60n; seed++) {
    const played = draw(fastWords(seed));
    const choices = choicesIn(played);
    expect(choices && resultOf(turns, fastWords(seed), choices)).toEqual(played);
    expect(
      choices && resultOf(turns, fastWords(seed), { seats: choices.seats, moves: choices.moves.slice(0, -1) }),
    ).toBeUndefined();
  }
  const bad = { seats: [1], moves: [{ seat: 1, hand: 1, action: "stand" }] };
  expect(resultOf(turns, fastWords(1n), bad)).toBeUndefined();
  expect(choicesIn({ seats: [{ seat: 2 }, { seat: 1 }], moves: [] })).toBeUndefined();
  expect(choicesIn({ seats: [], moves: [{ seat: 1, hand: 2, action: "hit" }] })).toBeUndefined();
  expect(choicesIn({ dealer: [] })).toBeUndefined();
});

test("further stakes are those of the moves: the player's own all of them, those behind if there was money", () => {
  const { turns } = fiveSeatsBlackjack;
  const moves = [{ seat: 1, hand: 0, action: "double" }];
  const own = [{ spot: "seat-1", amount: 10n }];
  const behind = [{ spot: "behind-1", amount: 10n }];
  expect(followsMoves(turns, moves, own, [{ spot: "double-1", amount: 10n }])).toBe(true);
  expect(followsMoves(turns, moves, own, [])).toBe(false);
  expect(followsMoves(turns, moves, own, [{ spot: "double-1", amount: 9n }])).toBe(false);
  expect(followsMoves(turns, [], own, [{ spot: "double-1", amount: 10n }])).toBe(false);
  expect(followsMoves(turns, moves, behind, [])).toBe(true);
  expect(followsMoves(turns, moves, behind, [{ spot: "behind-double-1", amount: 10n }])).toBe(true);
  expect(followsMoves(turns, moves, behind, [{ spot: "double-1", amount: 10n }])).toBe(false);
});

test("side bets have the stated edges", () => {
  expect(Object.fromEntries(odds().map(each => [each.spot, Number(edgeOf(each)).toFixed(4)]))).toEqual({
    "pairs-1": "4.0964",
    "plus3-1": "3.7039",
  });
});

const rounds = Number(process.env.TABLE_ROUNDS ?? 20_000);

test(`${rounds} rounds of five seats return what the odds say`, { timeout: 600_000 }, () => {
  const words = fastWords(20_261_123n);
  const kinds = { seat: 0, pairs: 0, plus3: 0 };
  const squares = { seat: 0, pairs: 0, plus3: 0 };
  const { turns } = fiveSeatsBlackjack;
  for (let i = 0; i < rounds; i++) {
    const played = fiveSeatsBlackjack.draw(words);
    for (const { seat } of played.seats) {
      const layout = [{ spot: `seat-${seat}`, amount: 100n }];
      for (const move of played.moves) {
        const due = move.seat === seat ? turns.stakeOf(move, layout, true) : undefined;
        if (due) layout.push(due);
      }
      const net = Number(fiveSeatsBlackjack.payout(played, layout)) / 100 - layout.length;
      kinds.seat += net;
      squares.seat += net * net;
      for (const kind of ["pairs", "plus3"] as const) {
        const gained = Number(returnsOf(played, `${kind}-${seat}`)) / 100 - 1;
        kinds[kind] += gained;
        squares[kind] += gained * gained;
      }
    }
  }
  const hands = rounds * 5;
  const stated = {
    seat: Number(fiveSeatsBlackjack.rtp) / 100 - 1,
    ...Object.fromEntries(odds().map(each => [each.spot.split("-")[0], -Number(edgeOf(each)) / 100])),
  } as Record<keyof typeof kinds, number>;
  for (const kind of ["seat", "pairs", "plus3"] as const) {
    const mean = kinds[kind] / hands;
    // Hands of one round share the dealer: the deviation is larger than that of as many rounds, by less than 1.5.
    const deviation = 1.5 * Math.sqrt((squares[kind] / hands - mean * mean) / hands);
    expect(Math.abs(mean - stated[kind]) / deviation, `${kind}: ${mean} of ${stated[kind]}`).toBeLessThan(4);
  }
});
