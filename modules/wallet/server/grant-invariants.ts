import { transferSql } from "#modules/ledger/server/index.ts";
import { bonusCost, gameNumbers, providerGames } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import { wagerSql } from "#modules/wagering/server/index.ts";
import { collectedGrant } from "#modules/wagering/shared/grant.ts";
import { freeRoundIsOpen } from "./provider-rounds/free-rounds.ts";
import { slipGrantRules, slipsOfGrants } from "./slips/bonus-invariants.ts";

const { all } = transferSql;
const grants = wagerSql.grantTable;
const { rooms, duels, battles, betting } = gameNumbers;

/** Bets of grants, with the number of the transfer that ended them; a late one ended after its grant. */
const betsOfGrants = `
  SELECT b.*, coalesce(b.settled_seq, b.seq) AS ended_at_seq, g.currency AS grant_currency, g.target, g.state,
    b.status <> 0 AND coalesce(b.settled_seq > g.ended_seq, false) AS late
  FROM wallet.all_bets b JOIN ${wagerSql.grants}`;

/** Of a settled round of a provider that was voided: its wagering is left again, unless nothing was left to wager. */
const isVoided = `game >= ${providerGames.least} AND status = 1 AND strpos(outcome, '"voided"') > 0`;

/** Invariants of bonus money: queries for what breaks each rule. */
export const grantRules = {
  "B1 the bonus money of a wallet is what was given, played, released and returned": `
    SELECT w.player_id, w.currency, w.bonus, g.given, b.played FROM wallet.wallets w
    LEFT JOIN (SELECT player_id, currency, sum(given - released - returned) AS given FROM ${grants} GROUP BY 1, 2) g USING (player_id, currency)
    LEFT JOIN (SELECT player_id, currency, sum(played) AS played FROM (
        SELECT player_id, currency, CASE WHEN late THEN 0 ELSE paid_bonus END - from_bonus AS played FROM (${betsOfGrants}) b
        UNION ALL ${slipsOfGrants.played}) p GROUP BY 1, 2) b USING (player_id, currency)
    WHERE w.bonus <> coalesce(g.given, 0) + coalesce(b.played, 0)`,
  "B2 what is wagered of a grant is what its bets and slips counted": `
    SELECT g.player_id, g.grant_no, g.target, w.wager_left, g.counted, b.counted AS by_bets FROM ${grants} g
    JOIN wallet.wallets w ON w.player_id = g.player_id AND w.currency = g.currency
    LEFT JOIN (SELECT player_id, grant_no, sum(counted) AS counted FROM (
        SELECT player_id, grant_no, counted FROM wallet.all_bets WHERE grant_no IS NOT NULL UNION ALL ${slipsOfGrants.counted}) c GROUP BY 1, 2) b
      ON b.player_id = g.player_id AND b.grant_no = g.grant_no
    WHERE CASE g.state WHEN 1 THEN g.target - w.wager_left ELSE g.counted END IS DISTINCT FROM coalesce(b.counted, 0)`,
  "B2 a bet counts its stake at its rate, at most what was left: open, void and late ones nothing": `
    SELECT player_id, key, counted FROM (
      SELECT *, coalesce(sum(counted) OVER (PARTITION BY player_id, grant_no ORDER BY at_seq
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before FROM (
          SELECT player_id, key, grant_no, target, ended_at_seq AS at_seq, counted,
            CASE WHEN ${isVoided} THEN counted WHEN status = 1 AND NOT late THEN div(stake::numeric * rate, 1000) ELSE 0 END AS counts, 0 AS uncounted
          FROM (${betsOfGrants}) b WHERE status <> 0
          UNION ALL ${slipsOfGrants.counting}) e) b
    WHERE counted <> least(counts, target - before + uncounted) - uncounted
    UNION ALL SELECT player_id, key, counted FROM wallet.all_bets WHERE status = 0 AND counted <> 0`,
  "B3 the row of a wallet has the terms of its player's active grant, and no others": `
    SELECT player_id, currency, w.grant_no, g.grant_no AS active FROM wallet.wallets w
    FULL JOIN (SELECT * FROM ${grants} WHERE state = 1) g USING (player_id, currency)
    WHERE (w.grant_no, w.wager_max_bet, w.wager_games) IS DISTINCT FROM (g.grant_no, g.max_bet, g.games)
      OR (w.grant_no IS NULL) <> (w.wager_left IS NULL) OR (w.grant_no IS NULL) <> (w.wager_open IS NULL)
      OR (w.grant_no IS NULL) <> (w.wager_until IS NULL) OR w.wager_until < g.until`,
  "B4 a grant has as many open bets as its wallet says": `
    SELECT w.player_id, w.currency, w.wager_open, count(b.key) AS open FROM wallet.wallets w
    LEFT JOIN (SELECT player_id, grant_no, key FROM wallet.all_bets WHERE grant_no IS NOT NULL AND status = 0 UNION ALL ${slipsOfGrants.open}) b
      ON b.player_id = w.player_id AND b.grant_no = w.grant_no
    WHERE w.grant_no IS NOT NULL GROUP BY w.player_id, w.currency, w.wager_open HAVING w.wager_open <> count(b.key)`,
  "B5 the bonus money's share of a payout is what the floor of the real share leaves; a void stake comes back as it was": `
    SELECT player_id, key, stake, payout, from_bonus, paid_bonus FROM wallet.all_bets
    WHERE from_bonus + paid_bonus > 0 AND paid_bonus <> CASE status WHEN 0 THEN 0 WHEN 2 THEN from_bonus
      ELSE ${wagerSql.share("payout", "stake", "from_bonus")} END AND NOT (game >= ${providerGames.least} AND status = 1)`,
  "B5 a win of a provider is split by the stakes of its round: what was held of earlier wins comes with the last": `
    SELECT r.player_id, r.round, r.staked, r.from_bonus, b.from_bonus AS by_bets, b.payout, b.paid_bonus FROM wallet.provider_rounds r
    JOIN LATERAL (SELECT sum(from_bonus) AS from_bonus, sum(payout)::bigint AS payout, sum(paid_bonus)::bigint AS paid_bonus, min(status) AS status
      FROM wallet.all_bets WHERE player_id = r.player_id AND key = ANY (r.bets)) b ON true
    WHERE r.from_bonus <> coalesce(b.from_bonus, 0) OR b.status = 1 AND b.paid_bonus - r.bonus_held
      <> CASE WHEN r.grant_no = ${collectedGrant} THEN b.payout - r.bonus_held
        ELSE ${wagerSql.share("(b.payout - r.bonus_held)", "r.staked", "r.from_bonus")} END`,
  "B5 what a round holds for bonus money is what its wins say": `
    SELECT r.player_id, r.round, r.bonus_held, sum(t.held) AS by_wins FROM wallet.provider_rounds r
    LEFT JOIN wallet.provider_txs t ON t.player_id = r.player_id AND t.round = r.round AND t.kind = 2
    GROUP BY r.player_id, r.round, r.bonus_held HAVING r.bonus_held <> coalesce(sum(t.held), 0)`,
  "B6 the bonus money of a grant that has ended sums to zero in the ledger": `
    SELECT player_id, grant_no, sum(amount) AS left_over FROM (
      SELECT g.player_id, g.grant_no, CASE WHEN t.credit = 2 THEN t.amount ELSE -t.amount END AS amount
      FROM ${grants} g JOIN ${all} t ON t.player_id = g.player_id AND t.reference = g.id AND (t.credit = 2 OR t.debit = 2) WHERE g.state > 1
      UNION ALL SELECT g.player_id, g.grant_no, CASE WHEN t.credit = 2 THEN t.amount ELSE -t.amount END
      FROM ${grants} g JOIN wallet.all_bets b USING (player_id, grant_no)
      JOIN ${all} t ON t.player_id = b.player_id AND t.reference = b.key AND (t.credit = 2 OR t.debit = 2) WHERE g.state > 1
      UNION ALL SELECT g.player_id, g.grant_no, CASE WHEN t.credit = 2 THEN t.amount ELSE -t.amount END
      FROM ${grants} g JOIN (${slipsOfGrants.references}) r USING (player_id, grant_no)
      JOIN ${all} t ON t.player_id = r.player_id AND t.reference = r.reference AND (t.credit = 2 OR t.debit = 2) WHERE g.state > 1) s
    GROUP BY player_id, grant_no HAVING sum(amount) <> 0`,
  "B7 a player wagers one bonus at a time": `
    SELECT player_id, count(*) AS active FROM ${grants} WHERE state = 1 GROUP BY player_id HAVING count(*) > 1`,
  "B9 a grant with a conversion cap releases at most it, and returns the rest": `
    SELECT player_id, grant_no, cap, released, returned FROM ${grants}
    WHERE cap IS NOT NULL AND (released > cap OR (state = 2 AND returned > 0 AND released < cap))`,
  "B9 nothing of a bet that ends after a capped grant is real": `
    SELECT b.player_id, b.key FROM (${betsOfGrants}) b JOIN ${grants} c ON c.player_id = b.player_id AND c.grant_no = b.grant_no
    JOIN ${all} t ON t.player_id = b.player_id AND t.reference = b.key AND t.kind IN (${kindNumbers.bonus_payout}, ${kindNumbers.bonus_void})
    WHERE b.late AND c.cap IS NOT NULL AND t.credit = 1`,
  "B10 what free rounds have collected is what their rounds won, and nothing of it is the player's": `
    SELECT player_id, grant_id, f.won, b.paid, t.returned FROM wallet.free_rounds f
    FULL JOIN (SELECT player_id, (choice::json ->> 'grant')::uuid AS grant_id, sum(payout)::bigint AS paid, sum(paid_bonus)::bigint AS share
      FROM wallet.all_bets WHERE grant_no = ${collectedGrant} AND status <> 0 GROUP BY 1, 2) b USING (player_id, grant_id)
    LEFT JOIN (SELECT e.player_id, (e.choice::json ->> 'grant')::uuid AS grant_id, sum(t.amount)::bigint AS returned FROM wallet.all_bets e
      JOIN ${all} t ON t.player_id = e.player_id AND t.reference = e.key AND t.kind = ${kindNumbers.bonus_share}
        AND t.credit = ${bonusCost("free_spins")}
      WHERE e.grant_no = ${collectedGrant} GROUP BY 1, 2) t USING (player_id, grant_id)
    WHERE (coalesce(f.won, 0), coalesce(f.won, 0), coalesce(f.won, 0)) IS DISTINCT FROM
      (coalesce(b.paid, 0), coalesce(b.share, 0), coalesce(t.returned, 0))`,
  "B10 a free round is collected exactly where its grant collects, and is the only bet of its round": `
    SELECT b.player_id, b.key, b.grant_no, f.collects, r.bets FROM wallet.all_bets b
    LEFT JOIN wallet.free_rounds f ON f.grant_id = (b.choice::json ->> 'grant')::uuid
    LEFT JOIN wallet.provider_rounds r ON r.player_id = b.player_id AND b.key = ANY (r.bets)
    WHERE b.game >= ${providerGames.least} AND b.status <> 2
      AND (coalesce(f.collects AND b.stake = 0, false) <> (b.grant_no IS NOT DISTINCT FROM ${collectedGrant})
        OR b.grant_no = ${collectedGrant} AND (b.from_bonus <> 0 OR cardinality(r.bets) IS DISTINCT FROM 1))`,
  "B10 a bonus of free rounds gives what they have won, once no round of theirs is open": `
    SELECT g.player_id, g.id, g.given, f.won FROM ${grants} g JOIN wallet.free_rounds f ON f.grant_id = g.id
    WHERE (g.player_id, g.account, g.currency, g.given) IS DISTINCT FROM (f.player_id, ${bonusCost("free_spins")}, f.currency, f.won)
      OR NOT f.collects OR ${freeRoundIsOpen}`,
  ...slipGrantRules,
  "B8 no bonus money is staked between players": `
    SELECT player_id, key, game FROM wallet.all_bets
    WHERE grant_no IS NOT NULL AND game IN (${rooms}, ${duels}, ${battles}, ${betting})`,
  "B8 the bets of a provider's round are of one grant, the last of them always": `
    SELECT r.player_id, r.round, r.grant_no, b.least, b.last FROM wallet.provider_rounds r
    JOIN LATERAL (SELECT min(grant_no) AS least, max(grant_no) AS most, (array_agg(grant_no ORDER BY placed_at DESC, seq DESC, key DESC))[1] AS last
      FROM wallet.all_bets WHERE player_id = r.player_id AND key = ANY (r.bets)) b ON true
    WHERE b.least IS NOT NULL AND (b.least, b.most, b.last) IS DISTINCT FROM (r.grant_no, r.grant_no, r.grant_no)`,
  "B8 bonus money in a provider's game is of a round that stands, or was given back": `
    SELECT b.player_id, b.key FROM wallet.all_bets b WHERE b.game >= ${providerGames.least} AND b.grant_no IS NOT NULL AND b.status <> 2
      AND NOT EXISTS (SELECT FROM wallet.provider_rounds r WHERE r.player_id = b.player_id AND b.key = ANY (r.bets))`,
} as const;
