-- Slips that their player undid are void like those that two operators voided. Of a player and day (days since 1970, UTC) three at most.
ALTER TABLE betting.voided_slips
  ADD COLUMN undo_day integer,
  ADD COLUMN undo_number integer CHECK (undo_number BETWEEN 1 AND 3),
  ADD CONSTRAINT voided_slips_undo CHECK ((undo_day IS NULL) = (undo_number IS NULL)),
  ADD CONSTRAINT voided_slips_undone UNIQUE (player_id, undo_day, undo_number);
