-- Complaints are kept for five years. Who marked one is in the audit log.
ALTER TABLE support.conversations ADD COLUMN complaint boolean NOT NULL DEFAULT false;
CREATE INDEX conversations_complaints ON support.conversations (last_at DESC, id DESC) WHERE complaint;
-- Overdue answers: no conversation that ended has a visitor who waits.
CREATE INDEX conversations_waiting_since ON support.conversations (waiting_since) WHERE waiting_since IS NOT NULL;
-- The figures of a period: what was resolved in it.
CREATE INDEX conversations_resolved_at ON support.conversations (resolved_at) WHERE resolved_at IS NOT NULL;
-- Search over what was written, by whole words and their beginnings, in any language.
CREATE INDEX chat_messages_words ON support.chat_messages USING gin (to_tsvector('simple', text)) WHERE kind = 'said';
