import { micros } from "#kit/money/amount.ts";
import fc from "#kit/testing/fast-check.ts";

const key = fc.integer({ min: 1, max: 12 });
const amount = fc.bigInt(1n, 60n);
const player = fc.constantFrom(0, 1, 2);
const game = fc.constantFrom("miner", "hilo");
/** What a stake counts for a bonus; undefined counts nothing and takes no bonus money. */
const rate = fc.constantFrom(undefined, 250, 676, 1000, 1250);

/** Rounds of a provider, of two slots and a table. */
const round = fc.integer({ min: 1, max: 5 });
const seed = fc.integer({ min: 1, max: 3 });
/** Few, so that they repeat and fall. */
const nonce = fc.option(fc.record({ seed, nonce: fc.nat(4) }), { nil: undefined });

/** Operations of players, games and the server, in any order: keys and amounts collide on purpose. */
export const operation = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("dice" as const), player, key, amount, rate, payout: fc.bigInt(0n, 90n) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("crash" as const),
      player,
      key,
      amount,
      rate,
      round: fc.option(fc.bigInt(1n, 3n), { nil: undefined }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("pay" as const),
      player,
      key,
      payout: fc.bigInt(0n, 90n),
      by: fc.option(key, { nil: undefined }),
      epoch: fc.option(fc.bigInt(1n, 3n), { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("void" as const), player, key }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("begin" as const), player, game, key, amount, rate }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("step" as const), player, game, key, fresh: fc.boolean(), tile: fc.nat(1) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("finish" as const),
      player,
      game,
      key,
      fresh: fc.boolean(),
      payout: fc.bigInt(0n, 90n),
      how: fc.constantFrom("cash out", "by the casino", "last step", "void"),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("stake" as const),
      player,
      key,
      amount,
      rate,
      round,
      nonce,
      fills: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("free" as const),
      player,
      key,
      round: fc.constantFrom(1, 2),
      collects: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("end_free" as const), player, collects: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("seed" as const), player, round, seed }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("win" as const),
      player,
      key,
      payout: fc.bigInt(0n, 200n),
      round,
      close: fc.boolean(),
      hitsPot: fc.constantFrom(true, false, false),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("seed_pot" as const), seed: fc.bigInt(0n, 30n) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("roll_back" as const), player, key, ref: key, round }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("idle" as const), player, ms: fc.integer({ min: 1, max: 90_000_000 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("bonus" as const),
      player,
      key,
      amount: fc.bigInt(1n, 60n).map(cents => cents * 10_000n),
      target: fc.bigInt(0n, 300n),
      maxBet: fc.bigInt(10n, 60n),
      cap: fc.option(
        fc.bigInt(1n, 30n).map(cents => micros(cents * 10_000n)),
        { freq: 2 },
      ),
      ms: fc.integer({ min: 1, max: 90_000_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("end_bonus" as const), player, key, forfeited: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("end_due" as const), player }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("deposit" as const), player, key, amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("withdraw" as const), player, key, amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("vault" as const), player, key, amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("epoch" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("betting_window" as const),
      round: fc.bigInt(1n, 3n),
      epoch: fc.bigInt(1n, 3n),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("close" as const), epoch: fc.bigInt(1n, 3n) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("limits" as const), player, wager: amount, loss: amount }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("block" as const), player, ms: fc.integer({ min: 1, max: 90_000_000 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 90_000_000 }) }),
  },
);
export type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;
