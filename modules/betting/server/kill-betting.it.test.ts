import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { epochOf, matchMessages, type StartedBetting, startBetting, turnOf } from "../testing/start-betting.ts";
import { type TestSportsbook, testSportsbook } from "../testing/test-sportsbook.ts";

const folder = mkdtempSync(join(tmpdir(), "fairhouse-kill-betting-"));
/** Kills at each failpoint; `KILLS=10 npx vitest run …/kill-betting.it.test.ts` is the whole proof. */
const kills = Number(process.env.KILLS ?? 1);
const stake = parseDecimal("10");

let sportsbook: TestSportsbook;
let players: readonly PlayerId[];
beforeAll(async () => {
  sportsbook = await testSportsbook();
  players = await Promise.all(["5000", "5000", "5000", "5000"].map(amount => sportsbook.player(amount)));
  await sportsbook.feed.reader.stop();
});
afterAll(async () => {
  await sportsbook.close();
  rmSync(folder, { recursive: true, force: true });
});

async function runUntilKilled(failpoint: string, hits: number, run: number): Promise<readonly string[][]> {
  const journal = join(folder, `${run}`);
  const script = join(import.meta.dirname, "../testing/kill-betting.ts");
  const given = [script, sportsbook.host.databaseUrl, journal, failpoint, `${hits}`, `${run}`, ...players];
  const child = spawn(process.execPath, given, { stdio: ["ignore", "inherit", "inherit"] });
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  expect(signal, failpoint).toBe("SIGKILL");
  const lines = readFileSync(journal, "utf8").split("\n").slice(0, -1);
  return lines.map(line => line.split(" "));
}

/** Sends what the killed process did not commit of the feed. A match whose final result is stored is not sent again: its slips settle by that result. */
async function sendRest({ feed, host }: StartedBetting, events: readonly string[]): Promise<void> {
  const ends = [
    [1, 0],
    [0, 1],
  ] as const;
  for (const [at, event] of events.entries()) {
    const [home, away] = required(ends[at], "an end");
    const { rows } = await host.db.query<{ winner: string }>(
      "SELECT r.key AS winner FROM odds.markets, jsonb_each(result) r WHERE event = $1 AND r.value ->> 'result' = '1'",
      [event],
    );
    if (rows[0]?.winner === (home > away ? "home" : "away")) continue;
    const messages = matchMessages(feed, event, 10_000);
    feed.send("pre", [messages.fixture()]);
    feed.send("live", messages.ended(home, away));
  }
}

/** Another process takes over: it reads the feed from a new epoch, settles, and answers repeated calls. */
async function takeOver(run: number, journal: readonly string[][]): Promise<void> {
  const next = await startBetting(sportsbook.host.databaseUrl, epochOf(run) + 1);
  try {
    const turns = journal.filter(([word]) => word === "turn").map(([, turn]) => Number(turn));
    for (const turn of turns) await sendRest(next, turnOf(run, turn, 0).events);
    const placed = new Map(
      journal.filter(([word]) => word === "placed").map(([, turn, at, id]) => [`${turn} ${at}`, id]),
    );
    const slips: { readonly player: PlayerId; readonly id: string }[] = [];
    for (const turn of turns)
      for (const [at, player] of players.entries()) {
        const { slip, events } = turnOf(run, turn, at);
        const answer = await next.until(async () => {
          const { status, body } = await next.place(player, slip, events);
          const isOver = status === 201 || body.code === "event_closed" || body.code === "market_suspended";
          return isOver ? { status, id: body.data?.id as string } : undefined;
        }, "a repeat is answered");
        const known = placed.get(`${turn} ${at}`);
        if (known !== undefined) expect(answer).toEqual({ status: 201, id: known });
        if (answer.status === 201) slips.push({ player, id: answer.id });
      }
    await next.until(async () => {
      await next.betting.settle();
      const now = await Promise.all(slips.map(async ({ player, id }) => (await next.read(player, id)).body.data));
      return now.every(({ status, payout }) => status === "settled" && payout === "0");
    }, "every slip is lost by its last result");
    await next.betting.collectReceipts();
  } finally {
    await next.close();
  }
}

/** Each balance follows from the player's slips: nothing is lost or booked twice. */
async function expectBalances(journal: readonly string[][]): Promise<void> {
  await sportsbook.expectBooks();
  for (const [at, player] of players.entries()) {
    const { rows } = await sportsbook.host.db.query<{ slips: number; out: bigint; real: bigint }>(
      `SELECT (SELECT count(*)::int FROM wallet.slips WHERE player_id = $1) AS slips, w.real,
         (SELECT coalesce(sum(cashed_out), 0)::bigint FROM wallet.slips WHERE player_id = $1) AS out
       FROM wallet.wallets w WHERE player_id = $1`,
      [player],
    );
    const { slips, out, real } = required(rows[0], "a wallet");
    expect(real).toBe(parseDecimal("5000") - stake * BigInt(slips) + out);
    const own = journal.filter(([word, , who]) => word === "cashed-out" && who === `${at}`);
    expect(out).toBeGreaterThanOrEqual(own.reduce((sum, [, , , paid]) => sum + parseDecimal(paid ?? "0"), 0n));
  }
  const { rows } = await sportsbook.host.db.query<{ slips: number; receipts: number }>(
    `SELECT (SELECT count(*)::int FROM wallet.slips) AS slips,
       (SELECT count(*)::int FROM betting.receipts WHERE number = 0) AS receipts`,
  );
  expect(rows[0]?.receipts).toBe(rows[0]?.slips);
}

/** `kill-slips.it.test.ts` covers the failpoints of the wallet in each run. */
const ofTheWallet = ["wallet.slip.formed", "wallet.slip.committed", "wallet.revise.formed", "wallet.revise.committed"];
const failpoints = [
  ...(kills > 1 ? ofTheWallet : []),
  "odds.frame.formed",
  "odds.frame.committed",
  "wallet.close.formed",
  "wallet.close.committed",
  "betting.settle.judged",
  "betting.settle.revised",
  "betting.receipts.slips",
];

test.each(failpoints)(
  "kill -9 at %s: the next process ends every slip by its last result, once",
  { timeout: 300_000 },
  async failpoint => {
    for (let kill = 0; kill < kills; kill += 1) {
      const run = 1 + failpoints.indexOf(failpoint) * 20 + kill;
      const journal = await runUntilKilled(failpoint, 1 + kill, run);
      await sportsbook.expectBooks();
      await takeOver(run, journal);
      await expectBalances(journal);
    }
  },
);
