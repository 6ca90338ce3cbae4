-- What the network took in a day is read again and again by the dashboard of the back office.
CREATE INDEX network_fees_by_time ON crypto.network_fees (booked_at);
