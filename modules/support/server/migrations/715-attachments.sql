-- Files in conversations: each is a message of its own, whose text may be empty.

ALTER TABLE support.chat_messages DROP CONSTRAINT chat_messages_check, ADD CHECK (kind = 'said' OR text = '');

CREATE TABLE support.attachments (
  id uuid PRIMARY KEY,
  conversation_id uuid NOT NULL,
  message_number integer NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  type text NOT NULL CHECK (type IN ('image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'text/plain')),
  size integer NOT NULL CHECK (size >= 0),
  -- Of pictures, in pixels.
  width integer,
  height integer,
  -- `unscanned`: no scanner was configured when it arrived.
  state text NOT NULL CHECK (state IN ('waiting', 'clean', 'bad', 'unscanned')),
  -- Sealed; deleted with a bad result.
  content bytea,
  at timestamptz NOT NULL,
  UNIQUE (conversation_id, message_number),
  FOREIGN KEY (conversation_id, message_number) REFERENCES support.chat_messages ON DELETE CASCADE,
  CHECK ((width IS NULL) = (height IS NULL)),
  CHECK ((content IS NULL) = (state = 'bad'))
);

-- One-use links to files, by the SHA-256 of their token.
CREATE TABLE support.file_links (
  token_hash bytea PRIMARY KEY,
  attachment_id uuid NOT NULL REFERENCES support.attachments ON DELETE CASCADE,
  until timestamptz NOT NULL
);
CREATE INDEX file_links_until ON support.file_links (until);
CREATE INDEX file_links_attachment ON support.file_links (attachment_id);
