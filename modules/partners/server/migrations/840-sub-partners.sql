-- phase: expand
-- Who invited a partner: named by the application, never replaced. `sub_excluded` says why the invitation counts for nothing.
ALTER TABLE partners.partners
  ADD COLUMN invited_by uuid,
  ADD COLUMN sub_excluded text,
  ADD COLUMN sub_excluded_at timestamptz,
  ADD CONSTRAINT partners_invited_by FOREIGN KEY (invited_by) REFERENCES partners.partners (id) NOT VALID,
  ADD CONSTRAINT invited_by_another CHECK (invited_by <> id) NOT VALID,
  ADD CONSTRAINT sub_excluded_known CHECK (sub_excluded IN ('device', 'instrument')) NOT VALID,
  ADD CONSTRAINT sub_excluded_whole CHECK ((sub_excluded IS NULL) = (sub_excluded_at IS NULL)) NOT VALID;
