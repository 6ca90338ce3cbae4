-- For the back office: voided rounds of a period, and page by page, without reading the others.
CREATE INDEX battles_voided ON battles (ended_at, number) WHERE state = 'refunded';
