-- What the house has sent to phones in the present hour and the present day (UTC): one row, which every message to a phone
-- counts itself into. Each costs money, and strangers can order them.
CREATE TABLE messages.phone_budget (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  hour timestamptz NOT NULL,
  in_hour integer NOT NULL CHECK (in_hour >= 0),
  day timestamptz NOT NULL,
  in_day integer NOT NULL CHECK (in_day >= 0)
);
INSERT INTO messages.phone_budget (hour, in_hour, day, in_day) VALUES ('epoch', 0, 'epoch', 0);
