-- The session that a sign-on carries on: what comes of it belongs with that one, and nothing comes of it once that has ended.
ALTER TABLE mirrors.sign_ons ADD COLUMN session_id uuid;
