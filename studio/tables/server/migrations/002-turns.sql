-- A table at which players decide after the first cards: betting -> closed -> playing -> dealing -> settled.
ALTER TABLE rounds DROP CONSTRAINT rounds_state_check;
ALTER TABLE rounds ADD CONSTRAINT rounds_state_check
  CHECK (state IN ('betting', 'closed', 'playing', 'dealing', 'settled', 'voided'));
-- What everybody may see of a round that is played, and whose decision is waited for until when.
ALTER TABLE rounds ADD COLUMN play jsonb;
ALTER TABLE rounds ADD COLUMN turn_starts_at timestamptz;
ALTER TABLE rounds ADD COLUMN turn_ends_at timestamptz;
-- The link is not out before the last decision: it gives every later card.
ALTER TABLE rounds ADD CONSTRAINT rounds_playing CHECK (state <> 'playing' OR (link IS NULL AND outcome IS NULL AND beacon_value IS NOT NULL
  AND play IS NOT NULL AND turn_starts_at IS NOT NULL AND entries_hash IS NOT NULL AND published_at < beacon_due_at));
DROP INDEX rounds_open;
CREATE UNIQUE INDEX rounds_open ON rounds (game) WHERE state IN ('betting', 'closed', 'playing', 'dealing');

-- Decisions of a round in their order, by the player of the seat or because their time was over.
CREATE TABLE moves (
  game text NOT NULL,
  number bigint NOT NULL,
  seq int NOT NULL CHECK (seq > 0),
  seat smallint NOT NULL,
  hand smallint NOT NULL,
  action text NOT NULL,
  -- Of the player: a repeat of it makes no second move.
  request uuid,
  by text NOT NULL CHECK (by IN ('player', 'clock')),
  at timestamptz NOT NULL,
  PRIMARY KEY (game, number, seq),
  FOREIGN KEY (game, number) REFERENCES rounds
);

CREATE UNIQUE INDEX moves_request ON moves (game, number, request) WHERE request IS NOT NULL;

-- Who sits where, from round to round. seen_at: when their browser was last connected.
CREATE TABLE seats (
  game text NOT NULL,
  seat smallint NOT NULL CHECK (seat > 0),
  casino smallint NOT NULL,
  player text NOT NULL,
  nick text,
  taken_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (game, seat)
);
CREATE INDEX seats_by_player ON seats (game, casino, player);

-- Of a bet that was made with a move, which it was.
ALTER TABLE txs ADD COLUMN move jsonb;
CREATE INDEX txs_moves_sent ON txs (round) WHERE kind = 'bet' AND state = 'sent' AND move IS NOT NULL;
