-- What the log of events keeps: hashes and heads for good; the text of a message as long as its event lasts and thirty days more, or for good where a
-- slip was priced or settled by it.
ALTER TABLE odds.messages ADD COLUMN offset_ms integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN odds.messages.offset_ms IS 'our clock less the provider''s when it was applied, milliseconds';
ALTER TABLE odds.messages ALTER COLUMN message DROP NOT NULL;

-- The one change that is allowed removes the text; its hash stays.
CREATE OR REPLACE FUNCTION odds.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.message IS NULL THEN
    OLD.message := NULL;
    IF NEW IS NOT DISTINCT FROM OLD THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the log of events is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;

-- Ranges of an event's log that a slip rests on: from the message that set its price to the last one before its acceptance. Of an event with a range,
-- every message but prices and suspensions is kept as well.
CREATE TABLE odds.retained_ranges (
  event text NOT NULL,
  from_position bigint NOT NULL CHECK (from_position > 0),
  to_position bigint NOT NULL CHECK (to_position >= from_position),
  PRIMARY KEY (event, from_position, to_position)
);

-- Whether texts of its messages were removed.
ALTER TABLE odds.events ADD COLUMN pruned boolean NOT NULL DEFAULT false;
CREATE INDEX events_unpruned ON odds.events (planned_start) WHERE NOT pruned;

-- The last frame that was looked at: one row.
CREATE TABLE odds.prune_cursor (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  applied timestamptz NOT NULL DEFAULT '-infinity',
  producer text NOT NULL DEFAULT '',
  epoch bigint NOT NULL DEFAULT 0,
  frame bigint NOT NULL DEFAULT 0
);
INSERT INTO odds.prune_cursor DEFAULT VALUES;
