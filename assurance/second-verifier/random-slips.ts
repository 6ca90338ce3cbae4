import { formatAmount, micros } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { combinationsOf, fullSystems } from "#modules/betting/shared/systems.ts";
import { cashOutLine, shapeOfWritten, slipLine, type WrittenSlip } from "#modules/betting/testing/slip-text.ts";

type Pick = (below: number) => number;

const results = ["won", "won", "won", "lost", "void", "half_won", "half_lost", "tie1/2", "tie1/3", "tie3/4"] as const;
const systems = [
  ...Object.entries(fullSystems).map(([kind, { legs }]) => ({ kind, legs })),
  { kind: "alphabet", legs: 6 },
];

/** Random slips of up to eight legs with what they return here, each fourth one as a cash-out; the same ones for the same seed. */
export function* randomSlips(count: number, seed = 1): Generator<string> {
  const pick = picker(seed);
  for (let made = 0; made < count; ) {
    const slip = randomSlip(pick);
    const line = made % 4 === 3 ? cashOutLine(slip, `${1 + pick(100)}%`) : slipLine(slip);
    if (!line) continue;
    yield line;
    made += 1;
  }
}

/** A linear congruential generator: only repeatability matters here. */
function picker(seed: number): Pick {
  let state = BigInt(seed);
  return below => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    return Number((state >> 33n) % BigInt(below));
  };
}

function randomSlip(pick: Pick): WrittenSlip {
  const way = pick(6);
  if (way === 0) return builder(pick);
  if (way === 1) return sized(pick, { kind: "single", legs: [leg(pick)] });
  if (way === 2) return sized(pick, { kind: "accumulator", legs: legsOf(pick, 2 + pick(7)) });
  if (way === 3) return bankers(pick);
  if (way === 4) return eachWay(pick);
  const { kind, legs } = required(systems[pick(systems.length)], "a system");
  return sized(pick, { kind, legs: legsOf(pick, legs) });
}

function bankers(pick: Pick): WrittenSlip {
  const others = 2 + pick(5);
  const folds = Array.from({ length: others }, (_, index) => index + 1).filter(() => pick(2) === 0);
  const fixed = legsOf(pick, pick(3)).map(each => [...each, "banker"]);
  const legs = [...fixed, ...legsOf(pick, others)];
  return sized(pick, { kind: "system", folds: folds.length > 0 ? folds : [1 + pick(others)], legs });
}

function eachWay(pick: Pick): WrittenSlip {
  const legs = legsOf(pick, 1 + pick(4)).map(each => [...each, `1/${4 + pick(2)}`, result(pick)]);
  return sized(pick, { kind: legs.length === 1 ? "single" : "accumulator", each_way: true, legs });
}

function builder(pick: Pick): WrittenSlip {
  const selections = 2 + pick(3);
  const prices = Array.from({ length: 2 ** selections - 1 }, () => price(pick));
  const results = Array.from({ length: selections }, () => result(pick));
  return sized(pick, { kind: "builder", legs: [], builder: { prices, results } });
}

/** With a stake: whole minor units a bet, or what a cash-out left open of it. */
function sized(pick: Pick, slip: Omit<WrittenSlip, "stake">): WrittenSlip {
  const bets = combinationsOf(shapeOfWritten({ ...slip, stake: "0" })) * (slip.each_way ? 2 : 1);
  const unit = BigInt(1 + pick(100_000)) * 10_000n;
  const isSimple = slip.kind === "single" || slip.kind === "accumulator";
  const flag = isSimple && !slip.each_way ? pick(4) : 3;
  const flags = flag === 0 ? { free_bet: true } : flag === 1 ? { cashed_out: true } : {};
  const stake = flag === 1 ? (unit * 2n) / 3n : unit * BigInt(bets);
  return { ...slip, ...flags, stake: formatAmount(micros(stake)) };
}

const legsOf = (pick: Pick, count: number) => Array.from({ length: count }, () => leg(pick));
const leg = (pick: Pick): string[] => [price(pick), pick(12) === 0 ? chances(pick) : result(pick)];
const result = (pick: Pick) => required(results[pick(results.length)], "a result");
const chances = (pick: Pick) => `p${[0, 0, 0, 0].map(() => pick(250_001)).join("_")}`;
/** From 1.001 up, mostly low. */
const price = (pick: Pick) => formatAmount(micros(BigInt(1_001 + pick(pick(4) === 0 ? 998_999 : 5_000)) * 1000n));
