-- Who else has paid with it is asked before each payout.
CREATE INDEX instruments_token ON payments.instruments (token);
