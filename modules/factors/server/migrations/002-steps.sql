-- The question of a second step is asked before it is known whose login waits: the challenge says it when it ends.
ALTER TABLE factors.questions
  DROP CONSTRAINT questions_check,
  ADD CONSTRAINT questions_check CHECK ((purpose IN ('login', 'step')) = (player_id IS NULL));
