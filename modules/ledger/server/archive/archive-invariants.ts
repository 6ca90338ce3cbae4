import { type Invariant, invariantsOf } from "../invariants/invariant.ts";
import { archivedKinds } from "./archive-sql.ts";

/** The archived transfers themselves are checked with all others; here, that the archive is what was written and that nothing is in two places. */
export const transferArchiveRules = {
  "I25 a segment of archived transfers has the digest it was written with, and the numbers, kinds and sum that it names": `
    SELECT a.player_id, a.currency, a.first_seq FROM ledger.archived_transfers a
    CROSS JOIN LATERAL (
      SELECT count(*) AS transfers, min(u.number) AS least, max(u.number) AS most, sum(u.amount) AS total,
        bool_and(u.kind IN (${archivedKinds})) AS kinds_right
      FROM unnest(a.offsets, a.amounts, a.kinds) AS u(number, amount, kind)) r
    WHERE a.digest <> ledger.digest_of_segment(a) OR NOT r.kinds_right
      OR (a.transfers, 0, a.last_seq - a.first_seq, a.total) IS DISTINCT FROM (r.transfers, r.least, r.most, r.total)`,
  "I25 a transfer is in one place: in ledger.transfers or in one segment": `
    SELECT player_id, currency, seq, count(*) FROM ledger.all_transfers GROUP BY player_id, currency, seq HAVING count(*) > 1`,
} as const;

/** `entries`: the audit log. Every batch that it names is there as it was, and no other. */
export const transferArchiveLogInvariants = (entries: string): readonly Invariant[] =>
  invariantsOf({
    "I25 the audit log names each batch of archived transfers with its digest, and each is still there": `
      SELECT coalesce(a.batch::text, e.subject) AS batch FROM (
        SELECT batch, encode(sha256(string_agg(a.digest, '' ORDER BY a.player_id, a.currency, a.first_seq)), 'hex') AS digest,
          sum(transfers) AS transfers
        FROM ledger.archived_transfers a GROUP BY batch) a
      FULL JOIN (SELECT substr(subject, 9) AS subject, after::json AS facts FROM ${entries} WHERE action = 'transfers.archive') e
        ON e.subject = a.batch::text
      WHERE (a.digest, a.transfers) IS DISTINCT FROM (e.facts ->> 'digest', (e.facts ->> 'transfers')::bigint)`,
  });
