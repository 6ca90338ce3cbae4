import { createHash, createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { uuidV5 } from "#kit/host/uuid-v5.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { block } from "#modules/limits/server/index.ts";
import { simulatedGame } from "../testing/simulated-provider.ts";
import { type Playing, type TestProviders, testProviders, uuid } from "../testing/test-providers.ts";
import { closeDecidedRound } from "./decide-rounds.ts";
import { followMaths } from "./follow-maths.ts";
import { followRounds } from "./index.ts";
import { rotateBothSeeds, setBothSeeds, showBothSeeds } from "./shared-seeds.ts";

const unit = 1_000_000n;
const minuteMs = 60_000;
let casino: TestProviders;
beforeAll(async () => {
  casino = await testProviders([simulatedGame("altyn"), simulatedGame("other")]);
});
beforeEach(() => {
  casino.simulated.answer = undefined;
  casino.simulated.asked.length = 0;
});
afterEach(() => casino.expectBooks());
afterAll(() => casino.close());

async function open(player: PlayerId, mode: "play" | "demo" = "play") {
  const game = casino.providers.connected().find(({ id }) => id === "studio");
  const session = { id: uuid(), player, currency: "USD", test: false } as const;
  const url = await game?.open({
    slug: "altyn",
    mode,
    locale: "kz",
    session: mode === "play" ? session : null,
    currency: "USD",
    country: "KZ",
    parentOrigin: "https://casino.example",
  });
  const launch = casino.simulated.asked.at(-1)?.body as Record<string, string>;
  return { url, launch };
}

const newPlayer = async () => (await casino.playing(10n * unit)).player;

describe("a launch", () => {
  test("opens one session by its token, within 60 s, and repeats its response for the same call", async () => {
    const { simulated, host } = casino;
    const player = await newPlayer();
    const { url, launch } = await open(player);
    expect(url).toBe("https://studio.example/play#launch");
    expect(launch).toMatchObject({
      game: "altyn",
      mode: "play",
      player,
      currency: "USD",
      country: "KZ",
      locale: "kk",
      parent_origin: "https://casino.example",
    });
    const body = { tx: uuid(), game: "altyn", player, launch: launch.launch };
    const first = await simulated.call("authenticate", body);
    expect(first?.body).toMatchObject({
      status: "ok",
      player,
      currency: "USD",
      balance: "10",
      country: "KZ",
      limits: { min: "0.1", max: "5" },
    });
    expect((await simulated.call("authenticate", body))?.text).toBe(first?.text);
    expect((await simulated.call("authenticate", { ...body, tx: uuid() }))?.status).toBe("launch_used");
    const late = await open(player);
    await host.clock.advance(60_001);
    expect((await simulated.call("authenticate", { ...body, tx: uuid(), launch: late.launch.launch }))?.status).toBe(
      "launch_expired",
    );
    expect((await simulated.call("authenticate", { ...body, tx: uuid(), launch: "X".repeat(32) }))?.status).toBe(
      "launch_expired",
    );
    const other = await open(player);
    const stranger = await newPlayer();
    expect(
      (await simulated.call("authenticate", { ...body, tx: uuid(), player: stranger, launch: other.launch.launch }))
        ?.status,
    ).toBe("launch_expired");
  });

  test("of a demo carries no player, and is open to 30 launches a minute in play", async () => {
    const player = await newPlayer();
    const { launch } = await open(player, "demo");
    expect(Object.keys(launch)).not.toEqual(expect.arrayContaining(["player"]));
    for (let n = 0; n < 30; n++) await open(player);
    await expect(open(player)).rejects.toMatchObject({ message: "too_many_requests" });
  });

  test("of an excluded player, and one that the provider does not answer, opens nothing", async () => {
    const { simulated, host } = casino;
    const player = await newPlayer();
    const { launch } = await open(player);
    await host.db.tx(tx => block(tx, player, new Date(host.clock.now() + minuteMs)));
    const body = { tx: uuid(), game: "altyn", player, launch: launch.launch };
    expect((await simulated.call("authenticate", body))?.status).toBe("player_blocked");
    simulated.answer = () => null;
    await expect(open(await newPlayer())).rejects.toMatchObject({ message: "unavailable" });
  });

  test("of a player whose session has ended since opens nothing, so that the game cannot go on without it", async () => {
    const { simulated, host } = casino;
    const player = await newPlayer();
    const { launch } = await open(player);
    const body = { tx: uuid(), game: "altyn", player, launch: launch.launch };
    await host.db.tx(async tx => {
      // The player has a wallet and no account.
      await tx.query("SET LOCAL session_replication_role = replica");
      await tx.query(
        `INSERT INTO accounts.sessions
           (id, player_id, salt, rotated_at, created_at, expires_at, made_on, hostname, ip, user_agent, seen_at, ended_at, end_reason)
         SELECT casino_session, player_id, decode(repeat('00', 16), 'hex'), $2, $2, $3, 'casino.example', 'casino.example', '10.0.0.1', '',
           $2, $2, 'locked' FROM providers.launches WHERE player_id = $1`,
        [player, new Date(host.clock.now()), new Date(host.clock.now() + minuteMs)],
      );
    });
    expect((await simulated.call("authenticate", body))?.status).toBe("launch_expired");
  });

  test("keeps no token in the clear", async () => {
    const { launch } = await open(await newPlayer());
    const { rows } = await casino.host.db.query<{ text: string }>("SELECT l::text AS text FROM providers.launches l");
    expect(rows.some(({ text }) => text.includes(launch.launch ?? "?"))).toBe(false);
  });
});

describe("a round that stays open", () => {
  async function spin(): Promise<{ kate: Playing; round: Uuid; key: Uuid }> {
    const kate = await casino.playing(10n * unit);
    const bet = kate.bet();
    await casino.simulated.call("bet", bet);
    return { kate, round: bet.round as Uuid, key: uuidV5(casino.provider().id, bet.round) };
  }
  const asked = (round: string) =>
    casino.simulated.asked.filter(({ path }) => path.includes(round)).map(({ path }) => path.replace(round, "R"));

  test("is asked about after 10 minutes, finished after 24 hours, and never voided", async () => {
    const { host, simulated, providers, wallet } = casino;
    const { kate, round, key } = await spin();
    await followRounds(providers.needs);
    expect(asked(round)).toEqual([]);
    await host.clock.advance(10 * minuteMs);
    await followRounds(providers.needs);
    await followRounds(providers.needs);
    expect(asked(round)).toEqual(["rounds/R"]);
    await host.clock.advance(24 * 60 * minuteMs);
    await followRounds(providers.needs);
    expect(asked(round).at(-1)).toBe("rounds/R/finish");
    expect(await wallet.providerRounds.round(kate.player, key)).toMatchObject({ status: "open" });
    expect((await simulated.call("win", kate.win(round, "3")))?.status).toBe("ok");
  });

  test("of an excluded player is finished at once", async () => {
    const { host, providers } = casino;
    const { kate, round } = await spin();
    await host.db.tx(tx => block(tx, kate.player, new Date(host.clock.now() + 1e9)));
    await followRounds(providers.needs);
    expect(asked(round)).toEqual(["rounds/R/finish"]);
    await casino.simulated.call("win", kate.win(round, "0"));
  });

  test("of an excluded player is finished at once, however many rounds of others were opened before", async () => {
    const { host, providers, simulated } = casino;
    const waiting = [await spin(), await spin()];
    await host.clock.advance(10 * minuteMs);
    await followRounds(providers.needs);
    const { kate, round } = await spin();
    await host.db.tx(tx => block(tx, kate.player, new Date(host.clock.now() + 1e9)));
    await followRounds(providers.needs, 1);
    expect(asked(round)).toEqual(["rounds/R/finish"]);
    for (const each of [...waiting, { kate, round }]) await simulated.call("win", each.kate.win(each.round, "0"));
  });

  test("does not hold the others up while its provider is silent: three are asked about in a minute", async () => {
    const { host, providers, simulated } = casino;
    const waiting = [];
    for (let n = 0; n < 5; n++) waiting.push(await spin());
    await host.clock.advance(10 * minuteMs);
    simulated.answer = () => null;
    await followRounds(providers.needs);
    expect(waiting.flatMap(({ round }) => asked(round))).toHaveLength(3);
    simulated.answer = undefined;
    await host.clock.advance(60 * minuteMs);
    await followRounds(providers.needs);
    expect(waiting.flatMap(({ round }) => asked(round))).toHaveLength(3 + 5);
    for (const each of waiting) await simulated.call("win", each.kate.win(each.round, "0"));
  });

  test("without a response for 72 hours raises an alarm; what two operators decide happens once", async () => {
    const { host, simulated, providers, real } = casino;
    const [paid, given] = [await spin(), await spin()];
    simulated.answer = () => null;
    await host.clock.advance(72 * 60 * minuteMs);
    await followRounds(providers.needs);
    await providers.needs.alarms.settled();
    const { rows } = await host.db.query<{ subject: string }>(
      "SELECT subject FROM providers.alarms WHERE kind = 'round_waits'",
    );
    expect(rows.map(({ subject }) => subject).sort()).toEqual(
      [paid, given].map(({ kate, round }) => `${kate.player}/${round}`).sort(),
    );
    const decide = ({ kate, key }: typeof paid, decision: string, amount: string, request: string) =>
      closeDecidedRound(providers.needs, { player: kate.player, round: key, decision, amount, request });
    const [first, second] = [uuid(), uuid()];
    for (let n = 0; n < 2; n++) {
      await decide(paid, "pay", "4", first);
      await decide(given, "void", "0", second);
    }
    expect(await real(paid.kate.player)).toBe(13n * unit);
    expect(await real(given.kate.player)).toBe(10n * unit);
  });

  test("has a public record under both names, with what its provider published, kept when the provider is gone", async () => {
    const { simulated, api } = casino;
    const { kate, round, key } = await spin();
    await simulated.call("win", kate.win(round, "2.5"));
    const at = new Date().toISOString();
    const record = {
      round,
      game: "altyn",
      player: kate.player,
      currency: "USD",
      state: "closed",
      stake: "1",
      win: "2.5",
      txs: [],
      opened_at: at,
      closed_at: at,
      proof: { seed_hash: "ab" },
    };
    simulated.answer = path => (path === `rounds/${round}` ? { status: "ok", record } : undefined);
    const shown = await api.call(`GET /api/v1/rounds/${key}`);
    expect(shown.body.data).toMatchObject({
      kind: "bet",
      game: "altyn",
      status: "settled",
      proof: null,
      provided: { provider: "studio", stake: "1", win: "2.5", state: "closed", record: { seed_hash: "ab" } },
    });
    simulated.answer = () => null;
    expect((await api.call(`GET /api/v1/rounds/${round}`)).body.data.provided).toEqual(shown.body.data.provided);
    expect((await api.call(`GET /api/v1/rounds/${uuid()}`)).status).toBe(404);
  });
});

describe("seeds of casino and provider", () => {
  const hash = (hex: string) => createHash("sha256").update(Buffer.from(hex, "hex")).digest("hex");
  const theirs = { seed_hash: "a".repeat(64), next_seed_hash: "b".repeat(64), client_seed: "mine", nonce: 0 };

  test("are committed to before the client seed, and the revealed one made the answers", async () => {
    const { simulated, providers, playing } = casino;
    const kate = await playing(10n * unit);
    const asked = { player: kate.player, provider: "studio", slug: "altyn" };
    simulated.answer = path =>
      path === "seeds/rotate"
        ? {
            status: "ok",
            revealed: { seed: "c".repeat(64), seed_hash: theirs.seed_hash, nonces: 1 },
            commitments: theirs,
          }
        : path.startsWith("seeds")
          ? { status: "ok", commitments: theirs }
          : undefined;
    const before = required(await showBothSeeds(providers.needs, asked), "seeds");
    const set = await setBothSeeds(providers.needs, asked, "mine");
    expect(set.casino).toEqual({ ...before.casino, client_seed: "mine" });
    const bet = kate.bet({ nonce: 0 });
    const { body } = (await simulated.call("bet", bet)) ?? {};
    await expect(rotateBothSeeds(providers.needs, asked, "next")).rejects.toMatchObject({ message: "round_open" });
    await simulated.call("win", kate.win(bet.round, "0"));
    const rotated = await rotateBothSeeds(providers.needs, asked, "next");
    expect(hash(rotated.revealed.casino)).toBe(before.casino.seed_hash);
    expect(rotated.casino).toMatchObject({ seed_hash: before.casino.next_seed_hash, nonce: 0 });
    const mac = createHmac("sha256", Buffer.from(rotated.revealed.casino, "hex")).update("fwp-1:altyn:0").digest("hex");
    expect(body.answer).toBe(mac.slice(0, 32));
    const again = await simulated.call("bet", kate.bet({ nonce: 0 }));
    expect(again?.status).toBe("ok");
    expect(again?.body.answer).not.toBe(body.answer);
  });

  test("of a game that has none are null, and nothing else of them can be asked for", async () => {
    const { simulated, providers } = casino;
    const asked = { player: await newPlayer(), provider: "studio", slug: "other" };
    simulated.answer = path => (path.startsWith("seeds") ? { status: "game_disabled" } : undefined);
    expect(await showBothSeeds(providers.needs, asked)).toBeNull();
    await expect(setBothSeeds(providers.needs, asked, "mine")).rejects.toMatchObject({ message: "game_unavailable" });
  });

  test("a rotation that is cut off between casino and provider is finished by the next press, with the same seed", async () => {
    const { simulated, providers, playing, host } = casino;
    const kate = await playing(10n * unit);
    const asked = { player: kate.player, provider: "studio", slug: "altyn" };
    const sent: string[] = [];
    simulated.answer = (path, body) => {
      if (path !== "seeds/rotate") return path.startsWith("seeds") ? { status: "ok", commitments: theirs } : undefined;
      sent.push((body as { casino_seed: string }).casino_seed);
      const revealed = { seed: "c".repeat(64), seed_hash: theirs.seed_hash, nonces: 1 };
      return { status: "ok", revealed, commitments: theirs };
    };
    const before = required(await showBothSeeds(providers.needs, asked), "seeds");
    await setBothSeeds(providers.needs, asked, "mine");
    host.failpoints.arm("providers.seeds.revealed", () => {
      throw new Error("a fault of the test");
    });
    await expect(rotateBothSeeds(providers.needs, asked, "next")).rejects.toThrow("a fault");
    // Nobody knows under which pair the provider would draw.
    expect((await simulated.call("bet", kate.bet({ nonce: 0 })))?.status).toBe("game_disabled");
    await rotateBothSeeds(providers.needs, asked, "next");
    expect(sent.map(hash)).toEqual([before.casino.seed_hash]);
    expect((await simulated.call("bet", kate.bet({ nonce: 0 })))?.status).toBe("ok");
  });
});

test("a game whose maths changed takes no stakes until an operator approves it", async () => {
  const { simulated, providers, playing, host } = casino;
  const kate = await playing(10n * unit, "other");
  const changed = simulated.manifests.findIndex(({ game }) => game === "other");
  const maths = "d".repeat(64);
  simulated.manifests[changed] = simulatedGame("other", { maths });
  const entry = { game: "other", maths, at: new Date().toISOString(), previous: "0".repeat(64), hash: "e".repeat(64) };
  simulated.answer = path => (path === "maths-log" ? { status: "ok", entries: [entry], next: null } : undefined);
  await followMaths(providers.needs);
  await expect.poll(() => casino.provider().games.get("other")?.isEnabled).toBe(false);
  await followMaths(providers.needs);
  expect(simulated.asked.filter(({ path }) => path === "games")).toHaveLength(1);
  expect((await simulated.call("bet", kate.bet()))?.status).toBe("game_disabled");
  await host.db.tx(async tx => {
    await tx.query("UPDATE providers.games SET maths = manifest ->> 'maths' WHERE slug = 'other'");
    await providers.registry.changed(tx);
  });
  await expect.poll(() => casino.provider().games.get("other")?.isEnabled).toBe(true);
  expect((await simulated.call("bet", kate.bet()))?.status).toBe("ok");
});
