import type { Db, DbConnection } from "#kit/db/db.ts";
import { required } from "#kit/std/invariant.ts";

/** A database whose connections run `instead` where `text` is asked for: two ways of one statement, measured in turn. */
export function withStatement(db: Db, text: string, instead: string, suffix: string): Db {
  return {
    ...db,
    async connect(): Promise<DbConnection> {
      const connection = await db.connect();
      return {
        onLost: listener => connection.onLost(listener),
        onNotification: listener => connection.onNotification(listener),
        end: () => connection.end(),
        query: (asked, values, name) =>
          asked === text
            ? connection.query(instead, values, name && `${name}.${suffix}`)
            : connection.query(asked, values, name),
      };
    },
  };
}

/** The statement with each part replaced. Throws when it no longer has one of them. */
export function rewritten(statement: string, parts: readonly (readonly [part: string, instead: string])[]): string {
  return parts.reduce<string>((text, [part, instead]) => {
    const changed = text.replace(required(part, "a part"), () => instead);
    if (changed === text) throw new Error(`the statement of stakes no longer has this part: ${part}`);
    return changed;
  }, statement);
}
