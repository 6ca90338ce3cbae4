import type { Tx } from "#kit/db/db.ts";
import { type Audit, systemActor } from "#modules/audit/server/index.ts";
import type { ArchivedBatch } from "#modules/wallet/server/index.ts";

/** Names each batch of archived bets or transfers in the audit log, so that the archive cannot change unseen. */
export const recordArchived =
  (audit: Pick<Audit, "record">) =>
  (tx: Tx, { rows, batch, segments, count, digest }: ArchivedBatch): Promise<void> =>
    audit.record(tx, systemActor("Fairhouse"), {
      action: `${rows}.archive`,
      subject: `archive:${batch}`,
      after: { segments, [rows]: count, digest },
    });
