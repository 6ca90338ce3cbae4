import { createHash } from "node:crypto";
import type { Db, DbConnection, Queryable } from "#kit/db/db.ts";

/**
 * A database that plans each check of the books once: a check has no parameters and joins many partitions, so on the few rows of a test
 * its plan takes ten times as long as its run. A statement is a check if it is a `WITH` without values. Checks have a connection of their
 * own, because a plan belongs to a connection; those of a transaction stay in it.
 */
export function preparedPlans(db: Db): Db {
  let opened: Promise<DbConnection> | undefined;
  async function open(): Promise<DbConnection> {
    const connection = await db.connect();
    connection.onLost(() => {
      opened = undefined;
    });
    return connection;
  }
  const query: Queryable["query"] = (text, values, name) => {
    if (!isCheck(text, values, name)) return db.query(text, values, name);
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened.then(connection => connection.query(text, values, nameOf(text)));
  };
  return Object.assign({}, db, {
    query,
    tx: ((work, options) =>
      db.tx(tx => work(Object.assign({}, tx, { query: prepared(tx) })), options)) satisfies Db["tx"],
    async end() {
      await (await opened)?.end();
      await db.end();
    },
  });
}

const isCheck = (text: string, values: unknown, name: string | undefined) =>
  name === undefined && values === undefined && text.startsWith("WITH ");

function prepared({ query }: Queryable): Queryable["query"] {
  return (text, values, name) => query(text, values, isCheck(text, values, name) ? nameOf(text) : name);
}

/** Names of prepared statements have at most 63 characters. */
const nameOf = (text: string) => `check-${createHash("sha1").update(text).digest("hex")}`;
