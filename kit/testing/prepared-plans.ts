import { createHash } from "node:crypto";
import type { Db, Queryable } from "#kit/db/db.ts";

/**
 * A database that plans each check of the books once a connection: a check has no parameters and joins many partitions, so on the
 * few rows of a test its plan takes ten times as long as its run. A statement is prepared if it is a `WITH` without values.
 */
export function preparedPlans(db: Db): Db {
  return Object.assign({}, db, {
    query: prepared(db),
    tx: ((work, options) =>
      db.tx(tx => work(Object.assign({}, tx, { query: prepared(tx) })), options)) satisfies Db["tx"],
  });
}

function prepared({ query }: Queryable): Queryable["query"] {
  return (text, values, name) =>
    query(text, values, name ?? (values || !text.startsWith("WITH ") ? undefined : nameOf(text)));
}

/** Names of prepared statements have at most 63 characters. */
const nameOf = (text: string) => `check-${createHash("sha1").update(text).digest("hex")}`;
