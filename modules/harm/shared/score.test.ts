import { expect, test } from "vitest";
import { type MarkerName, markerNames, markers } from "./markers.ts";
import { foldPlay, noPlay, type PlayStep } from "./play-pattern.ts";
import { type PlayerFacts, valuesOf } from "./play-values.ts";
import { gradeOf, type MarkerValues, scoreOf } from "./score.ts";

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const today = 20_000;
const unit = 1_000_000n;

const calm = Object.fromEntries(markerNames.map(name => [name, 0])) as Record<MarkerName, number>;
const values = (given: Partial<MarkerValues>): MarkerValues => ({ ...calm, ...given });
const nothing: PlayerFacts = {
  today,
  play: [],
  money: [],
  declined: 0,
  payoutsCanceled: [],
  limitsLoosened: 0,
  breakEnded: [],
};

test("the weights add up to 100, and everything at its worst is 100", () => {
  expect(markerNames.reduce((sum, name) => sum + markers[name].weight, 0)).toBe(100);
  const worst = Object.fromEntries(markerNames.map(name => [name, markers[name].to * 2])) as Record<MarkerName, number>;
  expect(scoreOf(worst, false).score).toBe(100);
  expect(scoreOf(calm, false).score).toBe(0);
});

test("a marker adds nothing up to its first figure, half between them, and its weight from the second on", () => {
  for (const name of markerNames) {
    const { weight, from, to } = markers[name];
    const points = (value: number) =>
      scoreOf(values({ [name]: value }), false).markers.find(marker => marker.name === name)?.points;
    expect([points(from), points((from + to) / 2), points(to), points(to * 9)], name).toEqual([
      0,
      weight / 2,
      weight,
      weight,
    ]);
  }
});

test("smaller deposits count for players under 25", () => {
  const given = values({ net_deposits: 600 });
  expect([scoreOf(given, false).score, scoreOf(given, true).score]).toEqual([0, 5]);
});

test.each([
  [24, "none"],
  [25, "figures"],
  [49, "figures"],
  [50, "warning"],
  [70, "contact"],
  [84, "contact"],
  [85, "pause"],
] as const)("a score of %i is of the grade %s", (score, grade) => {
  expect(gradeOf(score)).toBe(grade);
});

type GivenStep = readonly [what: PlayStep["what"], minute: number, amount: bigint, balance: bigint];

/** Steps of one wallet: minutes from the beginning of the day. */
function steps(...given: readonly GivenStep[]) {
  return given.map(
    ([what, minute, amount, balance]): PlayStep => ({
      what,
      atMs: today * dayMs + minute * minuteMs,
      day: today,
      isNight: minute < 360,
      amount: amount * unit,
      balance: balance * unit,
    }),
  );
}

test("sessions, minutes, nights, stakes after losses, top-ups and emptied balances are counted from a wallet's steps", () => {
  const { days, state } = foldPlay(
    noPlay,
    steps(
      ["deposit", 340, 100n, 100n],
      ["stake", 350, 10n, 90n],
      ["stake", 355, 20n, 70n],
      ["pay", 355, 40n, 110n],
      ["stake", 365, 30n, 80n],
      ["stake", 370, 80n, 0n],
      ["deposit", 375, 50n, 50n],
      ["stake", 380, 50n, 0n],
      ["deposit", 384, 50n, 50n],
      ["stake", 500, 5n, 45n],
    ),
  );
  expect(days).toEqual([
    {
      day: today,
      stakes: 6,
      nightStakes: 2,
      playedMs: 30 * minuteMs,
      sessions: 2,
      topUps: 2,
      emptied: 2,
      afterLoss: 3,
      afterLossRatios: 2_000 + 2_666 + 625,
    },
  ]);
  expect(state).toMatchObject({ isLost: true, topUps: 0 });
});

test.each<[string, readonly GivenStep[], Partial<ReturnType<typeof foldPlay>["days"][number]>]>([
  [
    "a stake half an hour after another one is of its session",
    [
      ["stake", 0, 1n, 9n],
      ["stake", 30, 1n, 8n],
    ],
    { sessions: 1 },
  ],
  [
    "a minute later it begins another one",
    [
      ["stake", 0, 1n, 9n],
      ["stake", 31, 1n, 8n],
    ],
    { sessions: 2 },
  ],
  [
    "a deposit before play is no top-up",
    [
      ["deposit", 0, 10n, 10n],
      ["stake", 1, 1n, 9n],
    ],
    { topUps: 0 },
  ],
  [
    "a tenth of the stake is an emptied balance",
    [
      ["stake", 0, 10n, 1n],
      ["stake", 1, 1n, 0n],
    ],
    { emptied: 1 },
  ],
  [
    "a part of the stake paid back is a loss",
    [
      ["stake", 0, 10n, 9n],
      ["pay", 0, 5n, 14n],
      ["stake", 1, 10n, 4n],
    ],
    { afterLoss: 1 },
  ],
  [
    "fifty times the lost stake counts twenty",
    [
      ["stake", 0, 1n, 99n],
      ["stake", 1, 50n, 49n],
    ],
    { afterLossRatios: 20_000 },
  ],
])("at the edges of what is counted: %s", (_what, given, day) => {
  expect(foldPlay(noPlay, steps(...given)).days).toMatchObject([day]);
});

test("a share of stakes at night is in percent, and money of the last thirty days counts", () => {
  const play = foldPlay(noPlay, steps(["stake", 359, 1n, 9n], ["stake", 360, 1n, 8n])).days;
  const money = [29, 30].map(ago => ({ day: today - ago, loss: 0, deposits: 10 ** (ago - 25), payouts: 0 }));
  expect(valuesOf({ ...nothing, play, money })).toMatchObject({ night_share: 50, net_deposits: 100 });
});

test("folding in parts gives what folding at once gives", () => {
  const all = steps(
    ["stake", 0, 10n, 90n],
    ["stake", 5, 90n, 0n],
    ["deposit", 9, 20n, 20n],
    ["stake", 12, 20n, 0n],
    ["pay", 12, 5n, 5n],
    ["stake", 14, 5n, 0n],
    ["stake", 90, 1n, 0n],
  );
  const whole = foldPlay(noPlay, all);
  for (let cut = 1; cut < all.length; cut++) {
    const first = foldPlay(noPlay, all.slice(0, cut));
    const second = foldPlay(first.state, all.slice(cut));
    expect(second.state).toEqual(whole.state);
    const total = (of: "emptied" | "afterLoss" | "sessions" | "playedMs") =>
      [...first.days, ...second.days].reduce((sum, day) => sum + day[of], 0);
    for (const of of ["emptied", "afterLoss", "sessions", "playedMs"] as const)
      expect(total(of), `${of} at ${cut}`).toBe(whole.days[0]?.[of]);
  }
});

test("a loss grows against the player's own median, and a small one never counts", () => {
  const daily = (from: number, to: number, loss: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => ({
      day: today - to + index,
      loss: loss * 100,
      deposits: 0,
      payouts: 0,
    }));
  const growth = (recent: number, before: number) =>
    valuesOf({ ...nothing, money: [...daily(30, 149, before), ...daily(0, 29, recent)] }).loss_growth;
  expect(growth(40, 10)).toBe(4);
  expect(growth(10, 10)).toBe(1);
  // A first month is measured against EUR 50.
  expect(growth(10, 0)).toBe(6);
  expect(growth(3, 0)).toBe(0);
});

test("a canceled withdrawal and an ended break count only with play on the same or the next day", () => {
  const play = foldPlay(noPlay, steps(["stake", 600, 1n, 9n])).days;
  const read = (payoutsCanceled: number[], breakEnded: number[]) => {
    const { withdrawals_canceled: canceled, limits_loosened: loosened } = valuesOf({
      ...nothing,
      play,
      payoutsCanceled,
      breakEnded,
    });
    return [canceled, loosened];
  };
  expect(read([today, today - 1, today - 2], [])).toEqual([2, 0]);
  expect(read([], [today - 1])).toEqual([0, 1]);
  expect(read([], [today - 5])).toEqual([0, 0]);
});

/** Patterns of the literature, each as what a month of it leaves in the markers. Found: at least a grade. */
const patterns: readonly [string, Partial<MarkerValues>, grade: "figures" | "warning" | "contact" | "pause"][] = [
  ["chases losses with ever larger stakes and top-ups", { chasing: 4, top_ups: 4, emptied: 12 }, "figures"],
  ["plays at night for hours", { night_share: 60, minutes_a_day: 360, sessions_a_day: 10, emptied: 12 }, "figures"],
  ["cancels withdrawals and plays them", { withdrawals_canceled: 4, emptied: 12, top_ups: 3 }, "figures"],
  ["loosens limits and plays after breaks", { limits_loosened: 4, top_ups: 4, net_deposits: 1_400 }, "figures"],
  ["spends far more than before", { loss_growth: 6, net_deposits: 2_000, top_ups: 2 }, "figures"],
  ["runs out of money: declines and emptied balances", { declined: 8, emptied: 12, top_ups: 3 }, "figures"],
  ["binges once a week", { top_ups: 4, emptied: 9, minutes_a_day: 300, chasing: 2 }, "figures"],
  [
    "loses control of time and money",
    { minutes_a_day: 360, night_share: 60, net_deposits: 2_000, top_ups: 4, loss_growth: 4, emptied: 9 },
    "warning",
  ],
  [
    "chases with borrowed money",
    { chasing: 4, declined: 8, net_deposits: 2_000, top_ups: 4, emptied: 12, loss_growth: 3 },
    "warning",
  ],
  [
    "cancels, loosens and chases",
    { withdrawals_canceled: 4, limits_loosened: 4, chasing: 4, top_ups: 4, emptied: 12 },
    "warning",
  ],
  [
    "spends, chases and cancels beyond their means",
    { loss_growth: 6, net_deposits: 2_000, chasing: 4, top_ups: 4, emptied: 12, declined: 8, withdrawals_canceled: 4 },
    "contact",
  ],
  [
    "shows nearly every sign",
    {
      loss_growth: 6,
      net_deposits: 2_000,
      minutes_a_day: 360,
      night_share: 60,
      chasing: 4,
      top_ups: 4,
      emptied: 12,
      declined: 8,
      withdrawals_canceled: 4,
    },
    "pause",
  ],
];

test.each(patterns)("finds a player who %s", (_pattern, given, grade) => {
  expect(gradeOf(scoreOf(values(given), false).score)).toBe(grade);
});

test("an ordinary month is of no grade", () => {
  const ordinary = values({
    loss_growth: 1.2,
    net_deposits: 180,
    minutes_a_day: 70,
    night_share: 12,
    chasing: 1.1,
    sessions_a_day: 2,
    top_ups: 1,
    emptied: 3,
    declined: 1,
  });
  expect(scoreOf(ordinary, false).score).toBe(0);
});
