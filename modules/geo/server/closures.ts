import { fail } from "#kit/contract/error-code.ts";
import { cachedTable } from "#kit/db/cached-table.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { closedLonger, closureEnded, closureMissing } from "../shared/errors.ts";
import { everywhere, type Product } from "../shared/region.ts";

export interface ClosureName {
  /** ISO 3166-1 alpha-2, or `everywhere`. */
  readonly country: string;
  readonly product: Product;
}

export interface Closure extends ClosureName {
  readonly since: Date;
  /** Null: until it is opened. */
  readonly until: Date | null;
  readonly reason: string | null;
  readonly closedBy: string | null;
}

export interface ClosureChange extends ClosureName {
  readonly number: bigint;
  readonly closed: boolean;
  readonly until: Date | null;
  readonly reason: string | null;
  readonly by: string;
  readonly at: Date;
}

export interface CloseOptions {
  readonly until?: Date | null;
  readonly reason?: string;
  readonly by?: string;
}

export interface Closures {
  /** Whether a product, or all, is closed for a country. */
  has(country: string, product: Product): boolean;
  /** Whether a product is closed everywhere. */
  isPaused(product: Product): boolean;
  /** What is closed now. */
  active(): readonly Closure[];
  /**
   * Closes from the commit on. Returns whether anything changed. Fails with `closure_ended` for an end in the past, and with `closed_longer`
   * instead of opening earlier than it was said before.
   */
  close(tx: Tx, name: ClosureName, options?: CloseOptions): Promise<boolean>;
  /** Fails with `closure_missing`. */
  open(tx: Tx, name: ClosureName, options: Pick<CloseOptions, "reason" | "by">): Promise<Closure>;
  /** The closure as it is stored; undefined if it is open. */
  find(on: Queryable, name: ClosureName): Promise<Closure | undefined>;
  start(): Promise<void>;
  stop(): void;
}

/** What is closed, in memory: every stake checks it. */
export function createClosures(host: Host): Closures {
  const rows = cachedTable<Closure>(host, "geo-blocks", readClosures);
  const now = () => new Date(host.clock.now());
  const isActive = ({ until }: Closure) => until === null || until.getTime() > host.clock.now();
  const named = (country: string, product: Product) =>
    rows.all.some(row => row.country === country && row.product === product && isActive(row));

  async function find(on: Queryable, name: ClosureName, lock = ""): Promise<Closure | undefined> {
    const row = await storedClosure(on, name, lock);
    return row && isActive(row) ? row : undefined;
  }

  return {
    has: (country, product) => named(country, "all") || named(country, product),
    isPaused: product => named(everywhere, product),
    active: () => rows.all.filter(isActive),
    find: (on, name) => find(on, name),
    async close(tx, name, { until = null, reason = null, by = "console" } = {}) {
      const at = now();
      if (until !== null && until <= at) fail(closureEnded);
      const before = await find(tx, name, "FOR UPDATE");
      if (before && before.until?.getTime() === until?.getTime()) return false;
      if (before && isLonger(before, until))
        fail(closedLonger, { data: { until: before.until?.toISOString() ?? null } });
      await writeClosure(tx, { ...name, since: before?.since ?? at, until, reason, closedBy: by });
      await insertChange(tx, { ...name, closed: true, until, reason, by, at });
      await rows.changed(tx);
      return true;
    },
    async open(tx, name, { reason = null, by = "console" }) {
      const before = (await find(tx, name, "FOR UPDATE")) ?? fail(closureMissing);
      await deleteClosure(tx, name);
      await insertChange(tx, { ...name, closed: false, until: null, reason, by, at: now() });
      await rows.changed(tx);
      return before;
    },
    start: rows.start,
    stop: rows.stop,
  };
}

/** Whether it stays closed for longer than until this time. */
const isLonger = (before: Closure, until: Date | null) =>
  until !== null && (before.until === null || before.until.getTime() > until.getTime());

const columns = `country, product, blocked_at AS since, until, reason, closed_by AS "closedBy"`;

async function readClosures(db: Queryable): Promise<readonly Closure[]> {
  const { rows } = await db.query<Closure>(
    `SELECT ${columns} FROM geo.blocked_countries ORDER BY country, product LIMIT 2000`,
  );
  return rows;
}

async function storedClosure(
  on: Queryable,
  { country, product }: ClosureName,
  lock: string,
): Promise<Closure | undefined> {
  const { rows } = await on.query<Closure>(
    `SELECT ${columns} FROM geo.blocked_countries WHERE country = $1 AND product = $2 ${lock}`,
    [country, product],
  );
  return rows[0];
}

async function writeClosure(tx: Tx, row: Closure): Promise<void> {
  await tx.query(
    `INSERT INTO geo.blocked_countries (country, product, blocked_at, until, reason, closed_by) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (country, product) DO UPDATE SET blocked_at = $3, until = $4, reason = $5, closed_by = $6`,
    [row.country, row.product, row.since, row.until, row.reason, row.closedBy],
  );
}

async function deleteClosure(tx: Tx, { country, product }: ClosureName): Promise<void> {
  await tx.query("DELETE FROM geo.blocked_countries WHERE country = $1 AND product = $2", [country, product]);
}

async function insertChange(tx: Tx, row: Omit<ClosureChange, "number">): Promise<void> {
  await tx.query(
    `INSERT INTO geo.closure_changes (country, product, closed, until, reason, by_name, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [row.country, row.product, row.closed, row.until, row.reason, row.by, row.at],
  );
}

/** The newest changes. */
export async function closureChanges(db: Queryable, limit: number): Promise<readonly ClosureChange[]> {
  const { rows } = await db.query<ClosureChange>(
    `SELECT number, country, product, closed, until, reason, by_name AS by, at FROM geo.closure_changes
     ORDER BY number DESC LIMIT $1`,
    [limit],
  );
  return rows;
}
