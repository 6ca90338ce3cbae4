-- phase: expand
-- When the player removed an entry; the row stays, so that its event is not noted again and the removal can be undone.
ALTER TABLE notifications.entries ADD COLUMN removed_at timestamptz;
