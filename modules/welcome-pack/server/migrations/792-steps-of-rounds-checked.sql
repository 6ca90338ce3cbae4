-- phase: expand
ALTER TABLE welcome_pack.steps VALIDATE CONSTRAINT steps_kind;
ALTER TABLE welcome_pack.steps VALIDATE CONSTRAINT steps_rounds;
