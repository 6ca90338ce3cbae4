-- Debts have a module and a cause of their own. What a player still owed for recalled deposits is owed for the last of them.
INSERT INTO debts.debts (player_id, cause, reference, currency, amount, since)
SELECT d.player_id, 'chargeback', c.id, d.currency, d.owed, c.recalled_at FROM payments.debts d
JOIN LATERAL (SELECT id, recalled_at FROM payments.chargebacks c
  WHERE c.player_id = d.player_id AND c.currency = d.currency ORDER BY recalled_at DESC, id DESC LIMIT 1) c ON true
WHERE d.owed > 0;
DROP TABLE payments.debts;
