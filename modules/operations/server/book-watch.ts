import { fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Moves, Route } from "#kit/contract/route.ts";
import { cachedTable } from "#kit/db/cached-table.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import type { OfficeNeeds } from "./needs.ts";
import { keepBreaches, keepGap } from "./watch-events.ts";

/** An invariant that does not hold, with rows that show it. */
export interface Breach {
  readonly id: string;
  readonly name: string;
  readonly rows: readonly unknown[];
}

export interface BookCheck {
  readonly checkedAt: Date;
  readonly invariants: number;
  readonly breaches: readonly Breach[];
  readonly brokenSince: Date | null;
  /** Milliseconds that the check took. */
  readonly tookMs: number;
}

/** A check that is overdue by more than this, and by more than its own duration explains, raises an alarm. */
const lateMs = 5 * 60_000;
const lateAfter = (check: Pick<BookCheck, "tookMs"> | undefined) => lateMs + 2 * share * (check?.tookMs ?? 0);
/** Between processes: one check at a time. */
const bookCheckLock = 7_311_411n;
/** A check takes at most this fraction of the time, however large the ledger is. */
const share = 10;

/** Checks the ledger every minute while the server runs, and closes calls on a breach. */
export interface BookWatch {
  /**
   * Checks every invariant in one snapshot, however long that takes, and the new entries of the audit log's chain. Does nothing while
   * another check is running, or when the last one took so long that it is too soon for the next.
   */
  check(): Promise<void>;
  last(): BookCheck | undefined;
  /** Whether a check is overdue. */
  isLate(): boolean;
  /** Whether calls of this kind are open now. */
  isOpen(moves: Moves): boolean;
  /** Refuses players' calls of a closed kind; calls that end an open bet are always allowed. */
  guard(route: Route): void;
  start(): Promise<void>;
  stop(): void;
}

export function createBookWatch({
  host,
  audit,
  invariants,
}: Pick<OfficeNeeds, "host" | "invariants"> & { readonly audit: Pick<Audit, "check"> }): BookWatch {
  const checks = cachedTable<BookCheck>(host, "book-checks", readCheck);
  const breachesNow = host.metrics.gauge("books_broken_invariants", "Broken invariants of the books");
  const checkedAt = host.metrics.gauge(
    "books_checked_seconds",
    "Time of the last check of the books, seconds since 1970",
  );
  const last = () => checks.all[0];
  const isOpen = (moves: Moves) =>
    !last()?.breaches.length || !(host.config.BREACH_CLOSES as readonly string[]).includes(moves);

  /** Milliseconds since the last check ended; Infinity when there was none. */
  const age = () => host.clock.now() - (last()?.checkedAt.getTime() ?? Number.NEGATIVE_INFINITY);

  return {
    async check() {
      if (age() < (share - 1) * (last()?.tookMs ?? 0)) return;
      const began = host.clock.monotonic();
      const breaches = await host.db.tx(tx => brokenOf(tx, invariants), {
        isolation: "repeatable read",
        readOnly: true,
      });
      if (!breaches) return;
      const chain = await audit.check();
      if (chain.length > 0)
        breaches.push({ id: "I5", name: "the audit log is an unbroken chain", rows: chain.map(({ row }) => row) });
      const now = new Date(host.clock.now());
      breachesNow.set(breaches.length);
      checkedAt.set(Math.floor(host.clock.now() / 1000));
      for (const { id, name, rows } of breaches)
        host.log.error({ invariant: id, rows: rows.length }, `invariant breached: ${name}`);
      const took = Math.round(host.clock.monotonic() - began);
      // After a start the last check may be known only when this one ends.
      const former = (await readCheck(host.db))[0];
      const isGap = former && now.getTime() - took - former.checkedAt.getTime() > lateAfter(former);
      await host.db.tx(async tx => {
        await writeCheck(tx, { now, invariants: invariants.length + 1, breaches, took });
        await keepBreaches(tx, [...new Set(breaches.map(({ id, name }) => `${id} ${name}`))], now);
        if (isGap) await keepGap(tx, former.checkedAt, now);
        await checks.changed(tx);
      });
    },
    last,
    isLate: () => age() > lateAfter(last()),
    isOpen,
    guard(route) {
      if (route.caller !== "player" || route.moves === "nothing" || route.continues === true) return;
      if (!isOpen(route.moves)) fail(unavailable, { retryAfter: 60 });
    },
    start: checks.start,
    stop: checks.stop,
  };
}

/** Undefined while another check is running. */
async function brokenOf(tx: Tx, invariants: OfficeNeeds["invariants"]): Promise<Breach[] | undefined> {
  const { rows } = await tx.query<{ alone: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS alone", [bookCheckLock]);
  if (!rows[0]?.alone) return undefined;
  // Parallel workers would take every processor from the players for as long as the check takes.
  await tx.query("SET LOCAL statement_timeout = 0; SET LOCAL max_parallel_workers_per_gather = 0");
  const breaches: Breach[] = [];
  for (const { id, name, run } of invariants) {
    const rows = (await run(tx)).map(({ row }) => row);
    if (rows.length > 0) breaches.push({ id, name, rows });
  }
  return breaches;
}

async function readCheck(db: Queryable): Promise<BookCheck[]> {
  const { rows } = await db.query<BookCheck>(
    `SELECT checked_at AS "checkedAt", invariants, breaches, broken_since AS "brokenSince", took_ms AS "tookMs"
    FROM office.book_checks`,
  );
  return rows;
}

async function writeCheck(
  tx: Tx,
  { now, invariants, breaches, took }: { now: Date; invariants: number; breaches: readonly Breach[]; took: number },
): Promise<void> {
  const text = JSON.stringify(breaches, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
  await tx.query(
    `INSERT INTO office.book_checks (checked_at, invariants, breaches, broken_since, took_ms)
     VALUES ($1, $2, $3::jsonb, CASE WHEN $3::jsonb <> '[]' THEN $1::timestamptz END, $4)
     ON CONFLICT (single) DO UPDATE SET checked_at = excluded.checked_at, invariants = excluded.invariants,
       breaches = excluded.breaches, took_ms = excluded.took_ms,
       broken_since = CASE WHEN excluded.breaches <> '[]' THEN coalesce(book_checks.broken_since, excluded.checked_at) END`,
    [now, invariants, text, took],
  );
}
