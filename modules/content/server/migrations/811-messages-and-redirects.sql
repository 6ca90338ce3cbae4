-- phase: expand
-- Texts of messages and the list of redirects are documents too. Their version 1 is written at the next start: the texts of the release.
ALTER TABLE content.documents DROP CONSTRAINT documents_kind_check,
  ADD CONSTRAINT documents_kind_check CHECK (kind IN ('policy', 'faq', 'promo', 'banner', 'template', 'redirects')) NOT VALID;
