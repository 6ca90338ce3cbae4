import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Hashes } from "#kit/fair/hashes.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import { type BetsTestApp, betsTestApp } from "#modules/bets/testing/bets-test-app.ts";
import type { InstantNeeds } from "#modules/engines/instant/server/index.ts";
import type { ProofRecord } from "#modules/fairness/shared/proof.ts";
import type { Verification } from "#modules/fairness/shared/verification.ts";
import { block } from "#modules/limits/server/index.ts";
import { selfExcluded } from "#modules/limits/shared/events.ts";
import type { StepwiseNeeds } from "../server/index.ts";

// biome-ignore lint/suspicious/noExplicitAny: assertions cover the response's shape.
type Body = any;

interface StepwiseSuite {
  readonly game: string;
  readonly create: (host: Host, needs: InstantNeeds & StepwiseNeeds) => ServerModule;
  /** A start of one rouble. */
  readonly start: { readonly stake: string; readonly [choice: string]: unknown };
  /** The name of the step call. */
  readonly step: string;
  /** A step that does not lose after this answer, chosen with the secret random words. */
  readonly goodStep: (round: Body, stream: WordStream) => object;
  /** A step that loses. */
  readonly badStep: (round: Body, stream: WordStream) => object;
  readonly verify: (record: ProofRecord, hashes: Hashes) => Verification;
}

const rub = (units: number) => BigInt(units) * 1_000_000n;
const dayMs = 86_400_000;

/** A game that is played in steps, on PostgreSQL; the books are audited after each test. */
export function describeStepwiseGame(suite: StepwiseSuite): void {
  const { game } = suite;
  const bets = `POST /api/v1/games/${game}/bets`;
  let app: BetsTestApp;
  let api: TestApi;
  let other: TestApi;
  beforeAll(async () => {
    app = await betsTestApp([game]);
    api = await app.open(suite.create(app.host, app));
    other = await app.openSecond(second => suite.create(app.host, second));
  });
  afterEach(() => app.expectBooks());
  afterAll(() => app.close());

  /** The secret random words that decide this round of a player who has not rotated yet. */
  async function wordsOf(player: PlayerId, { proof }: Body): Promise<WordStream> {
    const seed = { number: 1, clientSeed: proof.client_seed, nonce: proof.nonce };
    return (await app.fairness.pairs.at(player, seed)).stream(game);
  }

  /** Every row of the whole database that contains the player's id, as text. */
  async function everyRow(player: PlayerId): Promise<readonly string[]> {
    const { db } = app.host;
    const tables = await db.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.columns
       WHERE column_name = 'player_id' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    const all = await Promise.all(
      tables.rows.map(({ name }) =>
        db.query<{ row: string }>(`SELECT t::text AS row FROM ONLY ${name} t WHERE player_id = $1`, [player]),
      ),
    );
    return all.flatMap(({ rows }) => rows.map(({ row }) => row));
  }

  const open = async (player: PlayerId): Promise<Body> =>
    (await api.call(`GET /api/v1/games/${game}`, { token: player })).body.data.round;
  const begin = async (player: PlayerId): Promise<Body> => {
    const answer = await api.call(bets, { token: player, key: app.newKey(), body: suite.start });
    expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
    return answer.body.data;
  };
  const send = (client: TestApi, player: PlayerId, round: Body, name: string, body: object, key = app.newKey()) =>
    client.call(`${bets}/${round.id}/${name}`, { token: player, key, body });
  const step = async (player: PlayerId, round: Body): Promise<Body> => {
    const answer = await send(api, player, round, suite.step, suite.goodStep(round, await wordsOf(player, round)));
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    return answer.body.data;
  };
  const realOf = async (player: PlayerId) => required((await app.wallet.balances(player))[0], "a wallet").real;

  test("a round of bonus money counts a quarter of its stake once it is lost: the edge is 1 %", async () => {
    const gita = await app.player(0n);
    await app.giveBonus(gita, game);
    const begun = await begin(gita);
    expect(await app.bonusOf(gita)).toEqual({ counted: 0n, bonus: rub(99) });
    const lost = suite.badStep(begun, await wordsOf(gita, begun));
    expect((await send(api, gita, begun, suite.step, lost)).status).toBe(200);
    expect(await app.bonusOf(gita)).toEqual({ counted: rub(1) / 4n, bonus: rub(99) });
  });

  describe("an open round", () => {
    test("survives a reload, continues on another device and in another process", async () => {
      const alice = await app.player(rub(100));
      const begun = await begin(alice);
      expect(begun).toMatchObject({ status: "open", payout: "0", balance: "99", round: { steps: 0, worth: null } });
      const stepped = await step(alice, begun);
      expect(await open(alice)).toEqual(stepped);
      const elsewhere = (await other.call(`GET /api/v1/games/${game}`, { token: alice })).body.data.round;
      expect(elsewhere).toEqual(stepped);
      const paid = await send(other, alice, elsewhere, "cash-out", {});
      expect(paid.body.data).toMatchObject({ status: "settled", payout: stepped.round.worth, round: { worth: null } });
      expect(await open(alice)).toBeUndefined();
      expect(await realOf(alice)).toBe(rub(99) + BigInt(Math.round(Number(stepped.round.worth) * 1e6)));
    });

    test("a choice made in another tab before a step there moves nothing; made after it, it counts", async () => {
      const alma = await app.player(rub(100));
      const begun = await begin(alma);
      const first = suite.goodStep(begun, await wordsOf(alma, begun));
      const key = app.newKey();
      const stepped = await send(api, alma, begun, suite.step, { ...first, steps: 0 }, key);
      expect(stepped.body.data.round.steps).toBe(1);
      const next = suite.goodStep(stepped.body.data, await wordsOf(alma, begun));
      for (const steps of [0, 2])
        expect(await send(other, alma, begun, suite.step, { ...next, steps })).toMatchObject({
          status: 409,
          body: { code: "step_not_offered", data: { reason: "passed" } },
        });
      for (const steps of [-1, 0.5, "1", null])
        expect((await send(other, alma, begun, suite.step, { ...next, steps })).status).toBe(422);
      expect(await open(alma)).toEqual(stepped.body.data);
      expect((await send(other, alma, begun, suite.step, { ...first, steps: 0 }, key)).text).toBe(stepped.text);
      expect((await send(other, alma, begun, suite.step, { ...next, steps: 1 })).body.data.round.steps).toBe(2);
    });

    test("every repeated call gets the same bytes, in both processes, after the end and after the seed was revealed", async () => {
      const bob = await app.player(rub(100));
      const [startKey, stepKey, endKey] = [app.newKey(), app.newKey(), app.newKey()];
      const begun = await api.call(bets, { token: bob, key: startKey, body: suite.start });
      const round = begun.body.data;
      const choice = suite.goodStep(round, await wordsOf(bob, round));
      const first = await send(api, bob, round, suite.step, choice, stepKey);
      const again = () =>
        Promise.all([
          ...[api, other].map(client => client.call(bets, { token: bob, key: startKey, body: suite.start })),
          ...[api, other].map(client => send(client, bob, round, suite.step, choice, stepKey)),
        ]).then(answers => answers.map(answer => answer.text));
      const expected = [begun.text, begun.text, first.text, first.text];
      expect(await again()).toEqual(expected);
      const end = await send(api, bob, round, "cash-out", {}, endKey);
      expect(end.status).toBe(200);
      expect(await again()).toEqual(expected);
      expect((await api.call("POST /api/v1/fairness/rotate", { token: bob, body: {} })).status).toBe(200);
      expect(await again()).toEqual(expected);
      expect((await send(other, bob, round, "cash-out", {}, endKey)).text).toBe(end.text);
    });

    test("known failure 3: rotation never reveals an open board; it is refused until the round is over", {
      tags: ["known-failure/3/steps"],
    }, async () => {
      const carol = await app.player(rub(100));
      const round = await step(carol, await begin(carol));
      const rotate = () => api.call("POST /api/v1/fairness/rotate", { token: carol, body: { client_seed: "fresh" } });
      expect((await rotate()).body.code).toBe("round_open");
      // A change of client seed is allowed and does not affect the round.
      await api.call("PUT /api/v1/fairness/client-seed", { token: carol, body: { client_seed: "another" } });
      const live = (await api.call(`GET /api/v1/rounds/${round.id}`)).body.data;
      expect(live).toMatchObject({ status: "open", proof: { server_seed: null, outcome: null } });
      const paid = (await send(api, carol, round, "cash-out", {})).body.data;
      expect(paid.proof).toMatchObject({ client_seed: "player-seed_1", server_seed: null });
      const { body } = await rotate();
      const record = (await api.call(`GET /api/v1/rounds/${round.id}`)).body.data;
      expect(record.proof).toEqual({ ...paid.proof, server_seed: body.data.server_seed });
      expect(suite.verify(record.proof, nobleHashes).verdict).toBe("matches");
    });

    test("known failure 2: no row, answer or event of an open round holds its seed or what was not shown", {
      tags: ["known-failure/2/steps"],
    }, async () => {
      const dave = await app.player(rub(100));
      const begun = await begin(dave);
      const stepped = await step(dave, begun);
      const rows = await everyRow(dave);
      await send(api, dave, begun, "cash-out", {});
      const { server_seed: seed } = (await api.call("POST /api/v1/fairness/rotate", { token: dave, body: {} })).body
        .data;
      const said = [...rows, JSON.stringify(begun), JSON.stringify(stepped)];
      for (const text of said) {
        expect(text).not.toContain(seed);
        expect(text).not.toMatch(/board|"end"/);
      }
      expect(stepped.outcome).toBeUndefined();
      expect(rows.join("").match(/shown/g)).toHaveLength(1);
    });

    test("known failure 19: a duplicate start makes one round, and a second start is answered with the open one", {
      tags: ["known-failure/19/steps"],
    }, async () => {
      const erin = await app.player(rub(100));
      const key = app.newKey();
      const same = await Promise.all(
        [api, other, api].map(client => client.call(bets, { token: erin, key, body: suite.start })),
      );
      expect(new Set(same.map(answer => answer.text)).size).toBe(1);
      const second = await other.call(bets, { token: erin, key: app.newKey(), body: suite.start });
      expect(second).toMatchObject({ status: 409, body: { code: "round_open" } });
      expect(second.body.data.round).toEqual(await open(erin));
      expect(await realOf(erin)).toBe(rub(99));
      const both = await Promise.all(
        [api, other].map(async client => {
          const fresh = await app.player(rub(100));
          return Promise.all(
            [client, client === api ? other : api].map(each =>
              each.call(bets, { token: fresh, key: app.newKey(), body: suite.start }),
            ),
          );
        }),
      );
      for (const pair of both) expect(pair.map(answer => answer.status).sort()).toEqual([201, 409]);
    });
  });

  describe("of two concurrent calls, one succeeds", () => {
    test("known failure 4: two cash-outs in one tick pay once", { tags: ["known-failure/4/steps"] }, async () => {
      const fay = await app.player(rub(100));
      const round = await step(fay, await begin(fay));
      const answers = await Promise.all([api, other, api].map(client => send(client, fay, round, "cash-out", {})));
      expect(answers.map(answer => answer.status).sort()).toEqual([200, 409, 409]);
      expect(answers.filter(answer => answer.status === 409).map(answer => answer.body.code)).toEqual([
        "round_over",
        "round_over",
      ]);
      const cashOutMicros = BigInt(Math.round(Number(round.round.worth) * 1e6));
      expect(await realOf(fay)).toBe(rub(99) + cashOutMicros);
    });

    test("known failure 17: a losing step racing a cash-out is lost or paid, never both", {
      tags: ["known-failure/9/steps", "known-failure/17/steps"],
    }, async () => {
      for (let n = 0; n < 6; n++) {
        const gil = await app.player(rub(100));
        const round = await step(gil, await begin(gil));
        const losing = suite.badStep(round, await wordsOf(gil, round));
        const [lost, cashed] = await Promise.all([
          send(n % 2 ? api : other, gil, round, suite.step, losing),
          send(n % 2 ? other : api, gil, round, "cash-out", {}),
        ]);
        expect([lost.status, cashed.status].sort()).toEqual([200, 409]);
        const paid = cashed.status === 200 ? BigInt(Math.round(Number(cashed.body.data.payout) * 1e6)) : 0n;
        expect(await realOf(gil)).toBe(rub(99) + paid);
        expect(await open(gil)).toBeUndefined();
      }
    });

    test("the same step from two tabs is made once, and each tab goes on from the same round", async () => {
      const hana = await app.player(rub(100));
      const round = await begin(hana);
      const choice = suite.goodStep(round, await wordsOf(hana, round));
      const answers = await Promise.all([api, other].map(client => send(client, hana, round, suite.step, choice)));
      const made = answers.filter(answer => answer.status === 200);
      expect(made.length).toBeGreaterThanOrEqual(1);
      const now = await open(hana);
      if (now) expect(now.round.steps).toBe(made.length);
    });
  });

  describe("known failure 18: no abandoned round holds a stake for ever", () => {
    const sweep = async () => {
      for (const job of app.stepwise.jobs ?? []) await job.run({});
    };

    test("after a day without a step it is cashed out at its current value, or refunded where there was none", {
      tags: ["known-failure/18/steps"],
    }, async () => {
      const [ivy, jon] = [await app.player(rub(100)), await app.player(rub(100))];
      const left = await step(ivy, await begin(ivy));
      const untouched = await begin(jon);
      await app.host.clock.advance(dayMs - 1000);
      await sweep();
      expect(await open(ivy)).toEqual(left);
      await app.host.clock.advance(1000);
      await Promise.all([sweep(), sweep()]);
      expect([await open(ivy), await open(jon)]).toEqual([undefined, undefined]);
      const cashOutMicros = BigInt(Math.round(Number(left.round.worth) * 1e6));
      expect(await realOf(ivy)).toBe(rub(99) + cashOutMicros);
      expect(await realOf(jon)).toBe(rub(100));
      const ends = await Promise.all(
        [left, untouched].map(async round => (await api.call(`GET /api/v1/rounds/${round.id}`)).body.data),
      );
      expect(ends).toMatchObject([
        { status: "settled", proof: { outcome: { end: "expired" } } },
        { status: "voided", multiplier: "1.00", proof: { outcome: { end: "refunded" } } },
      ]);
      for (const player of [ivy, jon]) await api.call("POST /api/v1/fairness/rotate", { token: player, body: {} });
      for (const { id } of ends) {
        const { proof } = (await api.call(`GET /api/v1/rounds/${id}`)).body.data;
        expect(suite.verify(proof, nobleHashes).verdict).toBe("matches");
      }
      const late = await send(api, ivy, left, "cash-out", {});
      expect(late).toMatchObject({ status: 409, body: { code: "round_over" } });
    });

    test("at once on self-exclusion; during a time-out it continues, but no new one starts", async () => {
      const [kim, lea] = [await app.player(rub(100)), await app.player(rub(100))];
      const { db, bus, clock } = app.host;
      const until = new Date(clock.now() + 30 * dayMs);
      const [closed, played] = [await step(kim, await begin(kim)), await begin(lea)];
      await db.tx(async tx => {
        await block(tx, kim, until, "self_exclusion");
        tx.afterCommit(() => bus.emit(selfExcluded, { player: kim, until }));
      });
      await db.tx(tx => block(tx, lea, until, "time_out"));
      await expect.poll(() => open(kim)).toBeUndefined();
      expect(await realOf(kim)).toBe(rub(99) + BigInt(Math.round(Number(closed.round.worth) * 1e6)));
      await sweep();
      const stepped = await step(lea, played);
      const paid = await send(api, lea, stepped, "cash-out", {});
      expect(paid.body.data).toMatchObject({ status: "settled", payout: stepped.round.worth });
      const next = await api.call(bets, { token: lea, key: app.newKey(), body: suite.start });
      expect(next.body.code).toBe("limit_reached");
    });
  });

  test("a round is visible to its player only; own history lists it, an open one only with its start", {
    tags: ["known-failure/10/steps"],
  }, async () => {
    const [max, nora] = [await app.player(rub(100)), await app.player(rub(100))];
    const round = await step(max, await begin(max));
    for (const name of [suite.step, "cash-out"]) {
      const body = name === "cash-out" ? {} : suite.goodStep(round, await wordsOf(max, round));
      expect((await send(api, nora, round, name, body)).status).toBe(404);
      expect(
        (await send(api, max, { id: `${round.id.slice(0, 20)}AAA${round.id.slice(23)}` }, name, body)).status,
      ).toBe(404);
    }
    const list = async (token: PlayerId) =>
      (await api.call(`GET /api/v1/games/${game}/rounds`, { token })).body.data.items;
    expect(await list(max)).toMatchObject([{ id: round.id, status: "open", outcome: null }]);
    const { payout } = (await send(api, max, round, "cash-out", {})).body.data;
    expect(await list(max)).toMatchObject([
      { id: round.id, status: "settled", payout, outcome: { end: "cashed_out" } },
    ]);
    expect(await list(nora)).toEqual([]);
  });
}
