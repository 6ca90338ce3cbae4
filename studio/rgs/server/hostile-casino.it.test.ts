import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import { systemRandom } from "#kit/host/system.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { secretsIn } from "#kit/testing/secret-scan.ts";
import { seededRandom } from "#kit/testing/seeded-random.ts";
import { testDatabase } from "#kit/testing/test-database.ts";
import { slots } from "#studio/slots/registry.ts";
import { type CasinoDouble, type Fault, readyPlayer, startCasinoDouble } from "#studio/testing/casino-double.ts";
import { eachKill, hostileRounds } from "#studio/testing/large-runs.ts";
import { connect, openGame, startTestStudio, studioMigrations, type TestStudio } from "#studio/testing/test-studio.ts";

/** A casino that loses, repeats and delays: every round ends once, nothing is lost or paid twice. */

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const hundred = 100_000_000n;
const rounds = hostileRounds(500);
/** A lost call waits three seconds: a large run needs more players at once to end within the hour. */
const crowd = Math.max(10, Math.min(100, rounds / 500));
/** Two units for each round of a player: nobody runs out of money. */
const start = BigInt(Math.max(100, (2 * rounds) / crowd)) * 1_000_000n;

const openOf = async ({ database }: TestStudio) => {
  const { rows } = await database.db.query<{ n: bigint }>(
    `SELECT (SELECT count(*) FROM rgs.txs WHERE due_at IS NOT NULL)
       + (SELECT count(*) FROM rgs.rounds WHERE state IN ('betting', 'drawn', 'voiding', 'disputed')) AS n`,
  );
  return Number(rows[0]?.n);
};

/** Every round of the studio has the very end that the casino booked. */
async function compare({ database }: TestStudio, casino: CasinoDouble): Promise<string[]> {
  const { rows } = await database.db.query<{ id: string; state: string; payout: bigint | null; amount: bigint }>(
    "SELECT id, state, payout, amount FROM rgs.rounds",
  );
  const differences = rows.flatMap(({ id, state, payout, amount }) => {
    const booked = casino.rounds.get(id);
    const right =
      state === "settled"
        ? booked?.state === "closed" && booked.won === payout && booked.bet === amount
        : booked === undefined || booked.state === "rolled_back";
    return right ? [] : [`${id} is ${state}, the casino has ${booked?.state} ${formatAmount(booked?.won ?? 0n)}`];
  });
  const known = new Set(rows.map(({ id }) => id));
  const strange = [...casino.rounds.keys()].filter(id => !known.has(id));
  return [...differences, ...strange.map(id => `${id} is known to the casino only`)];
}

test(`${rounds} rounds with a fifth of the calls dropped, lost, unsigned, refused or doubled: 0 lost, 0 doubled, outbox empty, no seed anywhere`, async () => {
  const world = await startTestStudio();
  const casino = await startCasinoDouble();
  closers.push(world.close, casino.close);
  await connect(world, casino);
  const chance = seededRandom("hostile casino");
  const below = (n: number) => (chance.bytes(1)[0] ?? 0) % n;
  const faults: readonly Fault[] = ["drop", "lose", "unsigned", "busy", "twice"];
  const players = await Promise.all(
    Array.from({ length: crowd }, async (_, i) => {
      const game = slots[i % slots.length]?.slug ?? "seven-struck";
      const player = await readyPlayer(casino, world.url, game, start);
      return openGame(world, casino, game, player).then(play => ({ player, play }));
    }),
  );
  casino.fault = call => (call !== "authenticate" && below(5) === 0 ? faults[below(faults.length)] : undefined);
  const codes = new Map<string, number>();
  await Promise.all(
    players.map(async ({ play }) => {
      for (let i = 0; i < rounds / crowd; ) {
        const { status, body } = await play.spin();
        const code = status === 200 ? String(body.state) : String(body.code);
        codes.set(code, (codes.get(code) ?? 0) + 1);
        if (code === "round_open" || code === "too_many_requests")
          await new Promise(resolve => setTimeout(resolve, 100));
        else i += 1;
      }
    }),
  );
  expect(codes.get("settled")).toBeGreaterThan(rounds * 0.4);
  expect(codes.get("round_void")).toBeGreaterThan(rounds * 0.02);
  casino.fault = () => undefined;
  await expect.poll(() => openOf(world), { timeout: 60_000 }).toBe(0);
  expect(await compare(world, casino)).toEqual([]);
  for (const { player } of players) {
    const own = [...casino.rounds.values()].filter(round => round.player === player && round.state === "closed");
    expect(casino.balanceOf(player)).toBe(own.reduce((sum, { bet, won }) => sum - bet + won, start));
  }
  const { rows } = await world.database.db.query<{ nonce: bigint; pair: bigint }>(
    "SELECT pair, nonce FROM rgs.rounds WHERE state <> 'refused'",
  );
  expect(new Set(rows.map(({ pair, nonce }) => `${pair}:${nonce}`)).size).toBe(rows.length);

  const config = { SECRET_KEY: "5".repeat(64) } as Parameters<typeof createSecretSeal>[0]["config"];
  const seal = createSecretSeal({ config, random: systemRandom }, "studio");
  const hidden = await world.database.db.query<{
    seed: Uint8Array;
    casino: number;
    player: string;
    game: string;
    number: number;
  }>("SELECT * FROM rgs.seed_pairs WHERE state <> 'revealed'");
  const secrets = hidden.rows.map(row =>
    seal.open(row.seed, `seed:${row.casino}:${row.player}:${row.game}:${row.number}`),
  );
  expect(secrets).toHaveLength(2 * crowd);
  const sent = [...casino.traffic, ...world.logged];
  for (let at = 0; at < sent.length; at += 1_000)
    expect(secretsIn(sent.slice(at, at + 1_000).join("\n"), secrets)).toEqual([]);
}, 14_400_000);

const ends: Readonly<Record<string, string | undefined>> = {
  // The bet was never sent: the casino keeps a tombstone.
  "studio.bet.written": undefined,
  // Taken, but the result was not drawn: the stake is returned.
  "studio.bet.answered": "rolled_back",
  "studio.round.drawn": "closed",
  "studio.win.answered": "closed",
};

/** They share statements. */
const killedPlayers = 4;

test.each(eachKill(Object.keys(ends)))("kill -9 at %s, kill %i: the next start ends every round once", async point => {
  const database = await testDatabase({ sources: studioMigrations });
  const casino = await startCasinoDouble();
  closers.push(casino.close);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // Its connections and seeds are made by a studio that lives.
  const first = await startTestStudio({ database });
  await connect(first, casino);
  const players = await Promise.all(
    Array.from({ length: killedPlayers }, () => readyPlayer(casino, first.url, "seven-struck", hundred)),
  );
  await first.studio.close();

  const start = async (killAt: string): Promise<ChildProcess> => {
    const child = fork(join(import.meta.dirname, "../../testing/killable-studio.ts"), {
      env: { ...process.env, DATABASE: database.url, PORT: String(port), KILL_AT: killAt },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    await once(child, "message");
    return child;
  };
  const victim = await start(`${point}:1`);
  const ended = once(victim, "exit");
  const open = () => Promise.all(players.map(player => openGame({ ...first, url }, casino, "seven-struck", player)));
  const spins = (await open()).map(play => play.spin());
  expect((await Promise.allSettled(spins)).some(({ status }) => status === "rejected")).toBe(true);
  await ended;
  const next = await start("");
  closers.push(async () => next.kill("SIGKILL"));
  await expect.poll(() => openOf(first), { timeout: 30_000 }).toBe(0);
  expect(await compare(first, casino)).toEqual([]);
  const rounds = new Map([...casino.rounds.values()].map(round => [round.player, round]));
  for (const player of players) {
    const round = rounds.get(player);
    const expected = round?.state === "closed" ? hundred - round.bet + round.won : hundred;
    expect(casino.balanceOf(player)).toBe(expected);
  }
  expect(players.map(player => rounds.get(player)?.state)).toContain(ends[point]);
  for (const play of await open()) expect((await play.spin()).status).toBe(200);
  next.kill("SIGKILL");
  await database.close();
});
