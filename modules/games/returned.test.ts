import { expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import { lawOf } from "#modules/bets/shared/return-law.ts";
import { rateOf } from "#modules/wagering/shared/grant.ts";
import type { Game } from "./game.ts";
import { type GameName, games } from "./index.ts";
import { drawsWith } from "./keno/shared/odds.ts";
import { kenoRules } from "./keno/shared/rules.ts";
import { pathsTo } from "./plinko/shared/odds.ts";
import { plinkoRules } from "./plinko/shared/rules.ts";

/** A choice of each game as its bets store it; `{}` where what returns does not depend on it. */
const choices: Readonly<Partial<Record<GameName, Json>>> = {
  crash: { auto: 200, panel: 0 },
  dice: { direction: "over", target: "50.49" },
  plinko: { rows: 12, risk: "high" },
  limbo: { target: "2.50" },
  coinflip: { side: "heads" },
  keno: { risk: "classic", picks: [1, 2, 3] },
  roulette: { chips: [] },
  miner: { mines: 3 },
  cases: { slug: "orchard", count: 2 },
  rooms: { colour: "green" },
  duels: { side: "heads", house: false },
  battles: { cases: ["orchard"], seats: 2 },
};

function returnedBy(name: GameName, choice: Json = choices[name] ?? {}) {
  const game = games.find(each => each.name === name);
  if (!game) throw new Error(`no game ${name}`);
  return (game as Game).returned(game.rules.current, choice);
}

test("the edges that rewards and contribution rates follow are those of the rules", () => {
  const rates = (["dice", "crash", "limbo", "coinflip", "miner", "hilo", "roulette", "cases"] as const).map(name => [
    name,
    rateOf(returnedBy(name)),
  ]);
  expect(Object.fromEntries(rates)).toEqual({
    dice: 250,
    crash: 250,
    limbo: 250,
    coinflip: 250,
    miner: 250,
    hilo: 250,
    roulette: 676,
    cases: 1250,
  });
  expect(["rooms", "duels"].map(name => rateOf(returnedBy(name as GameName)))).toEqual([750, 750]);
  expect(returnedBy("battles")).toEqual(returnedBy("cases"));
});

test("keno returns what its row pays over all sets of ten numbers, each row its own", () => {
  for (const risk of ["classic", "low", "medium", "high"] as const) {
    for (const picks of [1, 5, 10]) {
      const row = kenoRules.current.tables[risk][picks - 1] ?? [];
      const paid = row.reduce((sum, hundredths, hits) => sum + drawsWith(picks, hits) * BigInt(hundredths), 0n);
      const { numerator, denominator } = returnedBy("keno", {
        risk,
        picks: Array.from({ length: picks }, (_, i) => i + 1),
      });
      expect(numerator * 100n * 847_660_528n).toBe(paid * denominator);
      expect(numerator < denominator).toBe(true);
    }
  }
});

test("plinko returns what its table pays over all paths", () => {
  for (const rows of [8, 12, 16]) {
    const table = plinkoRules.current.tables.high[rows - 8] ?? [];
    const paid = table.reduce((sum, hundredths, slot) => sum + pathsTo(rows, slot) * BigInt(hundredths), 0n);
    const { numerator, denominator } = returnedBy("plinko", { rows, risk: "high" });
    expect(numerator * 100n * (1n << BigInt(rows))).toBe(paid * denominator);
  }
});

test("the odds that returns are watched by return what the rules say, up to the rounding of multipliers", () => {
  const watched = games.filter((each: Game) => each.odds !== undefined) as readonly Game[];
  expect(watched.map(({ name }) => name)).toEqual(["dice", "plinko", "limbo", "keno", "cases"]);
  for (const game of watched) {
    const choice = choices[game.name as GameName] ?? {};
    const { numerator, denominator } = game.returned(game.rules.current, choice);
    const odds = required(game.odds, "odds")(game.rules.current, choice);
    expect(lawOf(odds).returned, game.name).toBeCloseTo(Number(numerator) / Number(denominator), 3);
  }
});

test("no game returns its whole stake", () => {
  for (const { name } of games) {
    const { numerator, denominator } = returnedBy(name);
    expect([name, numerator > 0n && numerator < denominator]).toEqual([name, true]);
  }
});
