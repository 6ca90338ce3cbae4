-- What visitors wrote, each with its answer. `email`: where the answer goes; a player may have none and reads it in the chat.
CREATE TABLE support.messages (
  id uuid PRIMARY KEY,
  player_id uuid,
  email text,
  locale text NOT NULL CHECK (locale IN ('ru', 'en', 'kz')),
  page text,
  text text NOT NULL,
  written_at timestamptz NOT NULL,
  answer text,
  answered_at timestamptz,
  CHECK (player_id IS NOT NULL OR email IS NOT NULL),
  CHECK ((answer IS NULL) = (answered_at IS NULL))
);
CREATE INDEX messages_player ON support.messages (player_id, written_at) WHERE player_id IS NOT NULL;
CREATE INDEX messages_open ON support.messages (written_at) WHERE answer IS NULL;
