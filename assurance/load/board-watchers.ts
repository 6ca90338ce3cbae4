import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { int8Array, uuidArray } from "#kit/db/array-parameters.ts";
import type { Db } from "#kit/db/db.ts";
import { type BenchApp, withBenchApp } from "./bench-app.ts";
import type { BenchRow } from "./bench-suite.ts";
import type { CrowdOrder, CrowdReport } from "./board-crowd.ts";
import { round } from "./figures.ts";
import { insertPlayers, playerSql } from "./many-players.ts";
import { openPlayers } from "./players.ts";

const boardPlayers = 100_000;
/** They are ahead of all others: the first hundred. */
const shownPlaces = 100;
/** Bets a second of the first hundred. */
const loads = [20, 200];
/** `--watchers=500`: fewer, where the machine allows fewer open files. */
const watchers = Number(process.argv.find(argument => argument.startsWith("--watchers="))?.slice(11) ?? 10_000);
/** The most time for everything after the start of the server. */
const mostMs = 90_000;
const unit = 1_000_000n;

/**
 * The live board of a tournament with 100,000 players and 10,000 watchers: from a bet of its first hundred to its score at every socket, and what a watcher receives. The
 * server and the watchers are processes of their own.
 */
export function watchBoard(seconds: number): Promise<readonly BenchRow[]> {
  return withBenchApp({ services: "general,dice" }, async app => {
    await insertPlayers(app.db, boardPlayers);
    const { tournament, players } = await holdTournament(app);
    const before = await app.order({ kind: "usage" });
    const order: CrowdOrder = { apiPort: app.apiPort, tournament, sockets: watchers, players, seconds, loads };
    const reports = await inCrowd(order);
    const after = await app.order({ kind: "usage" });
    await app.requireRightBooks();
    const serverSeconds = round((after.cpu - before.cpu) / 1_000);
    return reports.map(report => rowOf(report, serverSeconds));
  });
}

const rowOf = (report: CrowdReport, serverSeconds: number): BenchRow => ({
  figure: `a board of 100,000 with ${watchers} watchers, ${report.perSecond} bets/s of the first hundred`,
  bets: report.bets,
  "bet to board p50 ms": report.p50,
  "bet to board p99 ms": report.p99,
  "bytes a client and second": Math.round(report.bytesPerClientSecond),
  "frames a client": round(report.framesPerClient),
  "server s": serverSeconds,
});

async function holdTournament(app: BenchApp): Promise<Pick<CrowdOrder, "tournament" | "players">> {
  const { db } = app;
  const tournament = randomUUID();
  await db.query(
    `INSERT INTO tournaments.tournaments (id, title, scoring, currency, prizes, starts_at, ends_at, state)
     VALUES ($1, '{"ru": "a", "en": "a", "kz": "a"}', 'wagered', 'USD', array_fill(1000000, ARRAY[50])::bigint[], now() - interval '1 hour', now() + interval '1 day', 'published')`,
    [tournament],
  );
  await db.query(
    `INSERT INTO tournaments.entries (tournament_id, player_id, joined_at, score, reached_at)
     SELECT $1, ${playerSql("n")}, now(), 1 + n * 7919::bigint % 10000019, now() FROM generate_series(1, $2::int) n`,
    [tournament, boardPlayers - shownPlaces],
  );
  const opened = await openPlayers(app, shownPlaces);
  const players = opened.map((each, index) => ({
    ...each,
    name: `bench-${each.player}`,
    score: BigInt(2 * shownPlaces - index) * 10n * unit,
  }));
  await db.query(
    `INSERT INTO tournaments.entries (tournament_id, player_id, joined_at, score, reached_at, rest_score, rest_reached_at)
     SELECT $1, p, now(), score, now(), score, now() FROM unnest($2::uuid[], $3::int8[]) AS a(p, score)`,
    [tournament, uuidArray(players.map(({ player }) => player)), int8Array(players.map(({ score }) => score))],
  );
  await skipFormerMovements(db, tournament);
  await db.query("VACUUM (ANALYZE) accounts.players, tournaments.entries, tournaments.positions");
  return { tournament, players };
}

/** What wallets did before they joined does not count. */
async function skipFormerMovements(db: Db, tournament: string): Promise<void> {
  await db.query(
    `INSERT INTO tournaments.positions (tournament_id, player_id, currency, seq)
     SELECT $1, player_id, currency, seq FROM wallet.wallets`,
    [tournament],
  );
}

/** Ends the crowd after its time, and fails then. */
async function inCrowd(order: CrowdOrder): Promise<readonly CrowdReport[]> {
  const child = fork(join(import.meta.dirname, "board-crowd.ts"), { serialization: "advanced" });
  const late = setTimeout(() => child.kill("SIGKILL"), mostMs);
  try {
    child.send(order);
    const answer = await answerOf(child);
    if ("error" in answer) throw new Error(answer.error);
    return answer.reports;
  } finally {
    clearTimeout(late);
    child.kill("SIGKILL");
  }
}

type Answer = { readonly reports: readonly CrowdReport[] } | { readonly error: string };

async function answerOf(child: ChildProcess): Promise<Answer> {
  const ended = once(child, "exit").then(([code, signal]) => {
    throw new Error(`the watchers ended with ${code ?? signal}, of at most ${mostMs / 1_000} s`);
  });
  const [answer] = await Promise.race([once(child, "message"), ended]);
  ended.catch(() => undefined);
  return answer as Answer;
}
