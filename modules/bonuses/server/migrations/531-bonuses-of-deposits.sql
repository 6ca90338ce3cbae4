-- The payment that funded a deposit bonus: a bank that recalls it ends the bonus.
ALTER TABLE bonuses.bonuses ADD COLUMN funded_by uuid;
CREATE UNIQUE INDEX bonuses_funded_by ON bonuses.bonuses (funded_by) WHERE funded_by IS NOT NULL;
