-- phase: expand
-- Fifteen typologies of money laundering, each a rule that opens a case: operators change, stop and replace them as any other.
-- Their first version is approved with the release that brings it.
WITH typologies (n, name, rule) AS (VALUES
  (1, 'Paid in and out without play', '{"all": [{"fact": "deposited_7d", "currency": "EUR", "gte": "500"}, {"fact": "withdrawn_7d", "currency": "EUR", "gte": "400"}, {"not": {"fact": "turnover_7d", "gte": 31}}]}'),
  (2, 'Out within the hour', '{"all": [{"fact": "minutes_to_withdrawal", "lte": 60}, {"fact": "withdrawn_24h", "currency": "EUR", "gte": "1000"}, {"not": {"fact": "turnover_7d", "gte": 100}}]}'),
  (3, 'Split below the line', '{"fact": "deposits_below_line_7d", "gte": 3}'),
  (4, 'A household pays in together', '{"fact": "signal_household_deposits", "is": true}'),
  (5, 'Many cards', '{"fact": "paid_with_7d", "gte": 4}'),
  (6, 'Many destinations', '{"all": [{"fact": "paid_out_to_30d", "gte": 3}, {"fact": "withdrawn_7d", "currency": "EUR", "gte": "300"}]}'),
  (7, 'One destination for several accounts', '{"all": [{"fact": "signal_shared_instrument", "is": true}, {"fact": "withdrawn_7d", "currency": "EUR", "gte": "300"}]}'),
  (8, 'Many deposits in a day', '{"fact": "deposits_24h", "gte": 10}'),
  (9, 'A dormant account is filled', '{"all": [{"fact": "days_without_deposit", "gte": 90}, {"fact": "deposited_24h", "currency": "EUR", "gte": "500"}]}'),
  (10, 'Both sides of a bet', '{"fact": "signal_opposite_stakes", "is": true}'),
  (11, 'Stakes passed on in duels', '{"fact": "signal_duels_lost", "is": true}'),
  (12, 'Recalled after a withdrawal', '{"all": [{"fact": "recalled_deposits_90d", "gte": 1}, {"any": [{"fact": "withdrawn_7d", "currency": "EUR", "gte": "50"}, {"fact": "withdrawal_sum_30d", "currency": "EUR", "gte": "50"}]}]}'),
  (13, 'A new account moves large sums', '{"all": [{"fact": "account_age_days", "lte": 2}, {"fact": "deposited_7d", "currency": "EUR", "gte": "2000"}, {"fact": "withdrawn_7d", "currency": "EUR", "gte": "1000"}]}'),
  (14, 'Tested cards', '{"all": [{"fact": "declined_deposits_24h", "gte": 5}, {"fact": "deposits_24h", "gte": 1}]}'),
  (15, 'Money goes in circles', '{"all": [{"fact": "deposits_24h", "gte": 3}, {"fact": "withdrawals_24h", "gte": 3}]}')
), ids AS (SELECT n, name, rule::jsonb AS rule, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid AS id FROM typologies),
rules AS (
  INSERT INTO risk.rules (id, name, version, live_version, live_since) SELECT id, name, 1, 1, now() FROM ids RETURNING id
)
INSERT INTO risk.rule_versions (rule_id, version, rule, effect, created_by, created_at, lived_at)
SELECT id, 1, rule, 'open_case', 'Fairhouse', now(), now() FROM ids WHERE id IN (SELECT id FROM rules);
