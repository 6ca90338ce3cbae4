import type { Db } from "#kit/db/db.ts";
import type { Clock } from "#kit/host/host.ts";
import { micros } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { SeedSource } from "#modules/fairness/server/index.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import { counterSql } from "#modules/limits/server/index.ts";
import type { Bet, PlaceAnswer, PlaceBet, WalletPort } from "#modules/wallet/server/port.ts";

/**
 * An opponent: each bet is one call of an SQL function on a connection of a pool, one round trip and one commit, prepared, with the
 * same effects as through the wallet: idempotency, nonce, limits, ledger, balance. The draw is made before, from cached seeds.
 */
const functionSql = `
CREATE SCHEMA IF NOT EXISTS bench;
CREATE OR REPLACE FUNCTION bench.place_bet(
  p_player uuid, p_key uuid, p_hash bytea, p_game smallint, p_currency text, p_stake bigint, p_choice text, p_rules text,
  p_cap bigint, p_payout bigint, p_outcome text, p_seed integer, p_client text, p_nonce integer, p_at timestamptz, p_day integer,
  OUT refusal text, OUT balance bigint) LANGUAGE plpgsql AS $$
DECLARE
  w wallet.wallets;
  pair fairness.pairs;
BEGIN
  SELECT * INTO w FROM wallet.wallets WHERE player_id = p_player AND currency = p_currency FOR UPDATE;
  SELECT * INTO pair FROM fairness.pairs WHERE player_id = p_player FOR UPDATE;
  refusal := CASE
    WHEN EXISTS (SELECT FROM wallet.bets WHERE player_id = p_player AND key = p_key) THEN 'known key'
    WHEN (pair.seed_number, pair.nonce, pair.client_seed) IS DISTINCT FROM (p_seed, p_nonce, p_client) THEN 'stale pair'
    WHEN ${counterSql.blocked("p_at")} OR ${counterSql.noAllowance("p_stake", "p_stake", "p_day")} THEN 'limit reached'
    WHEN w.real IS NULL OR w.real < p_stake THEN 'insufficient funds' END;
  IF refusal IS NOT NULL THEN RETURN; END IF;
  balance := w.real - p_stake + p_payout;
  INSERT INTO wallet.bets (player_id, key, request_hash, game, currency, stake, choice, rules_version, win_cap, placed_at, status,
    payout, outcome, settled_at, balance_after, settled_balance, seq, seed_number, client_seed, nonce)
  VALUES (p_player, p_key, p_hash, p_game, p_currency, p_stake, p_choice, p_rules, p_cap, p_at, 1,
    p_payout, p_outcome, p_at, balance, balance, w.seq + 1, p_seed, p_client, p_nonce);
  INSERT INTO ledger.transfers (player_id, currency, seq, reference, at, amount, debit, credit, kind, balance_after)
  VALUES (p_player, p_currency, w.seq + 1, p_key, p_at, p_stake, 1, 2000 + p_game, 1, w.real - p_stake);
  IF p_payout > 0 THEN
    INSERT INTO ledger.transfers (player_id, currency, seq, reference, at, amount, debit, credit, kind, balance_after)
    VALUES (p_player, p_currency, w.seq + 2, p_key, p_at, p_payout, 2000 + p_game, 1, 3, balance);
  END IF;
  UPDATE wallet.wallets SET real = balance, seq = w.seq + 1 + (p_payout > 0)::int,
    ${counterSql.counted({ wagered: "p_stake", lost: "p_stake - p_payout", staked: "p_stake", returned: "p_payout" }, "p_day")}
  WHERE player_id = p_player AND currency = p_currency;
  UPDATE fairness.pairs SET nonce = p_nonce + 1 WHERE player_id = p_player;
END $$;`;

const callSql = `SELECT refusal, balance FROM bench.place_bet(
  $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`;
const dayMs = 86_400_000;

/** Wallets opened from now on have no lease to renew, as after the first stake of a player without limits. */
export async function openWithoutLimits(db: Db): Promise<void> {
  await db.query("ALTER TABLE wallet.wallets ALTER COLUMN lease_day DROP DEFAULT");
}

/** Makes the function, and returns the wallet's `place` by it. Bets decided at once only. */
export async function createFunctionBets(db: Db, pairs: SeedSource, clock: Clock): Promise<WalletPort["place"]> {
  await db.query(functionSql);
  await openWithoutLimits(db);
  return async bet => {
    const pair = required(pairs.cached(bet.player) ?? (await pairs.load(bet.player)), "a player with seeds");
    const draw = required(bet.draw, "a bet decided at once")(pair);
    const at = new Date(clock.now());
    const { rows } = await db.query<{ refusal: string | null; balance: bigint }>(
      callSql,
      [
        bet.player,
        bet.key,
        Buffer.from(bet.requestHash),
        gameNumber(bet.game),
        bet.currency,
        bet.stake,
        JSON.stringify(bet.choice),
        bet.rulesVersion,
        bet.winCap,
        draw.payout,
        JSON.stringify(draw.outcome),
        pair.number,
        pair.clientSeed,
        pair.nonce,
        at,
        Math.floor(at.getTime() / dayMs),
      ],
      "bench.place-bet",
    );
    const { refusal, balance } = required(rows[0], "the function answers");
    if (refusal !== null) throw new Error(`the bet was refused: ${refusal}`);
    pairs.used(bet.player, pair.number, pair.nonce);
    const { number, clientSeed, nonce } = pair;
    return accepted(bet, { ...draw, balance, seed: { number, clientSeed, nonce }, at });
  };
}

function accepted(
  bet: PlaceBet,
  { outcome, payout, balance, seed, at }: Pick<Bet, "outcome" | "payout" | "seed"> & { balance: bigint; at: Date },
): PlaceAnswer {
  const { player, key, game, currency, stake, choice, rulesVersion, winCap } = bet;
  return {
    kind: "accepted",
    replayed: false,
    bet: {
      player,
      key,
      game,
      currency,
      stake,
      choice,
      rulesVersion,
      winCap,
      payout,
      outcome,
      seed,
      round: null,
      status: "settled",
      balanceAfter: micros(balance),
      settledBalance: micros(balance),
      placedAt: at,
      settledAt: at,
    },
  };
}
