import pg from "pg";
import { invariant } from "#kit/std/invariant.ts";
import type { Db, Queryable } from "./db.ts";
import type { Replica } from "./replica.ts";
import { isUnavailable } from "./unavailable.ts";

/** A read whose answer may be a few seconds old. */
export interface OlderRead {
  readonly name: string;
  /** Every table that it reads, with its schema: another one fails the read, wherever it runs. */
  readonly tables: readonly string[];
  /** Whether all its statements see one moment. */
  readonly isSnapshot?: boolean;
}

/**
 * Reads from the replica, or from the primary without a usable one and where the replica failed. Never for sessions, limits, exclusions, keys and balances: a
 * standby is behind. `assurance/checks/older-reads.test.ts` reads the list of all calls from the code.
 */
export async function readOlder<T>(
  { db, replica }: { readonly db: Db; readonly replica?: Pick<Replica, "usable"> | undefined },
  read: OlderRead,
  work: (on: Queryable) => Promise<T>,
): Promise<T> {
  const usable = replica?.usable();
  if (!usable) return readFrom(db, read, work);
  try {
    return await readFrom(usable, read, work);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) && !isUnavailable(error)) throw error;
    return readFrom(db, read, work);
  }
}

function readFrom<T>(db: Db, read: OlderRead, work: (on: Queryable) => Promise<T>): Promise<T> {
  if (!read.isSnapshot) return work(onlyTables(db, read));
  return db.tx(tx => work(onlyTables(tx, read)), { isolation: "repeatable read", readOnly: true });
}

function onlyTables(on: Queryable, { name, tables }: OlderRead): Queryable {
  return {
    query(text, ...rest) {
      const others = tablesIn(text).filter(table => !tables.includes(table));
      invariant(others.length === 0, `the read ${name} does not name ${others.join(", ")} among its tables`);
      invariant(
        !/\b(INSERT|UPDATE|DELETE|FOR (NO KEY )?(UPDATE|SHARE))\b/.test(text),
        `the read ${name} writes or locks`,
      );
      return on.query(text, ...rest);
    },
  };
}

/** What a statement selects from, where it names the schema; every table of ours has one. */
export function tablesIn(sql: string): readonly string[] {
  const plain = sql.replaceAll(/\bextract\([a-z]+ FROM/gi, " ").replaceAll(/\bDISTINCT FROM\b/gi, " ");
  const found = [...plain.matchAll(/\b(?:FROM|JOIN)\s+(?:LATERAL\s+|ONLY\s+)?([a-z_]+\.[a-z_0-9]+)/gi)];
  return [...new Set(found.map(([, table = ""]) => table))];
}
