-- For the hourly look at void rounds and returns: rounds are written in the order of their times, so a few blocks name a span.
CREATE INDEX provider_rounds_by_time ON wallet.provider_rounds USING brin (opened_at) WITH (pages_per_range = 32, autosummarize = on);
