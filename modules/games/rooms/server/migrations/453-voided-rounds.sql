-- For the back office: voided rounds of a period, and page by page, without reading the others.
CREATE INDEX rounds_voided ON rounds (ended_at, number) WHERE state = 'refunded';
