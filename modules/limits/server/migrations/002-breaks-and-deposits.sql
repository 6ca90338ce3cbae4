-- What kind of break holds; blocks from before this had no name and were exclusions.
ALTER TABLE limits.players ADD COLUMN kind text NOT NULL DEFAULT 'self_exclusion' CHECK (kind IN ('time_out', 'self_exclusion'));
ALTER TABLE limits.players ALTER COLUMN kind DROP DEFAULT;

-- What a player allows himself to deposit a day (UTC). A row of its own, which deposits lock one after another: the rows
-- that stakes lock are not held up by them. Null = no limit; a looser one waits in `next_limit` until `next_from`.
CREATE TABLE limits.deposit_limits (
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  deposit_limit bigint CHECK (deposit_limit >= 0),
  next_limit bigint CHECK (next_limit >= 0),
  next_from timestamptz,
  PRIMARY KEY (player_id, currency)
);
