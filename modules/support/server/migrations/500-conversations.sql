-- Conversations with their messages, in place of single messages with one answer each. What was written before moves into them.

CREATE TABLE support.conversations (
  id uuid PRIMARY KEY,
  player_id uuid,
  -- SHA-256 of the guest's cookie.
  guest_hash bytea,
  -- The parameter of the live channel: 32 random bytes in hex.
  live_key text NOT NULL UNIQUE CHECK (live_key ~ '^[0-9a-f]{64}$'),
  email text,
  locale text NOT NULL CHECK (locale IN ('ru', 'en', 'kz')),
  page text,
  topic text NOT NULL CHECK (topic IN ('sign_in', 'money', 'result', 'documents', 'other')),
  state text NOT NULL CHECK (state IN ('waiting', 'open', 'resolved', 'closed')),
  assignee_id uuid,
  assignee_name text,
  opened_at timestamptz NOT NULL,
  -- Since when the visitor has been waiting for an answer.
  waiting_since timestamptz,
  first_answer_at timestamptz,
  resolved_at timestamptz,
  last_at timestamptz NOT NULL,
  last_number integer NOT NULL CHECK (last_number >= 0),
  read_by_visitor integer NOT NULL DEFAULT 0,
  read_by_operator integer NOT NULL DEFAULT 0,
  -- The last answer that was mailed because the visitor had not read it.
  mailed_number integer NOT NULL DEFAULT 0,
  visitor_typed_at timestamptz,
  rating text CHECK (rating IN ('yes', 'partly', 'no')),
  rating_comment text,
  -- The address a guest wrote from (IPv4, or the /64 of IPv6): counts their messages of a day, then it is deleted.
  subscriber text,
  CHECK ((assignee_id IS NULL) = (assignee_name IS NULL)),
  CHECK (state <> 'open' OR assignee_id IS NOT NULL),
  CHECK (state NOT IN ('resolved', 'closed') OR waiting_since IS NULL)
);
CREATE UNIQUE INDEX conversations_player_open ON support.conversations (player_id) WHERE player_id IS NOT NULL AND state <> 'closed';
CREATE UNIQUE INDEX conversations_guest_open ON support.conversations (guest_hash) WHERE guest_hash IS NOT NULL AND state <> 'closed';
CREATE INDEX conversations_queue ON support.conversations (waiting_since, id) WHERE state = 'waiting';
CREATE INDEX conversations_assignee ON support.conversations (assignee_id) WHERE state = 'open';
CREATE INDEX conversations_ended ON support.conversations (last_at DESC, id DESC) WHERE state IN ('resolved', 'closed');
CREATE INDEX conversations_resolved ON support.conversations (resolved_at) WHERE state = 'resolved';
CREATE INDEX conversations_player ON support.conversations (player_id, opened_at) WHERE player_id IS NOT NULL;
CREATE INDEX conversations_guest ON support.conversations (guest_hash, opened_at) WHERE guest_hash IS NOT NULL;
CREATE INDEX conversations_subscriber ON support.conversations (subscriber) WHERE subscriber IS NOT NULL;
CREATE INDEX conversations_answered ON support.conversations (first_answer_at DESC) WHERE first_answer_at IS NOT NULL;
CREATE INDEX conversations_to_mail ON support.conversations (last_at) WHERE email IS NOT NULL AND mailed_number < last_number;

CREATE TABLE support.chat_messages (
  conversation_id uuid NOT NULL REFERENCES support.conversations ON DELETE CASCADE,
  number integer NOT NULL CHECK (number > 0),
  author text NOT NULL CHECK (author IN ('visitor', 'operator', 'system')),
  kind text NOT NULL CHECK (kind IN ('said', 'joined', 'resolved', 'reopened')),
  operator_id uuid,
  operator_name text,
  text text NOT NULL,
  key uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (conversation_id, number),
  UNIQUE (conversation_id, key),
  CHECK ((kind = 'said') = (text <> ''))
);

-- Of operators, for operators: a table of its own, which no visitor's call reads.
CREATE TABLE support.notes (
  id uuid PRIMARY KEY,
  conversation_id uuid NOT NULL REFERENCES support.conversations ON DELETE CASCADE,
  operator_id uuid NOT NULL,
  operator_name text NOT NULL,
  text text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX notes_conversation ON support.notes (conversation_id, at);

-- Operators who answer; `seen_at`: when their support page was last open.
CREATE TABLE support.agents (
  operator_id uuid PRIMARY KEY,
  name text NOT NULL,
  on_shift boolean NOT NULL,
  seen_at timestamptz NOT NULL
);

CREATE TABLE support.canned (
  id uuid PRIMARY KEY,
  shortcut text NOT NULL,
  locale text NOT NULL CHECK (locale IN ('ru', 'en', 'kz')),
  title text NOT NULL,
  text text NOT NULL,
  UNIQUE (shortcut, locale)
);

-- A player's messages become one conversation; a guest's by address and language. An old answer was mailed where there was an address.
CREATE TEMPORARY TABLE moving ON COMMIT DROP AS
  SELECT m.*, first_value(m.id) OVER (
    PARTITION BY m.player_id, CASE WHEN m.player_id IS NULL THEN m.email || ' ' || m.locale END ORDER BY m.written_at, m.id
  ) AS conversation_id
  FROM support.messages m;

INSERT INTO support.conversations (id, player_id, live_key, email, locale, page, topic, state, opened_at, waiting_since, first_answer_at, resolved_at, last_at, last_number, subscriber)
SELECT conversation_id, (array_agg(player_id))[1],
  replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  (array_agg(email ORDER BY written_at DESC) FILTER (WHERE email IS NOT NULL))[1],
  (array_agg(locale ORDER BY written_at DESC))[1], (array_agg(page ORDER BY written_at DESC))[1], 'other',
  CASE WHEN bool_or(answer IS NULL) THEN 'waiting' ELSE 'closed' END,
  min(written_at), min(written_at) FILTER (WHERE answer IS NULL), min(answered_at),
  CASE WHEN bool_or(answer IS NULL) THEN NULL ELSE max(answered_at) END,
  greatest(max(written_at), max(answered_at)), 0, (array_agg(subscriber ORDER BY written_at DESC))[1]
FROM moving GROUP BY conversation_id;

INSERT INTO support.chat_messages (conversation_id, number, author, kind, text, key, at)
SELECT conversation_id, row_number() OVER (PARTITION BY conversation_id ORDER BY at, id, author DESC), author, 'said', text,
  CASE author WHEN 'visitor' THEN id ELSE gen_random_uuid() END, at
FROM (
  SELECT conversation_id, id, 'visitor' AS author, text, written_at AS at FROM moving
  UNION ALL
  SELECT conversation_id, id, 'operator', answer, answered_at FROM moving WHERE answer IS NOT NULL
) AS said;

UPDATE support.conversations c SET last_number = n.last, mailed_number = n.last, read_by_visitor = n.last
FROM (SELECT conversation_id, max(number) AS last FROM support.chat_messages GROUP BY conversation_id) AS n
WHERE n.conversation_id = c.id;

DO $$
BEGIN
  IF (SELECT count(*) FROM support.chat_messages) <> (SELECT count(*) + count(answer) FROM support.messages) THEN
    RAISE EXCEPTION 'a message to support was not moved';
  END IF;
END $$;
DROP TABLE support.messages;
