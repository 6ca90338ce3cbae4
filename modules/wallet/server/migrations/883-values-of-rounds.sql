-- phase: expand
-- As for bets (880): one constraint in place of many. Those whose names tell a lost race stay: provider_rounds_status_check,
-- wallets_real_check and wallets_bonus_check.
CREATE FUNCTION wallet.is_valid_round(
  game smallint, currency text, status smallint, closed_at timestamptz, cap bigint, staked bigint, won bigint, from_bonus bigint,
  bonus_held bigint, grant_no integer, pot_share bigint, reserve_share bigint, pot_won bigint
) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN game BETWEEN 100 AND 999
    AND length(currency) = 3
    AND (status = 0) = (closed_at IS NULL)
    AND cap >= 0
    AND staked >= 0
    AND won >= 0
    AND from_bonus BETWEEN 0 AND staked
    AND bonus_held BETWEEN 0 AND won
    AND (grant_no IS NOT NULL OR from_bonus + bonus_held = 0)
    AND pot_share >= 0
    AND reserve_share >= 0
    AND pot_won >= 0;
END
$$;
ALTER TABLE wallet.provider_rounds ADD CONSTRAINT provider_rounds_valid CHECK (wallet.is_valid_round(
  game, currency, status, closed_at, cap, staked, won, from_bonus, bonus_held, grant_no, pot_share, reserve_share, pot_won
)) NOT VALID;

CREATE FUNCTION wallet.is_valid_tx(
  kind smallint, amount bigint, held bigint, pot bigint, balance_after bigint, currency text, request_hash bytea
) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN kind IN (2, 4)
    AND amount >= 0
    AND held BETWEEN 0 AND amount
    AND pot >= 0
    AND balance_after >= 0
    AND length(currency) = 3
    AND length(request_hash) = 32;
END
$$;
ALTER TABLE wallet.provider_txs ADD CONSTRAINT provider_txs_valid CHECK (wallet.is_valid_tx(
  kind, amount, held, pot, balance_after, currency, request_hash
)) NOT VALID;

ALTER TABLE wallet.wallets ADD CONSTRAINT wallets_valid CHECK (
  least(vault, reserved, reserved_bonus, wager_left, wager_open, wagered, seq) >= 0 AND length(currency) = 3
) NOT VALID;
