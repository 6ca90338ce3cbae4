-- What players write to each other at a table, in one language. Removed messages stay for the casino's operators.
CREATE SEQUENCE chat_changes;
CREATE TABLE chat_players (
  casino smallint NOT NULL,
  player text NOT NULL,
  -- Stands for the player in every message.
  author text NOT NULL UNIQUE,
  -- Off: the player neither sees messages nor writes any.
  shown boolean NOT NULL DEFAULT true,
  -- Authors whose messages this player does not see.
  ignored text[] NOT NULL DEFAULT '{}',
  -- By an operator of the player's casino; the year 9999 has no end.
  muted_until timestamptz,
  PRIMARY KEY (casino, player)
);
CREATE TABLE chat_messages (
  id uuid PRIMARY KEY,
  game text NOT NULL,
  language text NOT NULL CHECK (language IN ('en', 'ru', 'kk')),
  casino smallint NOT NULL,
  player text NOT NULL,
  author text NOT NULL,
  nick text NOT NULL,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 160),
  at timestamptz NOT NULL,
  removed_at timestamptz,
  -- Of the message or of its removal: rises in the order of the commits, under one lock.
  change bigint NOT NULL UNIQUE,
  FOREIGN KEY (casino, player) REFERENCES chat_players
);
CREATE INDEX chat_messages_shown ON chat_messages (game, language, at DESC) WHERE removed_at IS NULL;
CREATE INDEX chat_messages_of_player ON chat_messages (casino, player, at DESC);
CREATE INDEX chat_messages_by_time ON chat_messages (at);
CREATE TABLE chat_reports (
  message uuid NOT NULL REFERENCES chat_messages ON DELETE CASCADE,
  casino smallint NOT NULL,
  player text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (message, casino, player)
);
