-- Of a credited transfer, what was beyond a limit of the player and goes back.
ALTER TABLE crypto.transfers ADD COLUMN held bigint NOT NULL DEFAULT 0 CHECK (held >= 0 AND held < amount);
