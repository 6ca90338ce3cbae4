-- The list of payouts that wait is read in the order of their ids, page by page.
CREATE INDEX payouts_waiting_list ON payments.payouts (id)
  WHERE status = 1 AND approvals_needed > 0 AND approved_at IS NULL;
