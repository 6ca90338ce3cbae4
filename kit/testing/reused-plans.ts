import { createHash } from "node:crypto";
import type { Db, Queryable } from "#kit/db/db.ts";

/**
 * A database that plans each check of the books once a connection: a check has no parameters and joins many partitions, so on the
 * few rows of a test its plan takes ten times as long as its run. Only a `WITH` without values is prepared.
 */
export function reusedPlans(db: Db): Db {
  return Object.assign({}, db, {
    query: reusing(db),
    tx: ((work, options) =>
      db.tx(tx => work(Object.assign({}, tx, { query: reusing(tx) })), options)) satisfies Db["tx"],
  });
}

function reusing({ query }: Queryable): Queryable["query"] {
  return (text, values, name) =>
    query(text, values, name ?? (values || !text.startsWith("WITH ") ? undefined : nameOf(text)));
}

/** Names of prepared statements have at most 63 characters. */
const nameOf = (text: string) => `plan-${createHash("sha1").update(text).digest("hex")}`;
