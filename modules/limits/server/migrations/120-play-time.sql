-- How long a person plays. One row a player, touched about once in a minute of play; the part that a stake must see stands
-- beside it in the counters of his wallets. Limits are minutes; null = none; looser ones wait in `next_*` until `next_from`.
CREATE TABLE limits.play (
  player_id uuid PRIMARY KEY,
  -- Of the present or the last session of play: its first stake, until when he may stake without asking again, and when he
  -- last saw how long he has been playing.
  started_at timestamptz,
  lease_until timestamptz,
  checked_at timestamptz,
  -- Days since 1970 in UTC, and how long was played on that day.
  day integer NOT NULL DEFAULT 0,
  played_ms bigint NOT NULL DEFAULT 0 CHECK (played_ms >= 0),
  day_minutes bigint CHECK (day_minutes >= 0),
  session_minutes bigint CHECK (session_minutes >= 0),
  check_minutes bigint DEFAULT 60 CHECK (check_minutes > 0),
  next_day_minutes bigint CHECK (next_day_minutes >= 0),
  next_session_minutes bigint CHECK (next_session_minutes >= 0),
  next_check_minutes bigint CHECK (next_check_minutes > 0),
  next_from timestamptz
);

-- What a stake reads and counts: until when stakes are taken, and what this session of play has staked and got back.
ALTER TABLE limits.counters
  ADD COLUMN play_until timestamptz,
  ADD COLUMN session_staked bigint NOT NULL DEFAULT 0,
  ADD COLUMN session_returned bigint NOT NULL DEFAULT 0;
