import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { startEmbedded } from "#kit/db/embedded/start-embedded.ts";
import { migrate } from "#kit/db/migrate.ts";
import { workbook } from "#kit/http/workbook.ts";
import { csvLine } from "#kit/std/csv.ts";
import { migrationsOf } from "#kit/testing/module-migrations.ts";
import { countrySpans, createAccounts } from "#modules/accounts/server/index.ts";
import { sumsByCountry } from "#modules/projections/server/index.ts";
import { plainHost } from "#modules/wallet/testing/test-plain-host.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { closedLoop, round } from "./figures.ts";
import { fillPlayers, playerAt, playerSql } from "./many-players.ts";
import { officeFigures } from "./office-figures.ts";

/** Players, and rows of a file: `--size=1000000` is what the back office is specified for. */
const size = Number(process.argv.find(argument => argument.startsWith("--size="))?.slice(7) ?? 200_000);
/** Operators that read at the same time. */
const readers = 4;
const shownRows = 50;

/**
 * `npm run bench -- office`: lists and searches of operators over many players beside a scan, the report by country beside the plain
 * sum of the same days, files of many rows beside CSV, and what `office-figures.ts` measures.
 */
export const benchOffice: BenchSuite = async ({ seconds }) => {
  const folder = await ownFolder("fairhouse-bench-");
  const server = await startEmbedded({ folder: join(folder, "postgres"), password: randomUUID() });
  const db = createDb(server.url, { pool: readers, statementTimeoutMs: 0 });
  try {
    await migrate(db, await migrationsOf("all"));
    await fillPlayers(db, size);
    await fillCountries(db);
    await db.query(
      "VACUUM (ANALYZE) accounts.players, accounts.countries, projections.player_game_days, projections.positions",
    );
    return [
      ...(await searches(db, seconds / 3)),
      ...(await countries(db)),
      await file("CSV", csv),
      await file("XLSX", xlsx),
      ...(await officeFigures(seconds)),
    ];
  } finally {
    await db.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Every tenth account has shown a document of another country since. */
async function fillCountries(db: Db): Promise<void> {
  await db.query(
    `INSERT INTO accounts.countries (player_id, since, country, source)
     SELECT ${playerSql("n")}, now() - interval '400 days', (ARRAY['KZ', 'UZ', 'TR', 'IN'])[n % 4 + 1], 'registration' FROM generate_series(1, ${size}) n
     UNION ALL SELECT ${playerSql("n")}, now() - interval '10 days', 'KZ', 'document' FROM generate_series(1, ${size}, 10) n`,
  );
  await db.query(
    `INSERT INTO projections.positions (projection, generation, player_id, currency, seq, is_test)
     SELECT 'player_game_days', 1, ${playerSql("n")}, 'USD', 20, false FROM generate_series(1, ${size}) n`,
  );
}

async function searches(db: Db, seconds: number): Promise<readonly BenchRow[]> {
  const { people } = createAccounts(plainHost(db));
  let turn = 0;
  const next = () => {
    turn = (turn + 7919) % size;
    return turn + 1;
  };
  const work = {
    "newest players": () => people.find("", null, shownRows),
    "a page further on": () => people.find("", playerAt(next()), shownRows),
    "by a part of the name": () => people.find(`layer${String(next()).padStart(5, "1")}`, null, shownRows),
    "by id": () => people.find(playerAt(next()), null, shownRows),
    "by an email that nobody has": () => people.find(`nobody${next()}@example.com`, null, shownRows),
    "header of one player": () => people.of([playerAt(next())]),
    "part of the name, by a scan": () =>
      db.query("SELECT id, name FROM accounts.players WHERE strpos(lower(name), $1) > 0 ORDER BY id DESC LIMIT $2", [
        `layer${String(next()).padStart(5, "1")}`,
        shownRows,
      ]),
  };
  const rows: BenchRow[] = [];
  for (const [name, read] of Object.entries(work)) {
    const { perSecond, p50, p99 } = await closedLoop(Array.from({ length: readers }), seconds, read);
    rows.push({ figure: `${name}, of ${size}`, "per second": perSecond, "p50 ms": p50, "p99 ms": p99 });
  }
  return rows;
}

async function countries(db: Db): Promise<readonly BenchRow[]> {
  const { rows } = await db.query<{ from: string; to: string; days: bigint }>(
    "SELECT min(day)::text AS from, max(day)::text AS to, count(*) AS days FROM projections.player_game_days",
  );
  const { from = "", to = "", days = 0n } = rows[0] ?? {};
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const read = () => sumsByCountry(db, { from, to, withTests: false }, countrySpans);
  await read();
  const plain = await timed(() =>
    db.query(
      "SELECT currency, sum(bets), sum(real_staked), sum(real_paid) FROM projections.player_game_days GROUP BY currency",
    ),
  );
  const byCountry = await timed(read);
  return [
    {
      figure: `report by country, of ${days} days of players`,
      ms: Math.round(byCountry),
      "ms plain sum": Math.round(plain),
      times: round(byCountry / plain, 1),
    },
  ];
}

function* fileRows(): Generator<readonly string[]> {
  for (let n = 0; n < size; n++)
    yield [
      randomId,
      `player ${n}`,
      "2026-11-28T12:00:00.000Z",
      "USD",
      `${n}.25`,
      "19.000001",
      `${-n}`,
      "=A1",
      "dice",
      "settled",
    ];
}
const randomId = randomUUID();

async function* csv(): AsyncGenerator<Uint8Array> {
  let text = "";
  for (const cells of fileRows()) {
    text += csvLine(cells);
    if (text.length < 256 * 1024) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(text);
}

const xlsx = () => workbook([{ name: "Rows", rows: fileRows() }]);

/** Rows a second of a file that is written and thrown away, and by how much the process grows meanwhile. */
async function file(format: string, pieces: () => AsyncIterable<Uint8Array>): Promise<BenchRow> {
  const before = process.memoryUsage().rss;
  const began = performance.now();
  let [bytes, peak] = [0, before];
  for await (const piece of pieces()) {
    bytes += piece.length;
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  const seconds = (performance.now() - began) / 1000;
  return {
    figure: `${format} of ${size} rows`,
    "rows/s": Math.round(size / seconds),
    MB: round(bytes / 1e6, 1),
    "grows by MB": round((peak - before) / 1e6, 0),
  };
}
