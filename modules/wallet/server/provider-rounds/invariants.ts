import { transferSql } from "#modules/ledger/server/index.ts";
import { jackpot, jackpotReserve, providerGames } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";

const { all } = transferSql;
const [pot, reserve] = [jackpot("slots"), jackpotReserve("slots")];

/** Invariants of the rounds of providers: queries for what breaks each rule. */
export const providerRoundRules = {
  "I10 an open bet of a provider is in one open round, and an open round has the bets that it names": `
    SELECT player_id, key, b.game AS bet_game, r.game AS round_game FROM
      (SELECT player_id, key, game, stake, currency FROM wallet.bets WHERE status = 0 AND game >= ${providerGames.least}) b
      FULL JOIN (SELECT player_id, unnest(bets) AS key, game, currency FROM wallet.provider_rounds WHERE status = 0) r USING (player_id, key)
    WHERE (b.game, b.currency) IS DISTINCT FROM (r.game, r.currency)`,
  "I10 a round of a provider has staked what its bets have": `
    SELECT r.player_id, r.round, r.staked, sum(b.stake) AS stakes FROM wallet.provider_rounds r
    LEFT JOIN wallet.bets b ON b.player_id = r.player_id AND b.key = ANY (r.bets)
    GROUP BY r.player_id, r.round, r.staked HAVING r.staked <> coalesce(sum(b.stake), 0)`,
  "I8 a round of a provider wins no more than its bets may win, and what its wins say": `
    SELECT r.player_id, r.round, r.won, r.cap, sum(t.amount) AS wins FROM wallet.provider_rounds r
    LEFT JOIN wallet.provider_txs t ON t.player_id = r.player_id AND t.round = r.round AND t.kind = 2
    GROUP BY r.player_id, r.round, r.won, r.cap HAVING r.won <> coalesce(sum(t.amount), 0) OR r.won > r.cap`,
  "I8 every win of a provider was paid: with the bets that it settled, or as a credit": `
    SELECT t.player_id, t.key, t.amount, coalesce(b.payout, 0) AS settled, coalesce(m.amount, 0) AS credited, t.held FROM wallet.provider_txs t
    LEFT JOIN wallet.provider_rounds r ON r.player_id = t.player_id AND r.round = t.round
    LEFT JOIN (SELECT player_id, settle_key, sum(payout) AS payout FROM wallet.bets
      WHERE status = 1 AND game >= ${providerGames.least} GROUP BY player_id, settle_key) b ON b.player_id = t.player_id AND b.settle_key = t.key
    LEFT JOIN wallet.movements m ON m.player_id = t.player_id AND m.reference = t.key AND m.kind = ${kindNumbers.round_credit}
    WHERE t.kind = 2 AND t.amount <> coalesce(b.payout - coalesce(r.bonus_held, 0), 0) + coalesce(m.amount, 0) + t.held`,
  "I8 a settled round that was voided has its stakes returned and its wins taken back, each once": `
    SELECT r.player_id, r.round, r.staked, r.won, v.returned, v.taken, v.owed, m.returned AS stakes, m.taken AS wins, m.owed AS debt
    FROM (SELECT * FROM wallet.provider_rounds WHERE voided_at IS NOT NULL) r
    FULL JOIN wallet.round_voids v ON v.player_id = r.player_id AND v.round = r.round
    LEFT JOIN LATERAL (SELECT coalesce(sum(amount) FILTER (WHERE kind = ${kindNumbers.round_stake_returned}), 0) AS returned,
        coalesce(sum(amount) FILTER (WHERE kind IN (${kindNumbers.round_win_taken}, ${kindNumbers.round_debt})), 0) AS taken,
        coalesce(sum(amount) FILTER (WHERE kind = ${kindNumbers.round_debt}), 0) AS owed
      FROM wallet.movements m WHERE m.player_id = r.player_id AND m.reference = ANY (r.bets
        || (SELECT array_agg(key) FROM wallet.provider_txs t WHERE t.player_id = r.player_id AND t.round = r.round AND t.kind = 2))) m ON true
    WHERE (r.staked, r.won, r.currency, r.game, r.status, v.owed) IS DISTINCT FROM (v.returned, v.taken, v.currency, v.game, 1, m.owed)
      OR (v.returned, v.taken) IS DISTINCT FROM (m.returned, m.taken)`,
  "I8 what voids of rounds moved is of rounds that were voided": `
    SELECT player_id, currency, m.moved, v.voided FROM (SELECT player_id, currency, sum(amount) AS moved FROM ${all}
      WHERE kind IN (${kindNumbers.round_stake_returned}, ${kindNumbers.round_win_taken}, ${kindNumbers.round_debt}) GROUP BY 1, 2) m
    FULL JOIN (SELECT player_id, currency, sum(returned + taken) AS voided FROM wallet.round_voids GROUP BY 1, 2) v USING (player_id, currency)
    WHERE coalesce(m.moved, 0) <> coalesce(v.voided, 0)`,
  "I6 a transaction of a provider is a bet, a win or a rollback, and one of them": `
    SELECT player_id, key FROM wallet.provider_txs JOIN wallet.bets USING (player_id, key)`,
  "I7 what takes nothing moved nothing: refused bets and tombstones": `
    SELECT b.player_id, b.key FROM wallet.bets b
    WHERE b.game >= ${providerGames.least} AND b.status = 2 AND b.stake = 0 AND b.payout <> 0`,
  "I7 free rounds that are left and those that were taken are what was granted; a cancelled grant gets none back": `
    SELECT f.grant_id, f.count, f.rounds_left, coalesce(b.taken, 0) AS taken FROM wallet.free_rounds f
    LEFT JOIN (SELECT player_id, (choice::json ->> 'grant')::uuid AS grant_id, count(*) AS taken FROM wallet.bets
      WHERE game >= ${providerGames.least} AND stake = 0 AND status <> 2 AND choice::json ->> 'grant' IS NOT NULL
      GROUP BY 1, 2) b USING (player_id, grant_id)
    WHERE CASE WHEN f.cancelled_at IS NULL THEN f.rounds_left <> f.count - coalesce(b.taken, 0)
      ELSE f.rounds_left > f.count - coalesce(b.taken, 0) END`,
  "I7 a free round is taken of a grant to its player, in the game, the currency and at the stake of the grant": `
    SELECT b.player_id, b.key, b.choice FROM wallet.bets b LEFT JOIN wallet.free_rounds f ON f.grant_id = (b.choice::json ->> 'grant')::uuid
    WHERE b.game >= ${providerGames.least} AND b.stake = 0 AND b.status <> 2 AND (f.player_id, f.game, f.slug, f.currency) IS DISTINCT FROM
      (b.player_id, b.game, b.choice::json ->> 'slug', b.currency)`,
  "I18 the pot of the slots and its reserve are what their accounts hold": `
    SELECT currency, p.amount, p.reserve, l.pot, l.reserve AS held FROM wallet.pots p FULL JOIN (
      SELECT currency, sum(amount) FILTER (WHERE account = ${pot}) AS pot, sum(amount) FILTER (WHERE account = ${reserve}) AS reserve FROM (
        SELECT currency, credit AS account, amount FROM ${all} UNION ALL SELECT currency, debit, -amount FROM ${all}) s
      WHERE account IN (${pot}, ${reserve}) GROUP BY currency) l USING (currency)
    WHERE coalesce(p.amount, 0) <> coalesce(l.pot, 0) OR coalesce(p.reserve, 0) <> coalesce(l.reserve, 0)`,
} as const;
