import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "#kit/db/db.ts";
import { uuidV5 } from "#kit/host/uuid-v5.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import fc from "#kit/testing/fast-check.ts";
import { account, bonusCost } from "#modules/ledger/shared/chart.ts";
import { block, setDailyLimits } from "#modules/limits/server/index.ts";
import type { GrantTerms } from "#modules/wagering/shared/grant.ts";
import type { OpenRound, WalletGrants } from "../server/port.ts";
import type { Pot } from "../server/provider-rounds/pot.ts";
import { createWalletModel, modelTx, type WalletModel } from "./model.ts";
import { type Operation, operation } from "./model-operations.ts";
import { providerBet, providerRollback, providerWin, roundOf } from "./provider-bets.ts";
import { type TestApp, testApp } from "./test-app.ts";
import { crashBet, deposit, diceBet, keyOf, paid, roundBet, roundEnd, stakeLimits, voided } from "./test-bets.ts";
import { testPair } from "./test-pairs.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

interface World {
  readonly model: WalletModel;
  readonly players: readonly PlayerId[];
  readonly bettingWindow: string;
  readonly currency: Currency;
  readonly limits: Map<PlayerId, { wager: Micros; loss: Micros }>;
  /** The rounds as they were last read, by player and game: they may have changed since. */
  readonly read: Map<string, OpenRound>;
}

const roundRuns = Number(process.env.MODEL_RUNS ?? 8);

const freeRounds = 4;
const freeStake = micros(20n);
const farAway = 4_000_000_000_000;
/** Free rounds of a player: their wins are collected, or are real money. */
const freeGrantOf = (who: PlayerId, collects: boolean): Uuid => uuidV5(who as string as Uuid, `free ${collects}`);

let run = 0;
/** Three new players with the same money on both sides, and an unused betting window. */
async function newWorld(): Promise<World> {
  run += 1;
  const model = createWalletModel({ now: () => app.host.clock.now() });
  const players = await Promise.all([0, 1, 2].map(index => app.player(`${index}${run}`, 100n)));
  for (const one of players) {
    model.setPair(one, testPair(1, "seed", 0));
    await model.credit(modelTx, deposit(one, 100n));
    for (const collects of [true, false]) {
      const grant = freeGrantOf(one, collects);
      model.grantFree(grant, one, freeRounds, collects);
      await app.host.db.tx(tx =>
        app.wallet.providerRounds.startFreeRounds(tx, {
          grant,
          player: one,
          game: "provider-100",
          slug: "altyn",
          currency: "USD",
          stake: freeStake,
          count: freeRounds,
          expiresAt: new Date(farAway),
          collects,
        }),
      );
    }
  }
  // The pot is everybody's: it begins as the worlds before have left it.
  model.pots.set("USD", await potNow());
  return { model, players, bettingWindow: `gate-${run}`, currency: "USD", limits: new Map(), read: new Map() };
}

async function potNow(): Promise<Pot> {
  const pots = await app.wallet.providerRounds.pots(app.host.db);
  const { currency: _usd, ...pot } = required(
    pots.find(({ currency }) => currency === "USD"),
    "a pot in dollars",
  );
  return pot;
}

/** Runs the operation on both sides; the results must be identical. */
async function apply(world: World, step: Operation): Promise<void> {
  const { model, bettingWindow } = world;
  const { wallet, host } = app;
  const who = "player" in step ? (world.players[step.player] as PlayerId) : ("" as PlayerId);
  const same = async (real: Promise<unknown>, modelled: Promise<unknown>) => {
    expect(
      await real,
      JSON.stringify(step, (_key, value) => (typeof value === "bigint" ? `${value}n` : value)),
    ).toEqual(await modelled);
  };
  const open =
    "round" in step && step.do === "crash" && step.round !== undefined
      ? { bettingWindow: { name: bettingWindow, round: step.round } }
      : {};
  switch (step.do) {
    case "dice": {
      const bet = { ...diceBet(who, step.key, step.amount, step.payout), winCap: micros(90n), ...rateOf(step) };
      return same(wallet.place(bet), model.place(bet));
    }
    case "crash": {
      const bet = { ...crashBet(who, step.key, step.amount), winCap: micros(90n), ...open, ...rateOf(step) };
      return same(wallet.place(bet), model.place(bet));
    }
    case "pay": {
      const by = {
        ...(step.by ? { key: keyOf(500 + step.by) } : {}),
        ...(step.epoch ? { bettingWindow: { name: bettingWindow, epoch: step.epoch } } : {}),
      };
      const end = paid(who, step.key, step.payout, by);
      return same(wallet.settle(end), model.settle(end));
    }
    case "void":
      return same(wallet.settle(voided(who, step.key)), model.settle(voided(who, step.key)));
    case "begin": {
      const bet = { ...roundBet(who, 300 + step.key, step.amount, step.game), winCap: micros(90n), ...rateOf(step) };
      return same(wallet.place(bet), model.place(bet));
    }
    case "step": {
      const round = await readRound(world, who, step);
      if (!round) return;
      const one = { round, key: keyOf(700 + step.key), choice: { tile: step.tile }, shown: { safe: true } };
      return same(wallet.step(one), model.step(one));
    }
    case "finish": {
      const round = await readRound(world, who, step);
      if (!round) return;
      const end = roundEnd(round, step.payout, {
        ...(step.how !== "by the casino" && { key: keyOf(700 + step.key) }),
        ...(step.how === "last step" && { last: { choice: { tile: 9 }, shown: { safe: false } } }),
        ...(step.how === "void" && { result: { kind: "voided", outcome: null } }),
      });
      return same(wallet.finish(end), model.finish(end));
    }
    case "stake": {
      const which = roundNamed(step.round);
      const bet = providerBet(who, 1200 + step.key, step.amount, {
        round: which,
        product: "slots",
        exclusive: step.round !== 5,
        mostCap: micros(10_000n),
        ...rateOf(step),
        ...(step.nonce && { nonce: step.nonce }),
        ...(step.fills && { shares: { pot: micros(4n), reserve: micros(1n) } }),
      });
      return same(wallet.placeInRound(bet), model.placeInRound(bet));
    }
    case "free": {
      const bet = providerBet(who, 1200 + step.key, 0n, {
        round: roundNamed(step.round),
        winCap: micros(2_000n),
        mostCap: micros(10_000n),
        free: { grant: freeGrantOf(who, step.collects), stake: freeStake },
      });
      return same(wallet.placeInRound(bet), model.placeInRound(bet));
    }
    case "end_free": {
      const grant = freeGrantOf(who, step.collects);
      await host.db.tx(tx =>
        wallet.providerRounds.cancelFreeRounds(tx, [{ grant, player: who }], new Date(host.clock.now())),
      );
      if (model.freeLeft(grant) > 0) model.cancelFree(grant);
      return;
    }
    case "seed": {
      const named = [who, "provider-100", roundNamed(step.round).slug, step.seed] as const;
      return same(
        host.db.tx(tx => wallet.providerRounds.startSeed(tx, ...named)),
        Promise.resolve(model.startSeed(...named)),
      );
    }
    case "win": {
      const win = providerWin(who, 1200 + step.key, step.payout, 0, {
        round: roundNamed(step.round).key,
        close: step.close,
        hitsPot: step.hitsPot,
      });
      return same(wallet.winRound(win), model.winRound(win));
    }
    case "seed_pot": {
      const [seed, reference] = [micros(step.seed), host.ids.next()];
      await host.db.tx(tx => wallet.providerRounds.seedPot(tx, "USD", seed, reference));
      return model.pots.seed("USD", seed, reference);
    }
    case "roll_back": {
      const rollback = providerRollback(who, 1200 + step.key, 1200 + step.ref, { round: roundNamed(step.round) });
      return same(wallet.rollBack(rollback), model.rollBack(rollback));
    }
    case "idle": {
      const now = host.clock.now();
      const which = { before: new Date(now - step.ms), now: new Date(now), player: who, limit: 1 };
      return same(wallet.roundsToClose(which), model.roundsToClose(which));
    }
    case "bonus": {
      const terms: GrantTerms = {
        id: grantId(world, who, step.key),
        player: who,
        currency: "USD",
        account: bonusCost("deposit"),
        amount: micros(step.amount),
        target: micros(step.target),
        maxBet: micros(step.maxBet),
        games: ["dice", "crash", "miner", ...(step.cap === null ? ["slots"] : [])],
        cap: step.cap,
        until: new Date(host.clock.now() + step.ms),
      };
      const giveBy = async (by: WalletGrants, tx: Tx) =>
        step.key % 2 === 0 ? by.give(tx, terms) : (await by.giveMany(tx, [terms])).has(who);
      return same(
        host.db.tx(tx => giveBy(wallet.grants, tx)),
        giveBy(model.grants, modelTx),
      );
    }
    case "end_bonus": {
      const id = grantId(world, who, step.key);
      const how = step.forfeited ? "forfeited" : "cancelled";
      return same(
        host.db.tx(tx => wallet.grants.end(tx, who, id, how)),
        model.grants.end(modelTx, who, id, how),
      );
    }
    case "end_due":
      return same(
        host.db.tx(tx => wallet.grants.endDue(tx, who, "USD")),
        model.grants.endDue(modelTx, who, "USD"),
      );
    case "deposit": {
      const credit = deposit(who, step.amount, "USD", keyOf(1000 + 100 * step.key + Number(step.amount)));
      return same(
        host.db.tx(tx => wallet.credit(tx, credit)),
        model.credit(modelTx, credit),
      );
    }
    case "withdraw":
    case "vault": {
      const { from: _from, ...rest } = deposit(
        who,
        step.amount,
        "USD",
        keyOf(1000 + 100 * step.key + Number(step.amount)),
      );
      const to = step.do === "vault" ? account("player:vault") : account("exchange");
      const move = {
        ...rest,
        kind: step.do === "vault" ? "vault" : "exchange",
        from: account("player:real"),
        to,
      } as const;
      return same(
        host.db.tx(tx => wallet.move(tx, move)),
        model.move(modelTx, move),
      );
    }
    case "epoch":
      return same(wallet.takeEpoch(bettingWindow), model.takeEpoch(bettingWindow));
    case "betting_window":
      return same(
        wallet.openBettingWindow(host.db, bettingWindow, step.round, step.epoch),
        model.openBettingWindow(modelTx, bettingWindow, step.round, step.epoch),
      );
    case "close":
      return same(
        wallet.closeBettingWindow(bettingWindow, step.epoch),
        model.closeBettingWindow(bettingWindow, step.epoch),
      );
    case "limits": {
      const before = world.limits.get(who);
      const tighter = (a: bigint | undefined, b: bigint) => micros(a !== undefined && a < b ? a : b);
      const own = { wager: tighter(before?.wager, step.wager), loss: tighter(before?.loss, step.loss) };
      world.limits.set(who, own);
      const limits = stakeLimits(own.wager, own.loss);
      await host.db.tx(tx => setDailyLimits(tx, { player: who, limits, now: new Date(host.clock.now()) }));
      return model.setLimits(who, { wager: [limits.wager ?? []].flat(), loss: [limits.loss ?? []].flat() });
    }
    case "block": {
      const until = host.clock.now() + step.ms;
      await host.db.tx(tx => block(tx, who, new Date(until)));
      return model.block(who, until);
    }
    case "wait":
      return host.clock.advance(step.ms);
  }
}

const roundNamed = (n: number) => roundOf(n, n < 3 ? "altyn" : "other");

const rateOf = ({ rate: thousandths }: { readonly rate: number | undefined }) =>
  thousandths === undefined ? {} : { rate: thousandths };

/** Three bonuses of a player, so that an ended one is asked for again. */
function grantId(world: World, who: PlayerId, n: number): Uuid {
  const suffix = `a${n % 3}b${world.players.indexOf(who)}c${world.bettingWindow.slice(5)}`.padStart(12, "0");
  return `00000000-0000-7000-9000-${suffix}` as Uuid;
}

/** The open round, equal on both sides; not `fresh`: as it was last read, though it may have changed. */
async function readRound(
  { model, read }: World,
  who: PlayerId,
  { game: name, fresh }: { game: string; fresh: boolean },
): Promise<OpenRound | undefined> {
  const now = await app.wallet.openRound(who, name);
  expect(now).toEqual(await model.openRound(who, name));
  if (now && (fresh || !read.has(`${who}/${name}`))) read.set(`${who}/${name}`, now);
  return read.get(`${who}/${name}`);
}

async function expectSame(world: World): Promise<void> {
  for (const one of world.players) {
    expect(await app.wallet.balances(one)).toEqual(await world.model.balances(one));
    const page = { currency: "USD", limit: 100 } as const;
    expect(await app.wallet.history(one, page)).toEqual(await world.model.history(one, page));
    for (const collects of [true, false]) {
      const grant = freeGrantOf(one, collects);
      const [row] = await app.wallet.providerRounds.freeGrants(app.host.db, [{ grant, player: one }]);
      expect(row).toMatchObject({ left: world.model.freeLeft(grant), won: world.model.freeWon(grant) });
    }
  }
  expect(await potNow()).toEqual(world.model.pots.of("USD"));
  await app.expectBooks();
}

test("PostgreSQL and the model return the same results for any sequence of operations", {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 40, size: "max" }), async steps => {
      const world = await newWorld();
      for (const step of steps) await apply(world, step);
      await expectSame(world);
    }),
    { numRuns: 15 },
  );
});

const ofBonusRounds = new Set([
  "stake",
  "free",
  "end_free",
  "seed",
  "win",
  "seed_pot",
  "roll_back",
  "bonus",
  "end_bonus",
  "end_due",
  "deposit",
  "withdraw",
  "wait",
]);

test("rounds of providers with bonus money end as in the model, whatever becomes of the bonus", {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        operation.filter(({ do: what }) => ofBonusRounds.has(what)),
        { minLength: 10, maxLength: 60, size: "max" },
      ),
      async steps => {
        const world = await newWorld();
        for (const step of steps) await apply(world, step);
        await expectSame(world);
      },
    ),
    { numRuns: roundRuns },
  );
});

test("concurrent bets of many players end as in the model, however they were batched", {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        operation.filter(({ do: what }) => what === "dice"),
        { minLength: 10, maxLength: 60, size: "max" },
      ),
      async steps => {
        const world = await newWorld();
        // One player's bets keep their order; different players are independent.
        await Promise.all(steps.map(step => apply(world, step)));
        await expectSame(world);
      },
    ),
    { numRuns: 10 },
  );
});
