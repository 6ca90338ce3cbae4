-- Set aside by an operator until then: answers are due from that time on. The visitor's next message ends it.
ALTER TABLE support.conversations
  ADD COLUMN snoozed_until timestamptz,
  ADD COLUMN spam boolean NOT NULL DEFAULT false,
  -- The conversation that goes on in place of this one.
  ADD COLUMN merged_into uuid,
  ADD CONSTRAINT conversations_ended_so CHECK (state = 'closed' OR NOT spam AND merged_into IS NULL);
CREATE INDEX conversations_merged ON support.conversations (merged_into) WHERE merged_into IS NOT NULL;

-- Guests' addresses that cannot write for a while.
CREATE TABLE support.blocks (
  subscriber text PRIMARY KEY,
  until timestamptz NOT NULL,
  conversation_id uuid NOT NULL
);

-- An answer and what is done with the conversation then.
CREATE TABLE support.macros (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE,
  -- Of the canned reply; its text in the conversation's language is sent.
  shortcut text NOT NULL,
  action text NOT NULL CHECK (action IN ('none', 'resolve', 'snooze')),
  snooze_minutes integer CHECK (snooze_minutes > 0),
  CHECK ((action = 'snooze') = (snooze_minutes IS NOT NULL))
);
