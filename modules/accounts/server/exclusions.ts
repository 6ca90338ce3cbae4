import { createHmac, hkdfSync } from "node:crypto";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Contact } from "./contact.ts";

/** Persons who excluded themselves stay out when their account is closed or erased: their contacts cannot open another one. */
export interface Exclusions {
  /** Nobody registers with these until then. */
  add(tx: Tx, identifiers: readonly string[], until: Date): Promise<void>;
  has(on: Queryable, identifier: string): Promise<boolean>;
  sweep(): Promise<void>;
}

export const identifierOfContact = ({ kind, key }: Pick<Contact, "kind" | "key">): string => `${kind}:${key}`;

export function createExclusions(host: Pick<Host, "db" | "clock" | "config">): Exclusions {
  const root = Buffer.from(host.config.SECRET_KEY, "hex");
  const key = new Uint8Array(hkdfSync("sha256", root, "", "fairhouse persons kept out", 32));
  const hashOf = (identifier: string) => createHmac("sha256", key).update(identifier).digest();
  const now = () => new Date(host.clock.now());
  return {
    async add(tx, identifiers, until) {
      for (const identifier of identifiers)
        await tx.query(
          `INSERT INTO accounts.kept_out (hash, until) VALUES ($1, $2)
           ON CONFLICT (hash) DO UPDATE SET until = greatest(accounts.kept_out.until, excluded.until)`,
          [hashOf(identifier), until],
        );
    },
    async has(on, identifier) {
      const { rowCount } = await on.query("SELECT 1 FROM accounts.kept_out WHERE hash = $1 AND until > $2", [
        hashOf(identifier),
        now(),
      ]);
      return rowCount > 0;
    },
    async sweep() {
      await host.db.query("DELETE FROM accounts.kept_out WHERE until <= $1", [now()]);
    },
  };
}
