-- phase: expand
-- When a conversation was marked as a complaint; of those before this column when it began.
ALTER TABLE support.conversations ADD COLUMN complaint_at timestamptz;
UPDATE support.conversations SET complaint_at = opened_at WHERE complaint;
