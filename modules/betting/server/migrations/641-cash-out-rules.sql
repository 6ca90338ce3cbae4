-- At which offer a slip is cashed out without its player. One rule a slip; it ends with the cash-out, or with the slip.
CREATE TABLE betting.cash_out_rules (
  player_id uuid NOT NULL,
  key uuid NOT NULL,
  -- Also the id of the revision that it makes: it is made once.
  id uuid NOT NULL UNIQUE,
  -- Whether the offer has to rise to `offer` or fall to it. Micro-units, for the whole open stake.
  direction text NOT NULL CHECK (direction IN ('up', 'down')),
  offer bigint NOT NULL CHECK (offer > 0),
  -- Percent of the open stake.
  share integer NOT NULL CHECK (share BETWEEN 1 AND 100),
  PRIMARY KEY (player_id, key)
);
