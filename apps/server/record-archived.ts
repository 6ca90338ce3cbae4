import type { Tx } from "#kit/db/db.ts";
import { type Audit, systemActor } from "#modules/audit/server/index.ts";
import type { ArchivedBatch } from "#modules/wallet/server/index.ts";

/** Names each batch of archived bets in the audit log, so that the archive cannot change unseen. */
export const recordArchived =
  (audit: Pick<Audit, "record">) =>
  (tx: Tx, { batch, ...facts }: ArchivedBatch): Promise<void> =>
    audit.record(tx, systemActor("Fairhouse"), {
      action: "bets.archive",
      subject: `archive:${batch}`,
      after: { ...facts },
    });
