-- phase: expand
-- transaction: none
-- Figures of a rule, and whom it has opened a case for lately.
CREATE INDEX CONCURRENTLY cases_rule ON risk.cases (rule_id, player_id) WHERE rule_id IS NOT NULL;
