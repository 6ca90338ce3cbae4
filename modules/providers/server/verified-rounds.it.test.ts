import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type ProvidedRound, providedRound } from "#modules/bets/shared/contract.ts";
import { verifyProvidedRound } from "../shared/verify-round.ts";
import { simulatedGame } from "../testing/simulated-provider.ts";
import { type TestProviders, testProviders, uuid } from "../testing/test-providers.ts";
import { keepRecords, readGames, runIsolated } from "./index.ts";
import { rotateBothSeeds, showBothSeeds } from "./shared-seeds.ts";

/** A verifier in a few lines: its strip decides the payout. */
const moduleOf = (strip: string) => `
const strip = ${JSON.stringify(strip)};
const title = { en: "The payout", ru: "Выплата", kk: "Төлем" };
export const verify = record => [
  record.seed === null
    ? { key: "revealed", title, line: "", state: "not_revealed" }
    : { key: "payout", title, line: strip[record.nonce], state: record.payout === strip[record.nonce] + ".5" ? "equal" : "differs" },
];`;
const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex");
const module = moduleOf("213");
const maths = sha256(module);
const pathOf = (hash: string) => `/verifiers/${hash}.js`;
const game = simulatedGame("altyn", { maths, verifier: pathOf(maths) });
const seed = "5e".repeat(32);
const theirs = {
  seed_hash: sha256(Buffer.from(seed, "hex")),
  next_seed_hash: "b".repeat(64),
  client_seed: "fox",
  nonce: 0,
};

/** Pays 600 stakes in the first round of a pair of seeds, and nothing in the others. */
const bigModule = `
const title = { en: "The payout", ru: "Выплата", kk: "Төлем" };
export const verify = record => [
  record.seed === null
    ? { key: "revealed", title, line: "", state: "not_revealed" }
    : { key: "payout", title, line: record.payout, state: record.payout === (record.nonce === 0 ? "600" : "0") ? "equal" : "differs" },
];`;
const bigMaths = sha256(bigModule);
const bigGame = simulatedGame("mega", { max_win: "1000", maths: bigMaths, verifier: pathOf(bigMaths) });

let casino: TestProviders;
beforeAll(async () => {
  casino = await testProviders([game, bigGame, simulatedGame("stated", { max_win: "1000" })]);
  casino.simulated.files.set(pathOf(maths), module).set(pathOf(bigMaths), bigModule);
  await readGames(casino.providers.needs, casino.provider());
});
afterAll(() => casino.close());

const verify = (provided: ProvidedRound, by: string | null = module) =>
  verifyProvidedRound(provided, by, { hashOf: sha256, run: runIsolated });
const differing = async (provided: ProvidedRound, by?: string) => {
  const { verdict, steps } = await verify(provided, by);
  return [verdict, ...steps.filter(({ state }) => state === "differs").map(({ key }) => key)];
};

test("the module is served under its hash; a file that is not the one is refused with an alarm", async () => {
  const { api, simulated, providers, host } = casino;
  const served = await api.call(`GET /api/v1/providers/verifiers/${maths}`);
  expect([served.status, served.text, served.headers["content-type"]]).toEqual([
    200,
    module,
    "text/javascript; charset=utf-8",
  ]);
  const changed = moduleOf("214");
  const wanted = sha256("another file");
  simulated.files.set(pathOf(wanted), changed);
  simulated.manifests[0] = simulatedGame("altyn", { maths: wanted, verifier: pathOf(wanted) });
  await readGames(providers.needs, casino.provider());
  expect((await api.call(`GET /api/v1/providers/verifiers/${wanted}`)).status).toBe(404);
  expect((await api.call("GET /api/v1/providers/verifiers/zz")).status).toBe(422);
  await providers.needs.alarms.settled();
  const { rows } = await host.db.query("SELECT subject FROM providers.alarms WHERE kind = 'verifier_differs'");
  expect(rows).toEqual([{ subject: wanted }]);
  await expect(
    host.db.query("INSERT INTO providers.verifiers SELECT $1, module, provider_id, read_at FROM providers.verifiers", [
      wanted,
    ]),
  ).rejects.toThrow("verifiers_check");
  simulated.manifests[0] = game;
  await readGames(providers.needs, casino.provider());
  await expect.poll(() => casino.provider().games.get("altyn")?.isEnabled).toBe(true);
});

test("a round is verified with what the casino keeps, also when its provider is gone, and whatever was changed is named", async () => {
  const { simulated, providers, playing, api, host } = casino;
  const kate = await playing(10_000_000n);
  const asked = { player: kate.player, provider: "studio", slug: "altyn" };
  simulated.answer = path => (path.startsWith("seeds") ? { status: "ok", commitments: theirs } : undefined);
  const { casino: own } = required(await showBothSeeds(providers.needs, asked), "seeds");
  const bet = kate.bet({ nonce: 0 });
  const { body } = (await simulated.call("bet", bet)) ?? {};
  await simulated.call("win", kate.win(bet.round, "2.5"));
  const at = new Date().toISOString();
  const proof = {
    game: "altyn",
    maths,
    round: bet.round,
    nonce: 0,
    seed_hash: theirs.seed_hash,
    casino_seed_hash: own.seed_hash,
    client_seed: "fox",
    answer: body.answer,
    currency: "USD",
    stake: "1",
    payout: "2.5",
    seed: null,
    casino_seed: null,
  };
  const record = {
    round: bet.round,
    game: "altyn",
    player: kate.player,
    currency: "USD",
    state: "closed",
    stake: "1",
    win: "2.5",
    txs: [],
    opened_at: at,
    closed_at: at,
    proof,
  };
  simulated.answer = path => (path === `rounds/${bet.round}` ? { status: "ok", record } : null);
  await host.clock.advance(11_000);
  await keepRecords(providers.needs);
  simulated.answer = () => null;
  const round = async () =>
    providedRound.parse((await api.call(`GET /api/v1/rounds/${bet.round}`)).body.data.provided) as ProvidedRound;
  expect((await verify(await round())).verdict).toBe("not_revealed");

  simulated.answer = path =>
    path === "seeds/rotate"
      ? { status: "ok", revealed: { seed, seed_hash: theirs.seed_hash, nonces: 1 }, commitments: theirs }
      : null;
  const { revealed } = await rotateBothSeeds(providers.needs, asked, "next");
  simulated.answer = () => null;
  expect(await providers.titlesOf(kate.player, [...(await keysOf(bet.round)), uuid()])).toEqual(
    new Map((await keysOf(bet.round)).map(key => [key, game.title])),
  );
  const shown = await round();
  expect(shown).toMatchObject({
    title: { en: "altyn" },
    verifier: `/api/v1/providers/verifiers/${maths}`,
    record: { seed, casino_seed: revealed.casino },
    own: { round: bet.round, nonce: 0, answer: body.answer, provider_seed_hash: theirs.seed_hash, provider_seed: seed },
  });
  expect(await verify(shown)).toMatchObject({ verdict: "matches", reason: null });

  async function keysOf(name: string) {
    const { rows } = await host.db.query<{ key: Uuid }>(
      `SELECT unnest(bets) AS key FROM wallet.provider_rounds WHERE provider_round = $1
       UNION ALL SELECT t.key FROM wallet.provider_txs t JOIN wallet.provider_rounds USING (player_id, round) WHERE provider_round = $1`,
      [name],
    );
    expect(rows).toHaveLength(2);
    return rows.map(({ key }) => key);
  }

  const withRecord = (change: object) => ({ ...shown, record: { ...shown.record, ...change } });
  expect(await differing(withRecord({ payout: "3.5" }))).toEqual(["differs", "win", "payout"]);
  expect(await differing({ ...shown, win: "2.4" })).toEqual(["differs", "win"]);
  expect(await differing(withRecord({ stake: "1.10" }))).toEqual(["differs", "stake"]);
  expect(await differing(withRecord({ stake: "1.00" }))).toEqual(["matches"]);
  expect(await differing(withRecord({ seed: "0".repeat(64) }))).toEqual(["differs", "provider_seed"]);
  expect(await differing(withRecord({ seed_hash: "0".repeat(64) }))).toEqual(["differs", "provider_seed_hash"]);
  expect(await differing(withRecord({ casino_seed: "0".repeat(64) }))).toEqual(["differs", "casino_seed"]);
  expect(await differing(withRecord({ answer: "0".repeat(32) }))).toEqual(["differs", "answer"]);
  expect(await differing(withRecord({ round: uuid() }))).toEqual(["differs", "round"]);
  // One stop changed: the file is not run; under a hash of its own it is not the version the bet was accepted under.
  const changed = moduleOf("313");
  expect(await differing(shown, changed)).toEqual(["differs", "module"]);
  expect(await differing(withRecord({ maths: sha256(changed) }), changed)).toEqual(["differs", "maths", "payout"]);
  expect(await verify(shown, null)).toMatchObject({ verdict: "unknown", reason: "no_module" });
});

describe("before a payout", () => {
  const asked = (player: PlayerId) => ({ player, provider: "studio", slug: "mega" });

  /** Plays a round of each win under one pair of seeds and reveals it. */
  async function winner(...wins: readonly string[]) {
    const { simulated, providers, playing, host } = casino;
    const kate = await playing(10_000_000n, "mega");
    simulated.answer = path => (path.startsWith("seeds") ? { status: "ok", commitments: theirs } : undefined);
    const { casino: own } = required(await showBothSeeds(providers.needs, asked(kate.player)), "seeds");
    const records = new Map<string, object>();
    for (const [nonce, payout] of wins.entries()) {
      const bet = kate.bet({ nonce });
      const { body } = (await simulated.call("bet", bet)) ?? {};
      await simulated.call("win", kate.win(bet.round, payout));
      const at = new Date().toISOString();
      const common = { game: "mega", round: bet.round, currency: "USD", stake: "1" };
      const proof = {
        ...common,
        maths: bigMaths,
        nonce,
        seed_hash: theirs.seed_hash,
        casino_seed_hash: own.seed_hash,
        client_seed: "fox",
        answer: body.answer,
        payout,
        seed: null,
        casino_seed: null,
      };
      records.set(bet.round, {
        ...common,
        player: kate.player,
        state: "closed",
        win: payout,
        txs: [],
        opened_at: at,
        closed_at: at,
        proof,
      });
    }
    simulated.answer = path => {
      const record = records.get(path.replace("rounds/", ""));
      return record ? { status: "ok", record } : null;
    };
    await host.clock.advance(11_000);
    await keepRecords(providers.needs);
    simulated.answer = path =>
      path === "seeds/rotate"
        ? { status: "ok", revealed: { seed, seed_hash: theirs.seed_hash, nonces: wins.length }, commitments: theirs }
        : null;
    await rotateBothSeeds(providers.needs, asked(kate.player), "next");
    // From here on the provider is gone.
    simulated.answer = () => null;
    return kate.player;
  }

  async function doubtOf(player: PlayerId, id: Uuid = uuid()) {
    const { host, providers } = casino;
    await providers.payoutReview.prepare(player);
    return host.db.tx(tx => providers.payoutReview.doubt(tx, { id, player }));
  }

  test("a big win that is the one its seeds decide holds nothing, also when its provider is gone", async () => {
    expect(await doubtOf(await winner("600", "0"))).toBeUndefined();
  });

  test("a big win that its seeds do not decide holds every payout until operators release one", async () => {
    const { host, providers } = casino;
    const player = await winner("600", "601");
    const [first, second] = [uuid(), uuid()];
    expect(await doubtOf(player, first)).toBe("win_differs");
    expect(await doubtOf(player, second)).toBe("win_differs");
    expect(await providers.payoutReview.doubted(second)).toMatchObject([
      { game: "mega", doubt: "win_differs", found: ["payout"] },
    ]);
    await providers.needs.alarms.settled();
    const { rows } = await host.db.query("SELECT count FROM providers.alarms WHERE kind = 'win_differs'");
    expect(rows).toEqual([{ count: 1 }]);
    await host.db.tx(tx => providers.payoutReview.accepted(tx, { id: second, player }));
    expect(await doubtOf(player)).toBeUndefined();
  });

  test("a stored proof that was changed afterwards holds the payout", async () => {
    const player = await winner("600");
    await casino.host.db.query(
      `UPDATE providers.records SET record = record || '{"payout": "700"}' WHERE player_id = $1`,
      [player],
    );
    const id = uuid();
    expect(await doubtOf(player, id)).toBe("win_differs");
    expect(await casino.providers.payoutReview.doubted(id)).toMatchObject([{ found: ["win", "payout"] }]);
  });

  test("a win that cannot be recomputed holds the payout until its proof is there", async () => {
    const { host } = casino;
    const player = await winner("600");
    const { rows } = await host.db.query<{ round: Uuid; record: object }>(
      "DELETE FROM providers.records WHERE player_id = $1 RETURNING round, record",
      [player],
    );
    const id = uuid();
    expect(await doubtOf(player, id)).toBe("win_unproven");
    expect(await casino.providers.payoutReview.doubted(id)).toMatchObject([{ found: ["no_record"] }]);
    for (const { round, record } of rows)
      await host.db.query("INSERT INTO providers.records VALUES ($1, $2, $3, now())", [
        player,
        round,
        JSON.stringify(record),
      ]);
    expect(await doubtOf(player)).toBe("win_unproven");
    await host.clock.advance(60_000);
    expect(await doubtOf(player)).toBeUndefined();
  });

  test("a big win that was paid after the others were recomputed holds the payout; it is recomputed at the next request", async () => {
    const { host, providers } = casino;
    const player = await winner("600");
    const id = uuid();
    expect(await host.db.tx(tx => providers.payoutReview.doubt(tx, { id, player }))).toBe("win_unproven");
    expect(await providers.payoutReview.doubted(id)).toMatchObject([{ found: ["not_recomputed"] }]);
    expect(await doubtOf(player)).toBeUndefined();
  });

  test("a big win of a game without seeds is its provider's word: one operator looks at it", async () => {
    const { playing, simulated } = casino;
    simulated.answer = undefined;
    const { player, bet, win } = await playing(10_000_000n, "stated");
    const staked = bet();
    await simulated.call("bet", staked);
    await simulated.call("win", win(staked.round, "501"));
    expect(await doubtOf(player)).toBe("win_unproven");
  });
});
