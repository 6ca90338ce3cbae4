import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { toHex } from "#kit/std/bytes.ts";
import { type SpinRecord, verdictOf, verifySpin } from "#studio/engine/shared/verify.ts";
import { slotOf } from "#studio/slots/registry.ts";
import {
  type CasinoDouble,
  profile,
  readyPlayer,
  setClientSeed,
  startCasinoDouble,
} from "#studio/testing/casino-double.ts";
import { connect, openGame, parentOrigin, startTestStudio, type TestStudio } from "#studio/testing/test-studio.ts";

let world: TestStudio;
let casino: CasinoDouble;
const game = "seven-struck";
const hundred = 100_000_000n;

beforeAll(async () => {
  world = await startTestStudio();
  casino = await startCasinoDouble();
  await connect(world, casino);
});
beforeEach(() => {
  casino.fault = () => undefined;
  casino.refuse = () => undefined;
});
afterAll(async () => {
  await world.close();
  await casino.close();
});

const proofOf = async (round: string) => {
  const { body } = await casino.call(world.url, "GET", `/rounds/${round}`);
  return (body.record as { proof: SpinRecord & { state: string } }).proof;
};
const pending = async () =>
  (await world.database.db.query("SELECT FROM rgs.txs WHERE due_at IS NOT NULL")).rowCount +
  (await world.database.db.query("SELECT FROM rgs.rounds WHERE state IN ('betting', 'drawn', 'voiding')")).rowCount;

describe("a spin for money", () => {
  test("takes the stake, draws with the casino's answer, pays, and closes the round", async () => {
    const alice = await readyPlayer(casino, world.url, game, hundred);
    const play = await openGame(world, casino, game, alice);
    expect(play.opened).toMatchObject({ mode: "play", currency: "USD", balance: "100", last: null });
    let expected = hundred;
    for (let i = 0; i < 20; i++) {
      const { status, body } = await play.spin();
      expect(status).toBe(200);
      expected += parseDecimal(body.payout) - 500_000n;
      expect(body.state).toBe("settled");
      expect(parseDecimal(String(body.balance))).toBe(expected);
    }
    expect(casino.balanceOf(alice)).toBe(expected);
    expect([...casino.rounds.values()].every(({ state }) => state === "closed")).toBe(true);
  });

  test("is proven by both seeds once they are revealed, and not before", async () => {
    const bob = await readyPlayer(casino, world.url, game, hundred);
    const play = await openGame(world, casino, game, bob);
    const { body } = await play.spin();
    const before = await proofOf(String(body.round));
    expect(before).toMatchObject({
      seed: null,
      casino_seed: null,
      casino: "Harbour Casino",
      player: "alice",
      nonce: 0,
    });
    const seven = slotOf(game);
    if (!seven) throw new Error("no game");
    expect(verdictOf(verifySpin(seven, before))).toBe("not_revealed");

    const hash = "a".repeat(64);
    const rotated = await casino.call(world.url, "POST", "/seeds/rotate", {
      player: bob,
      game,
      client_seed: "red-fox",
      casino_seed: toHex(casino.seedOf(bob, game)),
      casino_seed_hash: hash,
      casino_next_seed_hash: hash,
    });
    const { revealed, commitments } = rotated.body as Record<string, Record<string, string>>;
    // The answer may be lost: the same rotation again reveals the same seed and no other.
    const repeated = await casino.call(world.url, "POST", "/seeds/rotate", {
      player: bob,
      game,
      client_seed: "blue-fox",
      casino_seed: toHex(casino.seedOf(bob, game)),
      casino_seed_hash: hash,
      casino_next_seed_hash: hash,
    });
    expect(repeated.body).toEqual(rotated.body);
    expect(revealed).toMatchObject({ seed_hash: before.seed_hash, nonces: 1 });
    expect(toHex(nobleHashes.sha256(Buffer.from(String(revealed?.seed), "hex")))).toBe(before.seed_hash);
    expect(commitments).toMatchObject({ client_seed: "red-fox", nonce: 0 });
    const after = await proofOf(String(body.round));
    expect(verdictOf(verifySpin(seven, after))).toBe("matches");
    expect(verdictOf(verifySpin(seven, { ...after, payout: "9999" }))).toBe("differs");
  });

  test("needs a client seed, made by the casino's page after the hashes were shown", async () => {
    const carol = randomUUID();
    casino.addPlayer(carol, hundred);
    const play = await openGame(world, casino, game, carol);
    expect(await play.spin()).toMatchObject({ status: 409, body: { code: "client_seed_required" } });
    await setClientSeed(casino, world.url, carol, game);
    expect((await play.spin()).status).toBe(200);
  });

  test("repeated with the same request id is the same round, paid once", async () => {
    const dave = await readyPlayer(casino, world.url, game, hundred);
    const play = await openGame(world, casino, game, dave);
    const request = randomUUID();
    const first = await play.spin({ request });
    const after = casino.balanceOf(dave);
    expect(await play.spin({ request })).toEqual(first);
    expect(casino.balanceOf(dave)).toBe(after);
  });

  test("pressed twenty times at once takes one stake at a time", async () => {
    const erin = await readyPlayer(casino, world.url, game, 500_000n);
    const play = await openGame(world, casino, game, erin);
    const answers = await Promise.all(Array.from({ length: 5 }, () => play.spin()));
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken.length).toBeGreaterThanOrEqual(1);
    const sum = taken.reduce((total, { body }) => total + parseDecimal(body.payout) - 500_000n, 500_000n);
    expect(casino.balanceOf(erin)).toBe(sum);
  });

  test("continues from the session's last round, under new seeds after a rotation, and not once the session was replaced", async () => {
    const gwen = await readyPlayer(casino, world.url, game, hundred);
    const play = await openGame(world, casino, game, gwen);
    const nonces: unknown[] = [];
    const hash = "a".repeat(64);
    await play.spin();
    const second = await play.spin();
    expect(await proofOf(String(second.body.round))).toMatchObject({ nonce: 1 });
    const rotation = {
      player: gwen,
      game,
      client_seed: "red-fox",
      casino_seed: toHex(casino.seedOf(gwen, game)),
      casino_seed_hash: hash,
      casino_next_seed_hash: hash,
    };
    await casino.call(world.url, "POST", "/seeds/rotate", rotation);
    casino.refuse = ({ nonce }) => {
      nonces.push(nonce);
      return "limit_reached";
    };
    expect(await play.spin()).toMatchObject({ body: { code: "limit_reached" } });
    await openGame(world, casino, game, gwen);
    expect(await play.spin()).toMatchObject({ body: { code: "session_replaced" } });
    casino.refuse = () => undefined;
    expect(nonces).toEqual([0]);
  });

  test("of a game with a pot names what each stake adds to it, the reserve included", async () => {
    const player = await readyPlayer(casino, world.url, "winter-fair", hundred);
    const bets: Record<string, unknown>[] = [];
    casino.refuse = body => void bets.push(body) as undefined;
    await (await openGame(world, casino, "winter-fair", player)).spin();
    expect(bets).toMatchObject([{ amount: "0.5", jackpots: [{ pool: "winter-fair", contribution: "0.005" }] }]);
  });

  test("of a game with books is asked for before anything is drawn: its bet is as long and says the same whatever comes", async () => {
    const player = await readyPlayer(casino, world.url, "crown-assay", hundred);
    const play = await openGame(world, casino, "crown-assay", player);
    const bets: Record<string, unknown>[] = [];
    casino.refuse = body => void bets.push(body) as undefined;
    const payouts = new Set<unknown>();
    // Seven spins of ten win nothing: 60 in a row happen once in a thousand million runs.
    for (let n = 0; n < 60 && payouts.size < 3; n++) payouts.add((await play.spin()).body.payout);
    expect(payouts.size).toBe(3);
    const shapes = bets.map(({ tx, round, nonce, ...rest }) => [String(tx).length, String(round).length, rest]);
    expect(bets.map(({ nonce }) => nonce)).toEqual(bets.map((_, n) => n));
    for (const shape of shapes) expect(shape).toEqual(shapes[0]);
  });

  test("that is refused uses no nonce", async () => {
    const faith = await readyPlayer(casino, world.url, game, hundred);
    const play = await openGame(world, casino, game, faith);
    casino.refuse = () => "limit_reached";
    expect(await play.spin()).toMatchObject({ status: 422, body: { code: "limit_reached", balance: "100" } });
    casino.refuse = () => undefined;
    const { body } = await play.spin();
    expect((await proofOf(String(body.round))).nonce).toBe(0);
  });
});

describe("an unknown outcome", () => {
  test.each(["drop", "lose", "unsigned", "busy"] as const)(
    "of a bet (%s) is rolled back at once, and its nonce is burnt",
    async fault => {
      const player = await readyPlayer(casino, world.url, game, hundred);
      const play = await openGame(world, casino, game, player);
      casino.fault = call => (call === "bet" ? fault : undefined);
      const lost = await play.spin();
      expect(lost).toMatchObject({ status: 409, body: { code: "round_void" } });
      await expect.poll(pending, { timeout: 10_000 }).toBe(0);
      expect(casino.balanceOf(player)).toBe(hundred);
      casino.fault = () => undefined;
      const { status, body } = await play.spin();
      expect(status).toBe(200);
      expect((await proofOf(String(body.round))).nonce).toBe(1);
      expect(await proofOf(String(lost.body.round))).toMatchObject({ state: "void", draws: [], nonce: 0 });
    },
  );

  test("of a win is sent again until the casino says ok, once", async () => {
    const gina = await readyPlayer(casino, world.url, game, hundred);
    const play = await openGame(world, casino, game, gina);
    let left = 2;
    casino.fault = call => (call === "win" && left-- > 0 ? "lose" : undefined);
    const { status, body } = await play.spin();
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: "pending", balance: null });
    expect(await play.spin()).toMatchObject({ status: 409, body: { code: "round_open" } });
    await expect.poll(pending, { timeout: 10_000 }).toBe(0);
    expect(casino.balanceOf(gina)).toBe(hundred - 500_000n + parseDecimal(body.payout));
  });

  test("a reload during it shows the finished round", async () => {
    const hana = await readyPlayer(casino, world.url, game, hundred);
    const play = await openGame(world, casino, game, hana);
    let left = 1;
    casino.fault = call => (call === "win" && left-- > 0 ? "drop" : undefined);
    const { body } = await play.spin();
    const again = await openGame(world, casino, game, hana);
    expect(again.opened.last).toMatchObject({ round: body.round, payout: body.payout, state: "settled" });
    expect(await play.spin()).toMatchObject({ status: 409, body: { code: "session_replaced" } });
  });
});

describe("a game in demo", () => {
  test("is drawn without a wallet call and leaves no round", async () => {
    const play = await openGame(world, casino, game, null);
    const calls = casino.txs.size;
    const { status, body } = await play.spin({ stake: "5" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: "demo", balance: null });
    expect(casino.txs.size).toBe(calls);
  });
});

describe("what a frame may not do", () => {
  test.each<readonly [change: object, status: number, code: string]>([
    [{ stake: "0.51" }, 422, "stake_out_of_limits"],
    ...["1e3", "-0.50", "NaN", "0.5000001", Number.NaN, 1, undefined].map(
      stake => [{ stake }, 400, "malformed"] as const,
    ),
    [{ mode: "turbo" }, 422, "wrong_mode"],
    [{ request: "1" }, 400, "malformed"],
    [{ extra: 1 }, 400, "malformed"],
    [{ free: randomUUID() }, 409, "free_rounds_over"],
  ])("%j is %i %s", async (change, status, code) => {
    const player = await readyPlayer(casino, world.url, game, hundred);
    const play = await openGame(world, casino, game, player);
    expect(await play.spin(change)).toMatchObject({ status, body: { code } });
    expect(casino.balanceOf(player)).toBe(hundred);
  });

  test("use a launch twice, or one that was never made", async () => {
    const player = await readyPlayer(casino, world.url, game, hundred);
    const { body } = await casino.call(world.url, "POST", "/launch", {
      game,
      mode: "play",
      player,
      nick: "alice",
      launch: casino.newLaunch(player),
      currency: "USD",
      country: "KZ",
      locale: "en",
      profile,
      parent_origin: parentOrigin,
    });
    const launch = new URL(String(body.url)).hash.replace("#launch=", "");
    const play = await openGame(world, casino, game, null);
    expect((await play.post("/session", { launch })).status).toBe(200);
    expect(await play.post("/session", { launch })).toMatchObject({ status: 409, body: { code: "launch_used" } });
    const demo = await casino.call(world.url, "POST", "/launch", {
      game,
      mode: "demo",
      currency: "USD",
      country: "KZ",
      locale: "en",
      profile,
      parent_origin: parentOrigin,
    });
    const once = new URL(String(demo.body.url)).hash.replace("#launch=", "");
    expect((await play.post("/session", { launch: once })).status).toBe(200);
    expect(await play.post("/session", { launch: once })).toMatchObject({ status: 409, body: { code: "launch_used" } });
    expect(await play.post("/session", { launch: "x".repeat(43) })).toMatchObject({ body: { code: "launch_expired" } });
  });

  test("play faster, by autoplay, bought, or above the region's stake", async () => {
    const player = await readyPlayer(casino, world.url, "codex-zenith", hundred);
    const strict = { ...profile, min_round_ms: 2_500, autoplay: false, buy: false, max_stake: "1" };
    const play = await openGame(world, casino, "codex-zenith", player, strict);
    expect(await play.spin({ auto: true })).toMatchObject({ body: { code: "autoplay_off" } });
    expect(await play.spin({ mode: "buy" })).toMatchObject({ body: { code: "buy_off" } });
    expect(await play.spin({ stake: "5" })).toMatchObject({ body: { code: "stake_out_of_limits" } });
    expect(casino.balanceOf(player)).toBe(hundred);
    expect((await play.spin()).status).toBe(200);
    expect(await play.spin()).toMatchObject({ status: 429, body: { code: "too_fast" } });
  });
});

describe("free rounds", () => {
  const grantOf = (player: string, change: object = {}) => ({
    grant: randomUUID(),
    player,
    game,
    currency: "USD",
    stake: "0.50",
    count: 2,
    expires_at: "2100-01-01T00:00:00Z",
    ...change,
  });

  test("take no stake, pay at the stake of the grant, and name the grant to the casino", async () => {
    const player = await readyPlayer(casino, world.url, game, hundred);
    const grant = grantOf(player);
    for (let again = 0; again < 2; again++)
      expect((await casino.call(world.url, "POST", "/free-rounds", grant)).body).toEqual({ status: "ok" });
    const bets: Record<string, unknown>[] = [];
    casino.refuse = body => void bets.push(body) as undefined;
    const play = await openGame(world, casino, game, player);
    const { body } = await play.spin({ free: grant.grant });
    expect(bets).toMatchObject([{ kind: "free", amount: "0", base: "0.5", free_grant: grant.grant }]);
    expect(casino.balanceOf(player)).toBe(hundred + parseDecimal(body.payout));
  });

  test("that were cancelled, are of another player, or say something else under the same id start no round", async () => {
    const player = await readyPlayer(casino, world.url, game, hundred);
    const grant = grantOf(player);
    await casino.call(world.url, "POST", "/free-rounds", grant);
    expect((await casino.call(world.url, "POST", "/free-rounds", { ...grant, count: 9 })).body).toEqual({
      status: "grant_conflict",
    });
    expect((await casino.call(world.url, "POST", "/free-rounds", grantOf(player, { stake: "0.07" }))).body).toEqual({
      status: "grant_conflict",
    });
    const stranger = await readyPlayer(casino, world.url, game, hundred);
    const other = await openGame(world, casino, game, stranger);
    expect(await other.spin({ free: grant.grant })).toMatchObject({ body: { code: "free_rounds_over" } });
    expect((await casino.call(world.url, "POST", `/free-rounds/${grant.grant}/cancel`, { player })).body).toEqual({
      status: "ok",
    });
    // A casino that announces it again learns that it has ended here.
    expect((await casino.call(world.url, "POST", "/free-rounds", grant)).body).toEqual({ status: "grant_conflict" });
    const play = await openGame(world, casino, game, player);
    expect(await play.spin({ free: grant.grant })).toMatchObject({ body: { code: "free_rounds_over" } });
  });
});

describe("a call of a casino", () => {
  test("with a false signature, another casino's round or an unknown key moves nothing", async () => {
    const other = await startCasinoDouble();
    await connect(world, other, "meadow");
    const player = await readyPlayer(casino, world.url, game, hundred);
    const play = await openGame(world, casino, game, player);
    const { body } = await play.spin();
    expect(await other.call(world.url, "GET", `/rounds/${body.round}`)).toMatchObject({
      body: { status: "round_unknown" },
    });
    const stranger = await startCasinoDouble();
    expect(await stranger.call(world.url, "GET", "/games")).toMatchObject({
      status: 401,
      body: { status: "bad_signature" },
    });
    await Promise.all([other.close(), stranger.close()]);
  });

  test("lists its games, its maths log and a statement of every tx", async () => {
    const { body: games } = await casino.call(world.url, "GET", "/games");
    expect(games.games).toEqual(expect.arrayContaining([expect.objectContaining({ game, max_win: "102", lines: 5 })]));
    const { body: log } = await casino.call(world.url, "GET", "/maths-log");
    const { maths, verifier } = (games.games as { maths: string; verifier: string }[])[0] ?? {};
    const module = await fetch(`${world.url}${verifier}`);
    expect([module.status, module.headers.get("content-type"), verifier]).toEqual([
      200,
      "text/javascript; charset=utf-8",
      `/verifiers/${maths}.js`,
    ]);
    const entries = log.entries as { previous: string; hash: string }[];
    expect(entries.slice(1).map(({ previous }) => previous)).toEqual(entries.slice(0, -1).map(({ hash }) => hash));
    const range = "from=2026-01-01T00:00:00Z&to=2100-01-01T00:00:00Z";
    const lines: { tx: string; kind: string; state: string }[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const { body } = await casino.call(world.url, "GET", `/statement?${range}${cursor && `&cursor=${cursor}`}`);
      lines.push(...(body.lines as typeof lines));
      cursor = body.next as string | null;
    }
    const moved = [...casino.txs].filter(([, { call }]) => call === "bet" || call === "win").map(([tx]) => tx);
    const stated = new Set(lines.map(({ tx }) => tx));
    expect(moved.filter(tx => !stated.has(tx))).toEqual([]);
    expect(lines.filter(({ state }) => state === "pending")).toEqual([]);
  });

  test.each([
    ["POST", "/launch", { game }, 400, "malformed"],
    ["POST", "/launch", { game, mode: "x".repeat(17 * 1024) }, 413, "too_large"],
    ["POST", "/seeds/client", { player: "x", game }, 400, "malformed"],
    ["GET", "/rounds/1", undefined, 400, "malformed"],
    ["GET", `/rounds/${randomUUID()}`, undefined, 200, "round_unknown"],
    ["GET", "/statement?from=now", undefined, 400, "malformed"],
    ["GET", `/seeds?player=${randomUUID()}&game=no-such-game`, undefined, 200, "game_disabled"],
  ] as const)("%s %s is answered %s", async (method, path, given, status, word) => {
    expect(await casino.call(world.url, method, path, given)).toMatchObject({ status, body: { status: word } });
  });

  test("for a page whose origin is not registered is refused", async () => {
    const { body } = await casino.call(world.url, "POST", "/launch", {
      game,
      mode: "demo",
      currency: "USD",
      country: "KZ",
      locale: "en",
      profile,
      parent_origin: "http://evil.example",
    });
    expect(body).toEqual({ status: "origin_unknown" });
  });
});
