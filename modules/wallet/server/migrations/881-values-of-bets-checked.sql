-- phase: expand
ALTER TABLE wallet.bets VALIDATE CONSTRAINT bets_valid;
ALTER TABLE wallet.slips VALIDATE CONSTRAINT slips_valid;
ALTER TABLE wallet.slip_revisions VALIDATE CONSTRAINT slip_revisions_valid;
