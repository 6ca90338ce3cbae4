-- The address a guest wrote from (IPv4, or the /64 of IPv6): what his messages of a day are counted by. Forgotten after that day.
ALTER TABLE support.messages ADD COLUMN subscriber text;
CREATE INDEX messages_subscriber ON support.messages (subscriber) WHERE subscriber IS NOT NULL;
