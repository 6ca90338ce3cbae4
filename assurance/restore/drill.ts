import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { invariants } from "#apps/server/invariants.ts";
import { countsByKey } from "#assurance/cluster/compare.ts";
import type { Journal } from "#assurance/cluster/journal.ts";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";
import { chainInvariants } from "#modules/audit/server/index.ts";
import { checkInvariants, printedChecks } from "#tools/audit/checks.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import { databaseName } from "#tools/start/database.ts";
import { takeBaseBackup } from "./base-backup.ts";
import { compareAt, holesOf, type Moment } from "./compare-bets.ts";
import { type Installation, openInstallation } from "./installation.ts";
import { type Restored, report } from "./report.ts";
import type { RestoreTarget } from "./restore-to.ts";

export interface RestoreDrill {
  readonly players: number;
  /** Seconds of play between two steps. */
  readonly seconds: number;
  readonly archiveSeconds: number;
  readonly port: number;
}

/** A moment before the loss to restore to. */
interface Mark {
  readonly title: string;
  readonly target: RestoreTarget;
  readonly moment: Moment;
}

const restorePoint = "before-the-mistake";
const firstBetWithinMs = 120_000;

/** Play, a base backup under load, the loss of the machine, and the database back at each of three moments. True if all of it held. */
export async function runRestoreDrill(drill: RestoreDrill, say: (text: string) => void): Promise<boolean> {
  const folder = await ownFolder("fairhouse-restore-");
  try {
    const installation = await openInstallation({ folder, ...drill, say });
    try {
      return await loseAndRestore(installation, join(folder, "backup"), drill, say);
    } finally {
      await installation.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function loseAndRestore(
  installation: Installation,
  backup: string,
  { seconds }: RestoreDrill,
  say: (text: string) => void,
): Promise<boolean> {
  const { journal, crowd } = installation;
  const play = () => sleep(seconds * 1_000);
  await play();
  await backUp(installation, backup, say);
  await play();
  const marks = await withDatabase(installation.databaseUrl, async db => {
    const made = await markMoments(db, play);
    await archived(db);
    return made;
  });
  await play();

  say("the machine is lost: server and database are killed, the disk is gone with the log that was not archived");
  const lostAt = performance.now();
  await installation.destroy();
  await installation.restore(backup);
  const restoredAt = performance.now();
  const booked = await withDatabase(installation.databaseUrl, countsByKey);
  await installation.startServer();
  const rtoMs = (await firstConfirmed(journal, restoredAt)) - lostAt;
  say(`the database is back after ${inSeconds(restoredAt - lostAt)} s, players bet again after ${inSeconds(rtoMs)} s`);
  await play();
  await crowd.stop();

  const compared = compareAt(journal.entries, booked, { before: lostAt, after: Infinity });
  const now = await withDatabase(installation.databaseUrl, async db => ({
    booked: await countsByKey(db),
    wrongBooks: await wrongBooksOf(db),
  }));
  const after = compareAt(journal.entries, now.booked, { before: lostAt, after: Infinity });
  const restored: Restored[] = [
    {
      title: "the latest",
      ms: restoredAt - lostAt,
      compared: { ...compared, doubled: after.doubled },
      wrongBooks: now.wrongBooks,
    },
  ];
  for (const mark of marks) restored.push(await restoreAndCompare(installation, backup, mark, say));
  return report({
    restored,
    rpoMs: Math.max(0, ...compared.lost.map(({ ended = lostAt }) => lostAt - ended)),
    rtoMs,
    holes: holesOf(journal.entries, compared.lost, booked),
    failed: journal.entries.filter(({ failed }) => failed).length,
    confirmed: journal.confirmed.length,
  });
}

async function backUp({ journal, databaseUrl, dataFolder }: Installation, backup: string, say: (text: string) => void) {
  const [from, before] = [performance.now(), journal.confirmed.length];
  const { bytes } = await takeBaseBackup(databaseUrl, dataFolder, backup);
  const meanwhile = journal.confirmed.length - before;
  say(
    `backup: ${Math.round(bytes / 1e6)} MB in ${inSeconds(performance.now() - from)} s, ${meanwhile} movements confirmed meanwhile`,
  );
}

/** A second by the database's clock, and later a named moment. */
async function markMoments(db: Db, play: () => Promise<void>): Promise<readonly Mark[]> {
  const ask = async (sql: string) => {
    const before = performance.now();
    const { rows } = await db.query<{ text: string }>(sql);
    return { text: rows[0]?.text ?? "", moment: { before, after: performance.now() } };
  };
  const second = await ask(`SELECT clock_timestamp()::text AS "text"`);
  await play();
  const named = await ask(`SELECT pg_create_restore_point('${restorePoint}')::text AS "text"`);
  return [
    { title: `the second ${second.text}`, target: { kind: "time", time: second.text }, moment: second.moment },
    { title: `the moment "${restorePoint}"`, target: { kind: "name", name: restorePoint }, moment: named.moment },
  ];
}

const mostArchiveMs = 120_000;

/** Only what is in the archive can be restored to: a part of the log goes there when it is full, or after the archive's time. */
async function archived(db: Db): Promise<void> {
  const { rows } = await db.query<{ file: string }>("SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS file");
  for (const began = performance.now(); performance.now() - began < mostArchiveMs; await sleep(200)) {
    const last = await db.query<{ isThere: boolean }>(
      `SELECT coalesce(last_archived_wal, '') >= $1 AS "isThere" FROM pg_stat_archiver`,
      [rows[0]?.file ?? ""],
    );
    if (last.rows[0]?.isThere) return;
  }
  throw new StartFailure(
    "the log was not archived within two minutes: its archive_command fails, see the log of the database.",
  );
}

async function restoreAndCompare(
  { journal, restoreBeside }: Installation,
  backup: string,
  { title, target, moment }: Mark,
  say: (text: string) => void,
): Promise<Restored> {
  say(`restoring to ${title}`);
  const from = performance.now();
  const copy = await restoreBeside(backup, `copy-${target.kind}`, target);
  const ms = performance.now() - from;
  const url = new URL(copy.url);
  url.pathname = `/${databaseName}`;
  return withDatabase(url.href, async db => {
    const compared = compareAt(journal.entries, await countsByKey(db), moment);
    const row = { title, ms, compared, wrongBooks: await wrongBooksOf(db) };
    await copy.stop();
    return row;
  });
}

/** Every invariant that `npm run audit` checks. The checkpoints of the audit log are newer than a restored database, and are left out. */
async function wrongBooksOf(db: Db): Promise<readonly string[]> {
  const all = [...invariants, ...chainInvariants({ file: undefined, signingKey: undefined })];
  const checks = await db.tx(tx => checkInvariants(tx, all), { isolation: "repeatable read", readOnly: true });
  return printedChecks(checks.filter(({ differences }) => differences.length > 0)).lines;
}

async function firstConfirmed({ confirmed }: Journal, from: number): Promise<number> {
  for (const until = from + firstBetWithinMs; performance.now() < until; await sleep(20)) {
    const first = confirmed.find(at => at > from);
    if (first !== undefined) return first;
  }
  return Infinity;
}

async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb(url, { pool: 1, statementTimeoutMs: 0 });
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

const inSeconds = (ms: number) => (ms / 1000).toFixed(1);
