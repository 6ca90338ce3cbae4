import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { startEmbedded } from "#kit/db/embedded/start-embedded.ts";
import { migrate } from "#kit/db/migrate.ts";
import { migrationsOf } from "#kit/testing/module-migrations.ts";
import { accountFacts } from "#modules/accounts/server/index.ts";
import { sourceFacts } from "#modules/attribution/server/index.ts";
import { bonusFacts } from "#modules/bonuses/server/index.ts";
import { previewSegment } from "#modules/campaigns/server/index.ts";
import { createConditions } from "#modules/conditions/server/index.ts";
import { limitFacts } from "#modules/limits/server/index.ts";
import { projectionFacts } from "#modules/projections/server/index.ts";
import { BoardsInMemory, entryOf, topOf } from "#modules/tournaments/server/index.ts";
import { vipFacts } from "#modules/vip/server/index.ts";
import { plainHost } from "#modules/wallet/testing/test-plain-host.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { watchBoard } from "./board-watchers.ts";
import { closedLoop, round } from "./figures.ts";
import { fillPlayers, playerAt, playerSql } from "./many-players.ts";

const boardPlayers = 100_000;
const shownPlaces = 100;
const segmentPlayers = 200_000;
/** Pages that read at the same time. */
const readers = 4;

/**
 * `npm run bench -- engagement`: the live board of a tournament with 100,000 players, and the preview of a segment over 200,000 beside a plain count of
 * them, on one database with nothing else to do; then such a board with 10,000 watchers, at a server. `--parts=watchers` only that, `--parts=reads` only the former.
 */
export const benchEngagement: BenchSuite = async ({ seconds }) => {
  const parts = process.argv
    .find(argument => argument.startsWith("--parts="))
    ?.slice(8)
    .split(",");
  const rows: BenchRow[] = [];
  if (parts?.includes("reads") ?? true) rows.push(...(await benchReads(seconds)));
  if (parts?.includes("watchers") ?? true) rows.push(...(await watchBoard(seconds)));
  return rows;
};

async function benchReads(seconds: number): Promise<readonly BenchRow[]> {
  const folder = await ownFolder("fairhouse-bench-");
  const server = await startEmbedded({ folder: join(folder, "postgres"), password: randomUUID() });
  const db = createDb(server.url, { pool: 12, statementTimeoutMs: 0 });
  try {
    await migrate(db, await migrationsOf("all"));
    await fillPlayers(db, segmentPlayers);
    await fillBoard(db);
    await db.query(
      "VACUUM (ANALYZE) accounts.players, projections.player_game_days, projections.player_days, tournaments.entries",
    );
    return [...(await readBoards(db, seconds)), ...(await previews(db, seconds))];
  } finally {
    await db.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const board = randomUUID();

async function fillBoard(db: Db): Promise<void> {
  await db.query(
    `INSERT INTO tournaments.tournaments (id, title, scoring, currency, prizes, starts_at, ends_at)
     VALUES ($1, '{"ru": "a", "en": "a", "kz": "a"}', 'wagered', 'USD', ARRAY[1000000]::bigint[], now(), now() + interval '1 day')`,
    [board],
  );
  await db.query(
    `INSERT INTO tournaments.entries (tournament_id, player_id, joined_at, score, reached_at)
     SELECT $1, ${playerSql("n")}, now(), 1 + n * 7919::bigint % 10000019, now() FROM generate_series(1, ${boardPlayers}) n`,
    [board],
  );
}

async function readBoards(db: Db, seconds: number): Promise<readonly BenchRow[]> {
  const clients = Array.from({ length: readers }, (_, index) => index);
  const boards = new BoardsInMemory(db);
  await boards.read(board);
  let changed = 0;
  /** Scores rise while pages read, as they do in play. */
  const stopPlay = everySecond(async () => {
    changed += 500;
    await db.query(
      `UPDATE tournaments.entries SET score = score + 1000, reached_at = now()
       WHERE tournament_id = $1 AND player_id = ANY (SELECT ${playerSql("n")} FROM generate_series($2::int, $3::int) n)`,
      [board, (changed % boardPlayers) + 1, (changed % boardPlayers) + 500],
    );
  });
  const heldTop = await closedLoop(clients, seconds, async () => (await boards.read(board)).top(shownPlaces));
  let next = 0;
  const heldOwn = await closedLoop(clients, seconds, async () => {
    next = (next + 7919) % boardPlayers;
    return (await boards.read(board)).placeOf(playerAt(next + 1));
  });
  const top = await closedLoop(clients, seconds, () => topOf(db, board, shownPlaces));
  const own = await closedLoop(clients, seconds, () => {
    next = (next + 7919) % boardPlayers;
    return entryOf(db, board, playerAt(next + 1));
  });
  await stopPlay();
  return [
    lineOf("top 100 of 100,000", heldTop),
    lineOf("own rank of 100,000", heldOwn),
    lineOf("top 100 of 100,000, by SQL", top),
    lineOf("own rank of 100,000, by SQL", own),
  ];
}

const lineOf = (figure: string, { perSecond, p50, p99 }: Awaited<ReturnType<typeof closedLoop>>): BenchRow => ({
  figure,
  "per second": perSecond,
  "p50 ms": p50,
  "p99 ms": p99,
});

/** Repeats the work a second after it has ended; what is returned ends that. */
function everySecond(work: () => Promise<unknown>): () => Promise<void> {
  const stop = new AbortController();
  const running = (async () => {
    while (!stop.signal.aborted) {
      await work();
      await setTimeout(1_000, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return () => {
    stop.abort();
    return running;
  };
}

const rules = {
  "one fact": { fact: "account_age_days", lte: 30 },
  "a rule of four facts": {
    all: [
      { fact: "currency", in: ["USD", "KZT"] },
      { fact: "bets_30d", gte: 5 },
      { any: [{ fact: "deposits", gte: 1 }, { not: { fact: "favourite_game", in: ["dice"] } }] },
      { fact: "days_since_play", lte: 20 },
    ],
  },
} as const;

async function previews(db: Db, seconds: number): Promise<readonly BenchRow[]> {
  const sources = [limitFacts, ...projectionFacts, bonusFacts, vipFacts, sourceFacts];
  const conditions = createConditions(accountFacts, sources);
  const needs = { host: plainHost(db), conditions } as unknown as Parameters<typeof previewSegment>[0];
  const count = await closedLoop([0], seconds / 2, () => db.query("SELECT count(*) FROM accounts.players"));
  const rows: BenchRow[] = [
    { figure: "plain count of 200,000", "per second": count.perSecond, "p50 ms": count.p50, "p99 ms": count.p99 },
  ];
  for (const [name, rule] of Object.entries(rules)) {
    const parsed = conditions.parse(rule);
    const load = await closedLoop([0], seconds, () => db.tx(tx => previewSegment(needs, tx, parsed)));
    const { p50, p99 } = load;
    const times = round(p50 / count.p50, 1);
    rows.push({
      figure: `preview of ${name}`,
      "per second": load.perSecond,
      "p50 ms": p50,
      "p99 ms": p99,
      "times the count": times,
    });
  }
  return rows;
}
