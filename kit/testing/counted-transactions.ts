import type { Db } from "#kit/db/db.ts";

/** The database, and how many transactions were begun through it. */
export function countedTransactions(of: Db): { readonly db: Db; begun(): number } {
  let count = 0;
  const tx: Db["tx"] = (...given) => {
    count += 1;
    return of.tx(...given);
  };
  return { db: Object.assign({}, of, { tx }), begun: () => count };
}
