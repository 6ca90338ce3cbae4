import { AsyncLocalStorage } from "node:async_hooks";
import { invariant } from "#kit/std/invariant.ts";
import type { DbOptions } from "./create-db.ts";
import type { Db } from "./db.ts";

/**
 * Reads of the back office, on read-only connections of their own to the same server: they see what was committed before them, and however
 * many there are and however long they take, the pool that bets use stays free.
 */
export interface OfficeReads {
  /** The answer of a page: at most four at a time, a statement ends after three seconds. */
  page<T>(read: () => Promise<T>): Promise<T>;
  /** What looks at everybody, such as rows of a file or the trial of a rule: at most two at a time, a statement ends after a minute. */
  report<T>(read: () => Promise<T>): Promise<T>;
}

/** Runs what a read writes nevertheless, such as that its operator is there, on the connections of everything else. */
export const outsideOfRead: <T>(write: () => T) => T = AsyncLocalStorage.snapshot();

/** {@link OfficeReads.report}, where reads are apart. */
export function readReport<T>(
  { officeReads }: { readonly officeReads?: Pick<OfficeReads, "report"> },
  read: () => Promise<T>,
): Promise<T> {
  return officeReads ? officeReads.report(read) : read();
}

interface SeparateReads {
  /** Inside a read the connections of the read, elsewhere those of `primary`. */
  readonly db: Db;
  readonly officeReads: OfficeReads;
  /** Ends the connections of reads. */
  close(): Promise<void>;
}

type Limits = Required<Pick<DbOptions, "pool" | "statementTimeoutMs" | "connectMs" | "readOnly">>;

const pageLimits: Limits = { pool: 4, statementTimeoutMs: 3_000, connectMs: 15_000, readOnly: true };
const reportLimits: Limits = { pool: 2, statementTimeoutMs: 60_000, connectMs: 120_000, readOnly: true };

/** `open`: makes a pool, which connects on first use. */
export function separateOfficeReads(primary: Db, open: (limits: Limits) => Db): SeparateReads {
  const pages = open(pageLimits);
  const reports = open(reportLimits);
  const current = new AsyncLocalStorage<{ readonly pool: Db; isOver: boolean }>();

  function poolOfRead(): Db | undefined {
    const read = current.getStore();
    return read?.isOver === false ? read.pool : undefined;
  }

  async function readFrom<T>(pool: Db, work: () => Promise<T>): Promise<T> {
    const read = { pool, isOver: false };
    try {
      return await current.run(read, work);
    } finally {
      // Timers and listeners that it started are no part of it.
      read.isOver = true;
    }
  }

  return {
    db: {
      query: (text, values, name) => (poolOfRead() ?? primary).query(text, values, name),
      tx: (work, options) => (poolOfRead() ?? primary).tx(work, options),
      connect() {
        invariant(!poolOfRead(), "a read of the back office takes no connection of its own");
        return primary.connect();
      },
      end: () => primary.end(),
    },
    officeReads: {
      page: read => readFrom(pages, read),
      report: read => readFrom(reports, read),
    },
    async close() {
      await Promise.all([pages.end(), reports.end()]);
    },
  };
}
