import { createHash } from "node:crypto";
import type { Db, Queryable } from "#kit/db/db.ts";

/**
 * A database that plans each check of the books once a connection: a check has no parameters and joins many partitions, so on the
<<<<<<<< HEAD:kit/testing/reused-plans.ts
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
========
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
>>>>>>>> 28a7e0c5:kit/testing/prepared-plans.ts
  return (text, values, name) =>
    query(text, values, name ?? (values || !text.startsWith("WITH ") ? undefined : nameOf(text)));
}

/** Names of prepared statements have at most 63 characters. */
<<<<<<<< HEAD:kit/testing/reused-plans.ts
const nameOf = (text: string) => `plan-${createHash("sha1").update(text).digest("hex")}`;
========
const nameOf = (text: string) => `check-${createHash("sha1").update(text).digest("hex")}`;
>>>>>>>> 28a7e0c5:kit/testing/prepared-plans.ts
