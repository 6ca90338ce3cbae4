import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { tables } from "#studio/tables/registry.ts";
import type { RoundFacts } from "#studio/tables/shared/calls.ts";
import { type BenchStudio, type OpenedGame, withBenchStudio } from "./bench-studio.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { percentile, round, times } from "./figures.ts";
import { HttpClient } from "./http-client.ts";
import { openPlayers } from "./players.ts";
import { type TableCrowd, watchTables } from "./table-crowd.ts";

const slugs = tables.flatMap(({ slug }) => [slug, `${slug}-2`]);
const busiest = "meridian-roulette";
const bettors = 500;
const sockets = 2_400;
/** Bets are spread over this part of the last second: the rest of it is the way to the studio. */
const [firstBetMs, lastBetMs] = [1_000, 150];
const program = join(import.meta.dirname, "table-studio.ts");
/** Milliseconds of betting, dealing, rest and a decision. */
const usualTiming = "6000,1000,1000,1500";
const shortTiming = "1500,400,100,400";
const marks = [1_000, 5_000, 10_000];

/**
 * `npm run bench -- tables`: twelve live tables of one process. 500 players of one table bet in its last second, first with one socket at
 * each table, then with 2,400. `--minutes=70` goes on with short rounds in a studio of its own, and has its heap at 1,000, 5,000 and
 * 10,000 rounds.
 */
export const benchTables: BenchSuite = async () => {
  const minutes = Number(process.argv.find(argument => argument.startsWith("--minutes="))?.slice(10) ?? 0);
  const rows = await withTables(usualTiming, async (studio, sessions) => {
    const few = await watched(studio, sessions, slugs.length);
    const baseline = await lastSecond(studio, sessions, few, slugs.length);
    few.close();
    const crowd = await watched(studio, sessions, sockets);
    const row = await lastSecond(studio, sessions, crowd, sockets);
    crowd.close();
    await studio.app.requireRightBooks();
    return [baseline, { ...row, "times settled": times(Number(row["settled s"]), Number(baseline["settled s"])) }];
  });
  return minutes > 0 ? [...rows, await withTables(shortTiming, studio => memory(studio, minutes))] : rows;
};

/** @param work gets the bettors' sessions at the busiest table */
function withTables<T>(
  timing: string,
  work: (studio: BenchStudio, sessions: readonly OpenedGame[]) => Promise<T>,
): Promise<T> {
  return withBenchStudio(
    { services: "general", program, environment: { BENCH_TABLE_TIMING: timing } },
    async studio => {
      const players = await openPlayers(studio.app, bettors);
      const sessions: OpenedGame[] = [];
      for (const player of players) sessions.push(await studio.open(player, { kind: "live-casino", slug: busiest }));
      return work(studio, sessions);
    },
  );
}

/** Sockets of the busiest table have sessions of their own, those of another table share one. */
async function watched(studio: BenchStudio, sessions: readonly OpenedGame[], count: number): Promise<TableCrowd> {
  const [watcher] = await openPlayers(studio.app, 1);
  const each = Math.floor(count / slugs.length);
  const others = [];
  for (const slug of slugs.filter(slug => slug !== busiest)) {
    const { session } = await studio.open(watcher as never, { kind: "live-casino", slug });
    others.push({ slug, sessions: Array.from({ length: each }, () => session) });
  }
  const own = Array.from({ length: each }, (_, index) => sessions[index % sessions.length]?.session ?? "");
  return watchTables(studio.port, [{ slug: busiest, sessions: own }, ...others]);
}

/** One round of the busiest table. */
async function lastSecond(
  studio: BenchStudio,
  sessions: readonly OpenedGame[],
  crowd: TableCrowd,
  count: number,
): Promise<BenchRow> {
  const clients = sessions.map(() => new HttpClient(studio.port));
  const { number, closes_at } = await until(() => nextBetting(crowd), "a round that takes bets");
  await sleep(Math.max(0, closes_at - firstBetMs - Date.now()));
  crowd.delays();
  const step = (firstBetMs - lastBetMs) / sessions.length;
  const answers = await Promise.all(
    sessions.map(async ({ session }, index) => {
      await sleep(Math.max(0, closes_at - firstBetMs + index * step - Date.now()));
      return placeBet(clients[index] as HttpClient, session, number);
    }),
  );
  for (const client of clients) client.close();
  const taken = answers.filter(({ status }) => status === 200);
  if (taken.length === 0) throw new Error(`no bet was taken: ${answers[0]?.text}`);
  const { settles_at } = await until(() => settled(crowd, number), "the result");
  const settledMs = await allSettled(studio, number, taken.length, settles_at ?? 0);
  await sleep(500);
  const [bets, delays, closes] = [Float64Array.from(taken.map(({ ms }) => ms)).sort(), crowd.delays(), crowd.closes()];
  return {
    sockets: count,
    bets: answers.length,
    taken: taken.length,
    "bet p50 ms": percentile(bets, 0.5),
    "bet p99 ms": percentile(bets, 0.99),
    events: delays.length,
    "event p50 ms": percentile(delays, 0.5),
    "event p99 ms": percentile(delays, 0.99),
    "close seen p99 ms": percentile(closes, 0.99),
    "settled s": round(settledMs / 1000, 2),
    "studio heap MB": round((await studio.heap()) / 1e6),
  };
}

function nextBetting(crowd: TableCrowd): RoundFacts | undefined {
  const round = crowd.round(busiest);
  return round?.phase === "betting" && round.closes_at - Date.now() > firstBetMs * 2 ? round : undefined;
}

function settled(crowd: TableCrowd, number: number): RoundFacts | undefined {
  const round = crowd.round(busiest);
  if (round?.number === number && round.phase === "voided") throw new Error(`the round is void: ${round.void_reason}`);
  return round?.number === number && round.phase === "settled" ? round : undefined;
}

async function placeBet(client: HttpClient, session: string, number: number) {
  const body = JSON.stringify({ request: randomUUID(), round: number, bets: [{ spot: "red", amount: "1" }] });
  const sent = performance.now();
  const { status, body: answer } = await client.ask(
    `POST /tables/v1/bet HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nAuthorization: Bearer ${session}\r\n\r\n${body}`,
  );
  return { status, text: answer.toString(), ms: performance.now() - sent };
}

/** @returns milliseconds from when the result is shown until the casino has answered the last win */
async function allSettled({ db }: BenchStudio, number: number, count: number, shownAt: number): Promise<number> {
  for (let tries = 0; tries < 1_200; tries++) {
    const { rowCount } = await db.query(
      "SELECT FROM tables.player_rounds WHERE game = $1 AND number = $2 AND state = 'settled'",
      [busiest, number],
    );
    if (rowCount >= count) return Date.now() - shownAt;
    await sleep(50);
  }
  throw new Error(`of ${count} bets some are not settled after a minute`);
}

async function until<T>(find: () => T | undefined, what: string): Promise<T> {
  for (let tries = 0; tries < 6_000; tries++) {
    const found = find();
    if (found !== undefined) return found;
    await sleep(10);
  }
  throw new Error(`waited in vain for ${what}`);
}

/** Twelve tables with one socket each, and nobody's bets: what a round itself leaves behind. */
async function memory(studio: BenchStudio, minutes: number): Promise<BenchRow> {
  const row: Record<string, string | number> = { sockets: slugs.length };
  const end = performance.now() + minutes * 60_000;
  while (performance.now() < end && !(`MB at ${marks.at(-1)}` in row)) {
    await sleep(1_000);
    const { rows } = await studio.db.query<{ rounds: string }>(
      "SELECT count(*)::text AS rounds FROM tables.rounds WHERE state IN ('settled', 'voided')",
    );
    row.rounds = Number(rows[0]?.rounds);
    for (const mark of marks)
      if (row.rounds >= mark && !(`MB at ${mark}` in row)) row[`MB at ${mark}`] = round((await studio.heap()) / 1e6);
  }
  return row;
}
