-- Who else has saved a payout address is asked with who has paid with an instrument.
CREATE INDEX saved_addresses_token ON payments.saved_addresses (token);
CREATE INDEX chargebacks_player ON payments.chargebacks (player_id);
