-- Who may approve what others ask for, and since when.
ALTER TABLE operators.operators
  -- Counts changes of factors, role and standing: what a request to change this operator was made for.
  ADD COLUMN version int NOT NULL DEFAULT 1,
  -- Approves nothing before this moment; null: no waiting time (installation and demo).
  ADD COLUMN approves_from timestamptz,
  -- Everybody who has invited this operator, once or anew.
  ADD COLUMN inviters uuid[] NOT NULL DEFAULT '{}',
  -- First time as an owner with factors of their own. Never cleared: the house is being installed while fewer than two have one.
  ADD COLUMN owner_since timestamptz;
UPDATE operators.operators SET owner_since = created_at WHERE role = 'owner' AND password_hash IS NOT NULL;

-- Made by the console while the house is being installed: accepting it begins no waiting time.
ALTER TABLE operators.invitations ADD COLUMN installs boolean NOT NULL DEFAULT false;
-- Their links were shown to whoever invited.
DELETE FROM operators.invitations;

ALTER TABLE operators.sessions
  -- The address as limits count it: an IPv4 address or the first 64 bits of an IPv6 one.
  ADD COLUMN network text,
  -- SHA-256 of the cookie that stays in a browser between sign-ins.
  ADD COLUMN device bytea;

-- An approval whose two sides were at the same address or device within a day.
CREATE TABLE operators.shared_origins (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  -- What was approved: `payout:{id}`, `correction:{id}`, `request:{id}`.
  subject text NOT NULL,
  -- Null: a player, whose payout it is.
  author_id uuid REFERENCES operators.operators,
  approver_id uuid NOT NULL REFERENCES operators.operators,
  address boolean NOT NULL,
  device boolean NOT NULL,
  CHECK (address OR device)
);
CREATE INDEX shared_origins_at ON operators.shared_origins (at);
