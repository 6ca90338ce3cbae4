import { fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Moves, Route } from "#kit/contract/route.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import { keptRows } from "#kit/db/kept-rows.ts";
import type { OfficeNeeds } from "./needs.ts";

/** An invariant that does not hold, with rows that show it. */
export interface Breach {
  readonly id: string;
  readonly name: string;
  readonly rows: readonly unknown[];
}

export interface BookCheck {
  readonly checked_at: Date;
  readonly invariants: number;
  readonly breaches: readonly Breach[];
  readonly broken_since: Date | null;
}

/** The books, looked at every minute while the house runs; and what is closed while they are not right. */
export interface BookWatch {
  /** One look at every invariant in one snapshot, and at what came to the audit log's chain. */
  look(): Promise<BookCheck>;
  last(): BookCheck | undefined;
  /** Whether money may move in this way now. */
  isOpen(moves: Moves): boolean;
  /** Refuses players' calls of what is closed; what ends an open bet goes on. */
  guard(route: Route): void;
  start(): Promise<void>;
  stop(): void;
}

export function createBookWatch({ host, audit, invariants }: OfficeNeeds): BookWatch {
  const kept = keptRows<BookCheck>(host, "book-checks", readCheck);
  const breachesNow = host.metrics.gauge("books_broken_invariants", "Invariants of the books that do not hold");
  const checkedAt = host.metrics.gauge(
    "books_checked_seconds",
    "When the books were last looked at, seconds since 1970",
  );
  const last = () => kept.all[0];
  const isOpen = (moves: Moves) =>
    !last()?.breaches.length || !(host.config.BREACH_CLOSES as readonly string[]).includes(moves);

  return {
    async look() {
      const breaches: Breach[] = await host.db.tx(tx => brokenOf(tx, invariants), {
        isolation: "repeatable read",
        readOnly: true,
      });
      const chain = await audit.check();
      if (chain.length > 0) breaches.push({ id: "I5", name: "the audit log is an unbroken chain", rows: chain });
      const now = new Date(host.clock.now());
      breachesNow.set(breaches.length);
      checkedAt.set(Math.floor(host.clock.now() / 1000));
      for (const { id, name, rows } of breaches)
        host.log.error({ invariant: id, rows: rows.length }, `the books are broken: ${name}`);
      const before = last();
      return host.db.tx(async tx => {
        await writeCheck(tx, { now, invariants: invariants.length + 1, breaches });
        await kept.changed(tx);
        const broken_since = breaches.length > 0 ? (before?.broken_since ?? now) : null;
        return { checked_at: now, invariants: invariants.length + 1, breaches, broken_since };
      });
    },
    last,
    isOpen,
    guard(route) {
      if (route.caller !== "player" || route.moves === "nothing" || route.continues === true) return;
      if (!isOpen(route.moves)) fail(unavailable, { retryAfter: 60 });
    },
    start: kept.start,
    stop: kept.stop,
  };
}

async function brokenOf(tx: Tx, invariants: OfficeNeeds["invariants"]): Promise<Breach[]> {
  const breaches: Breach[] = [];
  for (const { id, name, run } of invariants) {
    const rows = (await run(tx)).map(({ row }) => row);
    if (rows.length > 0) breaches.push({ id, name, rows });
  }
  return breaches;
}

async function readCheck(db: Queryable): Promise<BookCheck[]> {
  const { rows } = await db.query<BookCheck>(
    "SELECT checked_at, invariants, breaches, broken_since FROM office.book_checks",
  );
  return rows;
}

async function writeCheck(
  tx: Tx,
  { now, invariants, breaches }: { now: Date; invariants: number; breaches: readonly Breach[] },
): Promise<void> {
  const text = JSON.stringify(breaches, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
  await tx.query(
    `INSERT INTO office.book_checks (checked_at, invariants, breaches, broken_since)
     VALUES ($1, $2, $3::jsonb, CASE WHEN $3::jsonb <> '[]' THEN $1::timestamptz END)
     ON CONFLICT (single) DO UPDATE SET checked_at = excluded.checked_at, invariants = excluded.invariants,
       breaches = excluded.breaches,
       broken_since = CASE WHEN excluded.breaches <> '[]' THEN coalesce(book_checks.broken_since, excluded.checked_at) END`,
    [now, invariants, text],
  );
}
