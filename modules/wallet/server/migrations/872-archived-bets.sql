-- phase: expand
-- Bets that ended long ago leave wallet.bets for segments: 250 numbers of a wallet in one row, a column of bets in an array, which PostgreSQL
-- compresses. Nothing is lost but the hash of the request, which told repeats from conflicts: a key of this age is refused as expired.
CREATE TABLE wallet.archived_bets (
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL,
  -- Numbers of the stakes of its first and last bet. Segments of a wallet do not overlap.
  first_seq bigint NOT NULL,
  last_seq bigint NOT NULL CHECK (last_seq >= first_seq),
  -- The least and the greatest key: of version 7, so they follow the time, and a bet is looked for in few segments.
  first_key uuid NOT NULL,
  last_key uuid NOT NULL CHECK (last_key >= first_key),
  -- What was moved in one transaction, named in the audit log with the digest of its segments.
  batch uuid NOT NULL,
  archived_at timestamptz NOT NULL,
  bets integer NOT NULL CHECK (bets > 0),
  staked bigint NOT NULL CHECK (staked > 0),
  paid bigint NOT NULL CHECK (paid >= 0),
  -- SHA-256 of the whole row but for the batch and the time it was written; wallet.seal_segment computes it.
  digest bytea NOT NULL CHECK (length(digest) = 32),
  keys uuid[] NOT NULL CHECK (cardinality(keys) = bets),
  settle_keys uuid[] NOT NULL CHECK (cardinality(settle_keys) = bets),
  stakes bigint[] NOT NULL CHECK (cardinality(stakes) = bets),
  payouts bigint[] NOT NULL CHECK (cardinality(payouts) = bets),
  win_caps bigint[] NOT NULL CHECK (cardinality(win_caps) = bets),
  balances_after bigint[] NOT NULL CHECK (cardinality(balances_after) = bets),
  settled_balances bigint[] NOT NULL CHECK (cardinality(settled_balances) = bets),
  seqs bigint[] NOT NULL CHECK (cardinality(seqs) = bets),
  settled_seqs bigint[] NOT NULL CHECK (cardinality(settled_seqs) = bets),
  rounds bigint[] NOT NULL CHECK (cardinality(rounds) = bets),
  placed_times timestamptz[] NOT NULL CHECK (cardinality(placed_times) = bets),
  settled_times timestamptz[] NOT NULL CHECK (cardinality(settled_times) = bets),
  seed_numbers integer[] NOT NULL CHECK (cardinality(seed_numbers) = bets),
  nonces integer[] NOT NULL CHECK (cardinality(nonces) = bets),
  games smallint[] NOT NULL CHECK (cardinality(games) = bets),
  statuses smallint[] NOT NULL CHECK (cardinality(statuses) = bets),
  rules_versions text[] NOT NULL CHECK (cardinality(rules_versions) = bets),
  choices text[] NOT NULL CHECK (cardinality(choices) = bets),
  outcomes text[] NOT NULL CHECK (cardinality(outcomes) = bets),
  client_seeds text[] NOT NULL CHECK (cardinality(client_seeds) = bets),
  gates text[] NOT NULL CHECK (cardinality(gates) = bets),
  openings text[] NOT NULL CHECK (cardinality(openings) = bets),
  journals text[] NOT NULL CHECK (cardinality(journals) = bets),
  bonus_stakes bigint[] NOT NULL CHECK (cardinality(bonus_stakes) = bets),
  bonus_payouts bigint[] NOT NULL CHECK (cardinality(bonus_payouts) = bets),
  counted_amounts bigint[] NOT NULL CHECK (cardinality(counted_amounts) = bets),
  grant_numbers integer[] NOT NULL CHECK (cardinality(grant_numbers) = bets),
  rates integer[] NOT NULL CHECK (cardinality(rates) = bets),
  bonuses_after bigint[] NOT NULL CHECK (cardinality(bonuses_after) = bets),
  settled_bonuses bigint[] NOT NULL CHECK (cardinality(settled_bonuses) = bets),
  PRIMARY KEY (player_id, currency, first_seq)
);
CREATE INDEX archived_bets_of_batch ON wallet.archived_bets (batch);

-- Up to which of its numbers a wallet was archived. A bet below it that was not ready, or whose key contains no time, stays in wallet.bets.
CREATE TABLE wallet.archive_positions (
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL,
  seq bigint NOT NULL CHECK (seq > 0),
  PRIMARY KEY (player_id, currency)
);

CREATE FUNCTION wallet.digest_of_segment(a wallet.archived_bets) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(record_send(ROW(a.player_id, a.currency, a.first_seq, a.last_seq, a.first_key, a.last_key, a.bets, a.staked, a.paid,
    a.keys, a.settle_keys, a.stakes, a.payouts, a.win_caps, a.balances_after, a.settled_balances, a.seqs, a.settled_seqs, a.rounds,
    a.placed_times, a.settled_times, a.seed_numbers, a.nonces, a.games, a.statuses, a.rules_versions, a.choices, a.outcomes, a.client_seeds,
    a.gates, a.openings, a.journals, a.bonus_stakes, a.bonus_payouts, a.counted_amounts, a.grant_numbers, a.rates, a.bonuses_after,
    a.settled_bonuses)))
$$;

CREATE FUNCTION wallet.seal_segment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.digest := wallet.digest_of_segment(NEW);
  RETURN NEW;
END $$;
CREATE TRIGGER seal BEFORE INSERT ON wallet.archived_bets FOR EACH ROW EXECUTE FUNCTION wallet.seal_segment();

CREATE FUNCTION wallet.refuse_archive_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the archive of bets is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON wallet.archived_bets FOR EACH ROW EXECUTE FUNCTION wallet.refuse_archive_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON wallet.archived_bets FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_archive_change();
REVOKE UPDATE, DELETE, TRUNCATE ON wallet.archived_bets FROM PUBLIC;

-- The archive as rows of bets.
CREATE VIEW wallet.archived_bet_rows AS
SELECT
  a.player_id, u.key, u.settle_key, u.stake, u.payout, u.win_cap, u.balance_after, u.settled_balance, u.seq, u.settled_seq, u.round,
  u.placed_at, u.settled_at, u.seed_number, u.nonce, u.game, u.status, a.currency, NULL::bytea AS request_hash, u.rules_version, u.choice,
  u.outcome, u.client_seed, u.gate, u.opening,
  CASE WHEN u.journal IS NOT NULL THEN ARRAY(SELECT step FROM json_array_elements_text(u.journal::json) AS s(step)) END AS journal,
  u.from_bonus, u.paid_bonus, u.counted, u.grant_no, u.rate, u.bonus_after, u.settled_bonus, a.first_key AS from_key,
  a.last_key AS upto_key, a.first_seq, a.last_seq
FROM wallet.archived_bets a
CROSS JOIN LATERAL unnest(a.keys, a.settle_keys, a.stakes, a.payouts, a.win_caps, a.balances_after, a.settled_balances, a.seqs, a.settled_seqs, a.rounds,
  a.placed_times, a.settled_times, a.seed_numbers, a.nonces, a.games, a.statuses, a.rules_versions, a.choices, a.outcomes, a.client_seeds,
  a.gates, a.openings, a.journals, a.bonus_stakes, a.bonus_payouts, a.counted_amounts, a.grant_numbers, a.rates, a.bonuses_after,
  a.settled_bonuses)
  AS u(key, settle_key, stake, payout, win_cap, balance_after, settled_balance, seq, settled_seq, round, placed_at, settled_at, seed_number,
  nonce, game, status, rules_version, choice, outcome, client_seed, gate, opening, journal, from_bonus, paid_bonus, counted, grant_no, rate,
  bonus_after, settled_bonus);

-- Every bet, wherever it is. A reader that knows the key also asks for `key BETWEEN from_key AND upto_key`: then other segments stay closed.
CREATE VIEW wallet.all_bets AS
SELECT
  b.player_id, b.key, b.settle_key, b.stake, b.payout, b.win_cap, b.balance_after, b.settled_balance, b.seq, b.settled_seq, b.round,
  b.placed_at, b.settled_at, b.seed_number, b.nonce, b.game, b.status, b.currency, b.request_hash, b.rules_version, b.choice, b.outcome,
  b.client_seed, b.gate, b.opening, b.journal, b.from_bonus, b.paid_bonus, b.counted, b.grant_no, b.rate, b.bonus_after, b.settled_bonus,
  b.key AS from_key, b.key AS upto_key
FROM wallet.bets b
UNION ALL
SELECT
  player_id, key, settle_key, stake, payout, win_cap, balance_after, settled_balance, seq, settled_seq, round, placed_at, settled_at,
  seed_number, nonce, game, status, currency, request_hash, rules_version, choice, outcome, client_seed, gate, opening, journal, from_bonus,
  paid_bonus, counted, grant_no, rate, bonus_after, settled_bonus, from_key, upto_key
FROM wallet.archived_bet_rows;

-- A bet is deleted only once the archive has it, whole: whoever deletes.
CREATE FUNCTION wallet.only_archived() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT player_id, key, settle_key, stake, payout, win_cap, balance_after, settled_balance, seq, settled_seq, round, placed_at, settled_at,
      seed_number, nonce, game, status, currency, rules_version, choice, outcome, client_seed, gate, opening, journal, from_bonus,
      paid_bonus, counted, grant_no, rate, bonus_after, settled_bonus
    FROM gone
    EXCEPT ALL
    SELECT player_id, key, settle_key, stake, payout, win_cap, balance_after, settled_balance, seq, settled_seq, round, placed_at, settled_at,
      seed_number, nonce, game, status, currency, rules_version, choice, outcome, client_seed, gate, opening, journal, from_bonus,
      paid_bonus, counted, grant_no, rate, bonus_after, settled_bonus
    FROM wallet.archived_bet_rows
    WHERE player_id = ANY (ARRAY(SELECT DISTINCT player_id FROM gone))
      AND last_seq >= (SELECT min(seq) FROM gone) AND first_seq <= (SELECT max(seq) FROM gone)
  ) THEN
    RAISE EXCEPTION 'only archived bets are deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER only_archived AFTER DELETE ON wallet.bets REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION wallet.only_archived();
DO $$
BEGIN
  FOR i IN 0..7 LOOP
    EXECUTE format('CREATE TRIGGER only_archived AFTER DELETE ON wallet.bets_%s REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION wallet.only_archived()', i);
  END LOOP;
END $$;
