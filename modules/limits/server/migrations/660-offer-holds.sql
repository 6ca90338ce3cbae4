-- Players to whom nothing is offered or granted, because an operator decided so or their play shows signs of harm. Blocks nothing else.
CREATE TABLE limits.offer_holds (
  player_id uuid NOT NULL,
  source text COLLATE "C" NOT NULL CHECK (source IN ('operator', 'harm')),
  since timestamptz NOT NULL,
  PRIMARY KEY (player_id, source)
);
