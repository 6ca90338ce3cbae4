-- The prices that count for a day of UTC, fixed once: whatever is compared or added up over several currencies on that day uses
-- them. `prices` holds decimals as text, US dollars for one unit, by currency and coin.
CREATE TABLE rates.rate_days (
  -- Days since 1970 in UTC.
  day integer PRIMARY KEY CHECK (day > 0),
  fixed_at timestamptz NOT NULL,
  -- When the feed published them.
  feed_at timestamptz NOT NULL,
  prices jsonb NOT NULL
);
