import { type Invariant, invariantsOf } from "#modules/ledger/server/index.ts";
import { digestOfBatch } from "./archive-bets.ts";

/** The archived bets themselves are checked with all others; here, that the archive is what was written and that nothing is in two places. */
export const archiveRules = {
  "I25 a segment of archived bets has the digest it was written with, and the bets, keys and sums that it names": `
    SELECT a.player_id, a.currency, a.first_seq FROM wallet.archived_bets a
    CROSS JOIN LATERAL (
      SELECT count(*) AS bets, min(u.seq) AS first_seq, max(u.seq) AS last_seq, sum(u.stake) AS staked, sum(u.payout) AS paid,
        bool_and(u.key BETWEEN a.first_key AND a.last_key) AS keys_right
      FROM unnest(a.keys, a.seqs, a.stakes, a.payouts) AS u(key, seq, stake, payout)) r
    WHERE a.digest <> wallet.digest_of_segment(a) OR NOT r.keys_right
      OR (a.bets, a.first_seq, a.last_seq, a.staked, a.paid) IS DISTINCT FROM (r.bets, r.first_seq, r.last_seq, r.staked, r.paid)`,
  "I25 a bet is in one place: in wallet.bets or in one segment": `
    SELECT player_id, key, count(*) FROM wallet.all_bets GROUP BY player_id, key HAVING count(*) > 1`,
} as const;

/** `entries`: the audit log. Every batch that it names is there as it was, and no other. */
export const archiveLogInvariants = (entries: string): readonly Invariant[] =>
  invariantsOf({
    "I25 the audit log names each batch of archived bets with its digest, and each is still there": `
      SELECT coalesce(a.batch::text, e.subject) AS batch FROM (
        SELECT batch, encode(${digestOfBatch}, 'hex') AS digest, sum(bets) AS bets FROM wallet.archived_bets a GROUP BY batch) a
      FULL JOIN (SELECT substr(subject, 9) AS subject, after::json AS facts FROM ${entries} WHERE action = 'bets.archive') e
        ON e.subject = a.batch::text
      WHERE (a.digest, a.bets) IS DISTINCT FROM (e.facts ->> 'digest', (e.facts ->> 'bets')::bigint)`,
  });
