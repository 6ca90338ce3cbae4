import { afterAll, beforeAll, expect, test } from "vitest";
import { int4Array } from "#kit/db/array-parameters.ts";
import type { Tx } from "#kit/db/db.ts";
import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import fc from "#kit/testing/fast-check.ts";
import {
  loosenOperatorLimit,
  operatorLimitOf,
  setDailyLimits,
  tightenOperatorLimit,
} from "#modules/limits/server/index.ts";
import { isTighterAt } from "#modules/limits/shared/allowance.ts";
import {
  changeLimits,
  type DailyLimitState,
  limitsAt,
  noLimit,
  type SetLimit,
} from "#modules/limits/shared/daily-limits.ts";
import { isNotLooser } from "#modules/limits/shared/operator-limits.ts";
import type { DayPrices } from "#modules/rates/shared/day-prices.ts";
import { parsePrice } from "#modules/rates/shared/rate.ts";
import { createWalletModel, modelTx, type WalletModel } from "../testing/model.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { crashBet, deposit, diceBet, keyOf, paid, voided } from "../testing/test-bets.ts";
import { testPair } from "../testing/test-pairs.ts";

/** One limit over several wallets: PostgreSQL with its leases against a model that adds everything up at each stake. */

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const dayMs = 86_400_000;
const currencies = ["USD", "EUR", "KZT"] as const;
const currency = fc.constantFrom(...currencies);
const key = fc.integer({ min: 1, max: 15 });
const stake = fc.bigInt(1n, 90n);

const operation = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant("dice" as const), currency, stake, payout: fc.bigInt(0n, 120n) }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("open" as const), key, currency, stake }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("pay" as const), key, payout: fc.bigInt(0n, 120n) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("void" as const), key }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("limit" as const),
      kind: fc.constantFrom("wager" as const, "loss" as const),
      currency,
      amount: fc.option(fc.bigInt(0n, 400n), { nil: null, freq: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("operator" as const),
      kind: fc.constantFrom("wager" as const, "loss" as const),
      currency,
      amount: fc.option(fc.bigInt(0n, 400n), { nil: null, freq: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 1.3 * dayMs }) }),
  },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** Dollars for one unit, with digits that divide evenly into nothing. */
const price = fc.integer({ min: 137, max: 39_973 }).map(n => `0.${n}`.slice(0, 8));
const dayPrices = fc.record({ EUR: price, KZT: price });

interface World {
  readonly model: WalletModel;
  readonly player: PlayerId;
  readonly limits: Record<"wager" | "loss", DailyLimitState>;
  readonly operators: Record<"wager" | "loss", SetLimit | null>;
  pricesNow(): DayPrices;
}

/** Longer than the longest run of waits. */
const daysOfWorld = 100;
const dayNow = () => Math.floor(app.host.clock.now() / dayMs);
let run = 0;
let rolls = 0;

/** A new player with three wallets on both sides. Each day has other rates. */
async function newWorld(rates: readonly { EUR: string; KZT: string }[]): Promise<World> {
  run += 1;
  const textsOf = (day: number) => {
    const { EUR, KZT } = required(rates[day % rates.length], "rates of some day");
    return { USD: "1", EUR, KZT, RUB: "0.0125", INR: "0.0115" };
  };
  const pricesOf = (day: number): DayPrices => {
    const parsed = Object.entries(textsOf(day)).map(([code, text]) => [code, required(parsePrice(text), text)]);
    return Object.fromEntries(parsed) as DayPrices;
  };
  // Days unused by other runs: rates of a day are fixed once.
  await app.host.clock.advance(daysOfWorld * dayMs);
  const days = Array.from({ length: daysOfWorld }, (_, index) => dayNow() + index);
  await app.host.db.query(
    `INSERT INTO rates.rate_days (day, fixed_at, feed_at, prices)
     SELECT day, now(), now(), prices FROM unnest($1::int[], $2::jsonb[]) AS d(day, prices)`,
    [int4Array(days), days.map(day => JSON.stringify(textsOf(day)))],
  );
  const model = createWalletModel({ now: () => app.host.clock.now(), prices: pricesOf });
  const player = await app.player(`m${run}`, 100_000n);
  model.setPair(player, testPair(1, "seed", 0));
  await model.credit(modelTx, deposit(player, 100_000n));
  for (const [index, other] of (["EUR", "KZT"] as Currency[]).entries()) {
    const credit = deposit(player, 100_000n, other, keyOf(0xe0 + index));
    await app.host.db.tx(tx => app.wallet.credit(tx, credit));
    await model.credit(modelTx, credit);
  }
  return {
    model,
    player,
    limits: { wager: noLimit, loss: noLimit },
    operators: { wager: null, loss: null },
    pricesNow: () => pricesOf(dayNow()),
  };
}

/** Sets a limit as one operator, or as two, whichever it takes. */
async function setAsOperators(tx: Tx, player: PlayerId, kind: "wager" | "loss", limit: SetLimit | null, now: Date) {
  const before = await operatorLimitOf(tx, player, kind);
  const change = { player, kind, limit, by: "Askar", reason: "as tested", now };
  if (before?.limit && !isNotLooser(limit, before.limit))
    await loosenOperatorLimit(tx, { ...change, version: before.version });
  else if (limit !== null) await tightenOperatorLimit(tx, { ...change, limit, cause: "play" });
}

/** Runs the operation on both sides; the results must be identical. */
async function apply({ model, player, limits, operators, pricesNow }: World, step: Operation): Promise<void> {
  const { wallet, host } = app;
  const now = new Date(host.clock.now());
  const inForce = (kind: "wager" | "loss") => [limitsAt(limits[kind], now).limit ?? [], operators[kind] ?? []].flat();
  model.setLimits(player, { wager: inForce("wager"), loss: inForce("loss") });
  const same = async (real: Promise<unknown>, modelled: Promise<unknown>) => {
    const text = JSON.stringify(step, (_key, value) => (typeof value === "bigint" ? `${value}n` : value));
    expect(await real, text).toEqual(await modelled);
  };
  switch (step.do) {
    case "dice": {
      const bet = diceBet(player, 0x1000 + ++rolls, step.stake, step.payout, step.currency);
      return same(wallet.place(bet), model.place(bet));
    }
    case "open": {
      const bet = { ...crashBet(player, step.key, step.stake), currency: step.currency };
      return same(wallet.place(bet), model.place(bet));
    }
    case "pay":
    case "void": {
      const end = step.do === "pay" ? paid(player, step.key, step.payout) : voided(player, step.key);
      return same(wallet.settle(end), model.settle(end));
    }
    case "limit": {
      const limit = step.amount === null ? null : { amount: micros(step.amount), currency: step.currency };
      const isTighter = isTighterAt(pricesNow());
      limits[step.kind] = changeLimits(limits[step.kind], { limit }, now, (a, b) => isTighter(a, b) === true);
      return host.db.tx(tx => setDailyLimits(tx, { player, limits: { [step.kind]: limit }, now }));
    }
    case "operator": {
      const limit = step.amount === null ? null : { amount: micros(step.amount), currency: step.currency };
      await host.db.tx(tx => setAsOperators(tx, player, step.kind, limit, now));
      operators[step.kind] = limit;
      return undefined;
    }
    case "wait":
      return host.clock.advance(step.ms);
  }
}

test("for any stakes, payouts, voids and limits in three currencies over several days, leases refuse exactly what adding up refuses", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(dayPrices, { minLength: 3, maxLength: 3 }),
      fc.array(operation, { minLength: 20, maxLength: 70, size: "max" }),
      async (rates, steps) => {
        const world = await newWorld(rates);
        for (const step of steps) await apply(world, step);
        expect(await app.wallet.balances(world.player)).toEqual(
          [...(await world.model.balances(world.player))].sort((a, b) => a.currency.localeCompare(b.currency)),
        );
        await app.expectBooks();
      },
    ),
    { numRuns: 20 },
  );
});
