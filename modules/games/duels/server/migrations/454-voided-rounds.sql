-- For the back office: voided rounds of a period, and page by page, without reading the others.
CREATE INDEX duels_voided ON duels (ended_at, number) WHERE state = 'refunded';
