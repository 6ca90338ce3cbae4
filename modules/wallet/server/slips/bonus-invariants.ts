import { transferSql } from "#modules/ledger/server/index.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import { wagerSql } from "#modules/wagering/server/index.ts";
import { slipKinds } from "./invariants.ts";

const { all } = transferSql;
const grants = wagerSql.grantTable;
const betting = gameNumber("betting");
/** What of the stake was not cashed out before a revision. */
const rest = `s.stake - coalesce(sum(r.closed) OVER before, 0)`;

/** Revisions of slips of a grant, with what was open before each, and what the slip had counted. */
const revisions = `
  SELECT r.*, s.stake, s.from_bonus, s.rate, s.grant_no, ${rest} AS rest, coalesce(sum(r.counted) OVER before, 0) AS counted_before
  FROM wallet.slip_revisions r JOIN wallet.slips s ON s.player_id = r.player_id AND s.key = r.key WHERE s.grant_no IS NOT NULL
  WINDOW before AS (PARTITION BY r.player_id, r.key ORDER BY r.number ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`;

/** What slips add to the sums of grants. */
export const slipsOfGrants = {
  /** What slips took and gave of each wallet's bonus money: (player_id, currency, played). */
  played: `SELECT player_id, currency, -from_bonus AS played FROM wallet.slips WHERE grant_no IS NOT NULL
    UNION ALL SELECT r.player_id, s.currency, r.bonus_change FROM wallet.slip_revisions r JOIN wallet.slips s USING (player_id, key)
    WHERE r.bonus_change <> 0`,
  counted: "SELECT player_id, grant_no, counted FROM wallet.slips WHERE grant_no IS NOT NULL",
  open: "SELECT player_id, grant_no, key FROM wallet.slips WHERE grant_no IS NOT NULL AND status = 0",
  /** In the order of their transfers, what each revision counts and takes back: (player_id, key, grant_no, target, at_seq, counted, counts, uncounted). */
  counting: `SELECT r.player_id, r.key, r.grant_no, g.target, t.seq AS at_seq, r.counted,
      CASE WHEN r.kind = 1 AND r.bonus_to = 2 THEN div(r.rest::numeric * r.rate, 1000) ELSE 0 END AS counts,
      CASE WHEN r.bonus_to = 2 THEN r.counted_before ELSE 0 END AS uncounted
    FROM (${revisions}) r JOIN ${grants} g ON g.player_id = r.player_id AND g.grant_no = r.grant_no
    JOIN (SELECT player_id, reference, min(seq) AS seq FROM ${all} WHERE kind IN ${slipKinds} GROUP BY 1, 2) t
      ON t.player_id = r.player_id AND t.reference = r.id`,
  /** The references of transfers of each grant's slips: (player_id, grant_no, reference). */
  references: `SELECT player_id, grant_no, key AS reference FROM wallet.slips WHERE grant_no IS NOT NULL
    UNION ALL SELECT r.player_id, s.grant_no, r.id FROM wallet.slip_revisions r JOIN wallet.slips s USING (player_id, key) WHERE s.grant_no IS NOT NULL`,
} as const;

/** Invariants of bonus money in slips: queries for what breaks each rule. */
export const slipGrantRules = {
  "B2 what a slip counted is the sum of its revisions": `
    SELECT s.player_id, s.key, s.counted, r.counted AS by_revisions FROM wallet.slips s
    LEFT JOIN (SELECT player_id, key, sum(counted) AS counted FROM wallet.slip_revisions GROUP BY 1, 2) r USING (player_id, key)
    WHERE s.counted <> coalesce(r.counted, 0)`,
  "B5 the bonus money's share of what a slip pays, its boost and its returned stake is what the floor of the real share leaves": `
    SELECT player_id, key, number, paid_bonus, boost_bonus FROM (${revisions}) r
    WHERE paid_bonus <> CASE WHEN kind = 2 THEN ${wagerSql.share("rest", "stake", "from_bonus")} ELSE ${wagerSql.share("payout", "stake", "from_bonus")} END
      OR boost_bonus <> ${wagerSql.share("boost", "stake", "from_bonus")}`,
  "B5 the shares of a slip are those of the revision that stands, and of its cash-outs": `
    SELECT s.player_id, s.key FROM wallet.slips s
    LEFT JOIN wallet.slip_revisions r ON r.player_id = s.player_id AND r.key = s.key AND r.number = s.revision AND s.status IN (1, 2)
    LEFT JOIN (SELECT player_id, key, sum(paid_bonus) AS cashed FROM wallet.slip_revisions WHERE kind = 4 GROUP BY 1, 2) c
      ON c.player_id = s.player_id AND c.key = s.key
    WHERE s.grant_no IS NOT NULL AND (s.paid_bonus, s.boost_bonus, s.bonus_to, s.cashed_bonus) IS DISTINCT FROM
      (coalesce(r.paid_bonus, 0), coalesce(r.boost_bonus, 0), r.bonus_to::smallint, coalesce(c.cashed, 0))`,
  "B8 bonus money in a slip is of a bonus for betting, and no more than its maximum bet": `
    SELECT s.player_id, s.key FROM wallet.slips s LEFT JOIN ${grants} g ON g.player_id = s.player_id AND g.grant_no = s.grant_no
    WHERE s.grant_no IS NOT NULL AND (g.player_id IS NULL OR (g.games >> ${betting} & 1) = 0 OR s.stake > g.max_bet OR g.currency <> s.currency)`,
} as const;
