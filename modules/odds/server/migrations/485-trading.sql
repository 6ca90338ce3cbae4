-- What operators decided. `hold` keeps a producer, an event or a market closed whatever the provider says; `trading_n` moves with each decision.
ALTER TABLE odds.producers ADD COLUMN hold text CHECK (hold IN ('suspended', 'closed')), ADD COLUMN trading_n integer NOT NULL DEFAULT 0;
ALTER TABLE odds.events ADD COLUMN hold text CHECK (hold IN ('suspended', 'closed')), ADD COLUMN trading_n integer NOT NULL DEFAULT 0,
  -- Seconds that live bets wait beside the delay of the sport.
  ADD COLUMN added_delay_s smallint NOT NULL DEFAULT 0 CHECK (added_delay_s BETWEEN 0 AND 60);
ALTER TABLE odds.markets ADD COLUMN hold text CHECK (hold IN ('suspended', 'closed')), ADD COLUMN trading_n integer NOT NULL DEFAULT 0,
  -- {"prices": {"outcome": {"kind": "ceiling" or "fixed", "price": thousandths, "until": ms since 1970}}, "power": thousandths, "maxWin", "cap": micro-dollars}
  ADD COLUMN terms jsonb,
  -- The result by hand, which stands above the provider's: {"result": as in `result`, "decidedAt": ms since 1970 or null, "request": uuid}
  ADD COLUMN ruling jsonb;
CREATE INDEX markets_disputed ON odds.markets (event) WHERE disputed;
CREATE INDEX markets_unconfirmed ON odds.markets (event) WHERE certainty = 1;

-- Rounds a price in thousandths down to the ladder.
CREATE FUNCTION odds.on_ladder(price numeric) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (floor(price / step) * step)::integer FROM (SELECT CASE WHEN price <= 1100 THEN 1 WHEN price <= 3000 THEN 10 WHEN price <= 5000 THEN 50
    WHEN price <= 10000 THEN 100 WHEN price <= 20000 THEN 500 WHEN price <= 50000 THEN 1000 WHEN price <= 100000 THEN 5000 ELSE 10000 END AS step) s
$$;

-- What one unit returns on average at a price in thousandths; null without chances.
CREATE FUNCTION odds.mean_return(price integer, p jsonb) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (p ->> 'win')::numeric * price / 1000 + (p ->> 'half_win')::numeric * (1000 + price) / 2000 + (p ->> 'refund')::numeric
    + (p ->> 'half_lose')::numeric / 2
$$;

-- The price of an outcome ({"price", "p"}) under the terms of its market. The own margin is a power of the provider's price; a ceiling only lowers;
-- a fixed price stands while it returns at most the stake on average.
CREATE FUNCTION odds.offered_price(stated jsonb, terms jsonb, outcome text, at timestamptz) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN own IS NULL OR (own ->> 'until')::numeric <= extract(epoch FROM at) * 1000 THEN margined
    WHEN own ->> 'kind' = 'ceiling' THEN least(margined, (own ->> 'price')::integer)
    WHEN margined IS NOT NULL AND odds.mean_return((own ->> 'price')::integer, stated -> 'p') <= 1 THEN (own ->> 'price')::integer
    ELSE margined END
  FROM (SELECT terms -> 'prices' -> outcome AS own, CASE WHEN terms ->> 'power' IS NULL THEN (stated ->> 'price')::integer
    ELSE greatest(1001, odds.on_ladder(1000 * power((stated ->> 'price')::numeric / 1000, (terms ->> 'power')::numeric / 1000))) END AS margined) m
$$;

CREATE FUNCTION odds.offered_outcomes(outcomes jsonb, terms jsonb, at timestamptz) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(jsonb_object_agg(key, value || jsonb_build_object('price', odds.offered_price(value, terms, key, at))), '{}')
  FROM jsonb_each(outcomes)
$$;

-- What was decided, by whom, and what it replaced. A request is carried out once.
CREATE TABLE odds.trading_decisions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('hold', 'lift', 'terms', 'delay', 'ruling', 'ruling_lifted', 'palpable_error')),
  producer text,
  event text,
  market bigint,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  reason text NOT NULL,
  asked_by text NOT NULL,
  -- Null where one person decides.
  approved_by text,
  request uuid UNIQUE,
  CHECK ((approved_by IS NULL) = (request IS NULL)),
  CHECK (num_nonnulls(producer, event) = 1 AND (market IS NULL OR event IS NOT NULL))
);
CREATE INDEX trading_decisions_event ON odds.trading_decisions (event, id);
CREATE FUNCTION odds.refuse_decision_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'decisions of trading are append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON odds.trading_decisions FOR EACH ROW EXECUTE FUNCTION odds.refuse_decision_change();

-- Bets on an outcome that were accepted in a window, at this price or above, are void: the price was a palpable error.
CREATE TABLE odds.palpable_errors (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  market bigint NOT NULL REFERENCES odds.markets,
  outcome text NOT NULL,
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  least_price integer NOT NULL CHECK (least_price >= 1001),
  request uuid NOT NULL UNIQUE,
  CHECK (from_at <= to_at)
);
CREATE INDEX palpable_errors_market ON odds.palpable_errors (market);
