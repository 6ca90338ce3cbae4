-- phase: expand
-- PostgreSQL reads the stored text of every CHECK again for each statement, and for each partition that the statement writes to. With twenty-one
-- constraints on bets that took longer than writing the rows. A function in PL/pgSQL is read once a connection. Each condition is what one
-- constraint required: a row breaks the whole when one of them is false, and not when it is NULL.
CREATE FUNCTION wallet.is_valid_bet(
  stake bigint, payout bigint, win_cap bigint, balance_after bigint, settled_balance bigint, settled_at timestamptz,
  seed_number integer, nonce integer, game smallint, status smallint, currency text, request_hash bytea, opening text, journal text[],
  from_bonus bigint, paid_bonus bigint, counted bigint, grant_no integer, rate integer, bonus_after bigint, settled_bonus bigint
) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN (stake > 0 OR (stake = 0 AND game BETWEEN 100 AND 999))
    AND payout >= 0
    AND win_cap >= 0
    AND (payout <= win_cap OR status = 2)
    AND status IN (0, 1, 2)
    AND (payout = 0 OR status <> 0)
    AND (status = 0) = (settled_at IS NULL)
    AND balance_after >= 0
    AND settled_balance >= 0
    AND length(currency) = 3
    AND length(request_hash) = 32
    AND (seed_number IS NULL) = (nonce IS NULL)
    AND (opening IS NULL OR nonce IS NOT NULL)
    AND (opening IS NOT NULL AND status <> 0) = (journal IS NOT NULL)
    AND (grant_no IS NULL) = (rate IS NULL)
    AND (grant_no IS NOT NULL OR from_bonus + paid_bonus + counted = 0)
    AND from_bonus BETWEEN 0 AND stake
    AND paid_bonus BETWEEN 0 AND payout
    AND counted BETWEEN 0 AND stake * 10
    AND bonus_after >= 0
    AND settled_bonus >= 0;
END
$$;
ALTER TABLE wallet.bets ADD CONSTRAINT bets_valid CHECK (wallet.is_valid_bet(
  stake, payout, win_cap, balance_after, settled_balance, settled_at, seed_number, nonce, game, status, currency, request_hash, opening, journal,
  from_bonus, paid_bonus, counted, grant_no, rate, bonus_after, settled_bonus
)) NOT VALID;

CREATE FUNCTION wallet.is_valid_slip(
  stake bigint, closed bigint, cashed_out bigint, payout bigint, boost bigint, win_cap bigint, balance_after bigint, settled_at timestamptz,
  status smallint, free_bet boolean, currency text, request_hash bytea, from_bonus bigint, grant_no integer, rate integer, bonus_after bigint,
  paid_bonus bigint, boost_bonus bigint, cashed_bonus bigint, bonus_to smallint, counted bigint
) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN stake > 0
    AND closed BETWEEN 0 AND stake
    AND (status = 3) = (closed = stake)
    AND cashed_out >= 0
    AND payout >= 0
    AND payout <= win_cap
    AND boost >= 0
    AND (payout + boost = 0 OR status = 1)
    AND status IN (0, 1, 2, 3)
    AND (status = 0) = (settled_at IS NULL)
    AND balance_after >= 0
    AND length(currency) = 3
    AND length(request_hash) = 32
    AND (grant_no IS NULL) = (rate IS NULL)
    AND rate > 0
    AND (grant_no IS NULL OR NOT free_bet)
    AND (grant_no IS NOT NULL OR from_bonus + paid_bonus + boost_bonus + cashed_bonus + counted = 0)
    AND from_bonus BETWEEN 0 AND stake
    AND paid_bonus >= 0
    AND boost_bonus BETWEEN 0 AND boost
    AND cashed_bonus BETWEEN 0 AND cashed_out
    AND (paid_bonus + boost_bonus = 0 OR bonus_to IS NOT NULL)
    AND (bonus_to IS NULL OR status IN (1, 2))
    AND counted >= 0
    AND bonus_after >= 0;
END
$$;
ALTER TABLE wallet.slips ADD CONSTRAINT slips_valid CHECK (wallet.is_valid_slip(
  stake, closed, cashed_out, payout, boost, win_cap, balance_after, settled_at, status, free_bet, currency, request_hash, from_bonus, grant_no,
  rate, bonus_after, paid_bonus, boost_bonus, cashed_bonus, bonus_to, counted
)) NOT VALID;

CREATE FUNCTION wallet.is_valid_revision(
  number integer, kind smallint, reversed smallint, payout bigint, boost bigint, closed bigint, owed bigint, repaid bigint, balance_after bigint,
  paid_bonus bigint, boost_bonus bigint, bonus_short bigint
) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN number > 0
    AND kind IN (1, 2, 3, 4)
    AND reversed IN (1, 2)
    AND payout >= 0
    AND boost >= 0
    AND closed >= 0
    AND owed >= 0
    AND repaid >= 0
    AND balance_after >= 0
    AND paid_bonus >= 0
    AND boost_bonus BETWEEN 0 AND boost
    AND bonus_short >= 0;
END
$$;
ALTER TABLE wallet.slip_revisions ADD CONSTRAINT slip_revisions_valid CHECK (wallet.is_valid_revision(
  number, kind, reversed, payout, boost, closed, owed, repaid, balance_after, paid_bonus, boost_bonus, bonus_short
)) NOT VALID;
