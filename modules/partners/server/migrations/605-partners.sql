-- Affiliates. `id` owns the partner's wallet, `code` is in the links, `player_id` is the account that signs in for the partner.
CREATE TABLE partners.partners (
  id uuid PRIMARY KEY,
  code text NOT NULL UNIQUE CHECK (code ~ '^[a-z][a-z0-9-]{2,31}$'),
  player_id uuid NOT NULL UNIQUE,
  site text NOT NULL CHECK (length(site) BETWEEN 4 AND 200),
  about text NOT NULL CHECK (length(about) BETWEEN 1 AND 500),
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  status text NOT NULL CHECK (status IN ('applied', 'approved', 'suspended', 'declined')),
  applied_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by text,
  reason text
);

-- What a partner is paid by, as versions: the months from `from_month` on (its first day) count by them. Never changed.
CREATE TABLE partners.plans (
  partner_id uuid NOT NULL REFERENCES partners.partners (id),
  number integer NOT NULL CHECK (number > 0),
  from_month date NOT NULL CHECK (extract(day FROM from_month) = 1),
  plan jsonb NOT NULL,
  reason text NOT NULL,
  asked_by text NOT NULL,
  approved_by text NOT NULL,
  published_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, number)
);

CREATE TABLE partners.links (
  id uuid PRIMARY KEY,
  partner_id uuid NOT NULL REFERENCES partners.partners (id),
  stag text NOT NULL CHECK (stag ~ '^[a-z0-9_-]{1,40}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  path text NOT NULL CHECK (path ~ '^/'),
  created_at timestamptz NOT NULL,
  UNIQUE (partner_id, stag)
);

-- Guests who followed a link, by the day (since 1970, UTC). The stag is empty where the address had none.
CREATE TABLE partners.clicks (
  partner_id uuid NOT NULL,
  day integer NOT NULL,
  stag text NOT NULL,
  clicks bigint NOT NULL,
  PRIMARY KEY (partner_id, day, stag)
);

-- Who a partner brought: written at registration, never replaced. `excluded` says why the player counts for nothing.
CREATE TABLE partners.players (
  player_id uuid PRIMARY KEY,
  partner_id uuid NOT NULL REFERENCES partners.partners (id),
  stag text NOT NULL,
  adplace text,
  registered_at timestamptz NOT NULL,
  excluded text CHECK (excluded IN ('self', 'device', 'instrument')),
  excluded_at timestamptz,
  CHECK ((excluded IS NULL) = (excluded_at IS NULL))
);
CREATE INDEX players_partner ON partners.players (partner_id, registered_at);

-- How far each wallet of these players was read, and what its transfers other than bets added to a day. Micro-units.
CREATE TABLE partners.positions (
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL,
  seq bigint NOT NULL CHECK (seq > 0),
  PRIMARY KEY (player_id, currency)
);
CREATE TABLE partners.money_days (
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL,
  day integer NOT NULL,
  bonuses bigint NOT NULL,
  jackpots bigint NOT NULL,
  payment bigint NOT NULL,
  recalled bigint NOT NULL,
  deposits bigint NOT NULL,
  deposited bigint NOT NULL,
  PRIMARY KEY (player_id, currency, day)
);

-- Closed months: written once. `content` is everything the commission was computed from, `hash` is SHA-256 of its canonical JSON.
CREATE TABLE partners.statements (
  id uuid PRIMARY KEY,
  partner_id uuid NOT NULL REFERENCES partners.partners (id),
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  plan_number integer NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  content jsonb NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  commission bigint NOT NULL CHECK (commission >= 0),
  carried_out bigint NOT NULL,
  closed_at timestamptz NOT NULL,
  UNIQUE (partner_id, month),
  FOREIGN KEY (partner_id, plan_number) REFERENCES partners.plans (partner_id, number)
);

-- A player for whom a partner is paid once. It is held until `due_on`, and decided by the statement of that month.
CREATE TABLE partners.cpas (
  player_id uuid PRIMARY KEY,
  partner_id uuid NOT NULL REFERENCES partners.partners (id),
  amount bigint NOT NULL CHECK (amount > 0),
  qualified_at timestamptz NOT NULL,
  due_on integer NOT NULL,
  state text NOT NULL DEFAULT 'held' CHECK (state IN ('held', 'paid', 'refused')),
  month date,
  CHECK ((state = 'held') = (month IS NULL))
);
CREATE INDEX cpas_partner ON partners.cpas (partner_id, state);

CREATE TABLE partners.payouts (
  id uuid PRIMARY KEY,
  partner_id uuid NOT NULL REFERENCES partners.partners (id),
  idempotency_key uuid NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  amount bigint NOT NULL CHECK (amount > 0),
  -- Where the partner wants it: account number, or address of a coin.
  destination text NOT NULL CHECK (length(destination) BETWEEN 8 AND 200),
  status text NOT NULL DEFAULT 'requested' CHECK (status IN ('requested', 'paid', 'declined')),
  requested_at timestamptz NOT NULL,
  ended_at timestamptz,
  asked_by text,
  decided_by text,
  -- The bank's reference, or why it was declined.
  note text,
  UNIQUE (partner_id, idempotency_key),
  CHECK ((status = 'requested') = (ended_at IS NULL)),
  CHECK (status <> 'paid' OR (asked_by IS NOT NULL AND decided_by IS NOT NULL))
);
CREATE INDEX payouts_open ON partners.payouts (requested_at) WHERE status = 'requested';

-- Plans and closed months are never changed.
CREATE FUNCTION partners.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON partners.plans FOR EACH ROW EXECUTE FUNCTION partners.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON partners.statements FOR EACH ROW EXECUTE FUNCTION partners.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON partners.plans FOR EACH STATEMENT EXECUTE FUNCTION partners.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON partners.statements FOR EACH STATEMENT EXECUTE FUNCTION partners.refuse_change();
