-- phase: expand
-- Texts of the site that operators change are one document: its version 1 changes none.
ALTER TABLE content.documents DROP CONSTRAINT documents_kind_check,
  ADD CONSTRAINT documents_kind_check CHECK (kind IN ('policy', 'faq', 'promo', 'banner', 'template', 'redirects', 'texts')) NOT VALID;
