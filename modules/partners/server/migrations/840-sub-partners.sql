-- phase: expand
-- Who invited a partner: named by the application, never replaced. `sub_excluded` says why the invitation counts for nothing.
ALTER TABLE partners.partners
  ADD COLUMN invited_by uuid REFERENCES partners.partners (id),
  ADD COLUMN sub_excluded text CHECK (sub_excluded IN ('device', 'instrument')),
  ADD COLUMN sub_excluded_at timestamptz,
  ADD CONSTRAINT sub_excluded_whole CHECK ((sub_excluded IS NULL) = (sub_excluded_at IS NULL)),
  ADD CONSTRAINT invited_by_another CHECK (invited_by <> id);
CREATE INDEX partners_invited ON partners.partners (invited_by) WHERE invited_by IS NOT NULL;
