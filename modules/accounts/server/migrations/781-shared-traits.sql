-- Accounts that share a browser or an address are looked up by it.
CREATE INDEX known_browsers_browser ON accounts.known_browsers (browser);
CREATE INDEX sessions_ip ON accounts.sessions (ip, created_at);
CREATE INDEX sessions_of_player ON accounts.sessions (player_id, created_at);
CREATE INDEX sessions_created ON accounts.sessions (created_at);
