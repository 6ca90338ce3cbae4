-- phase: expand
-- transaction: none
-- Wins and rollbacks that two operators decided, of a few rounds among all: their hash is sixteen zero bytes before the id of the request.
CREATE INDEX CONCURRENTLY provider_txs_decided ON wallet.provider_txs (player_id, round)
  WHERE substr(request_hash, 1, 16) = '\x00000000000000000000000000000000';
