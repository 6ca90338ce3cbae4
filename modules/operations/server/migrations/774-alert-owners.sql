-- phase: expand
-- Who works on an alert of the dashboard. The row goes with the cause of the alert, so an alert that comes back has no owner.
CREATE TABLE office.alert_owners (
  -- As the dashboard names it: its kind and what it is about.
  alert text PRIMARY KEY CHECK (length(alert) BETWEEN 1 AND 300),
  operator_id uuid NOT NULL,
  operator_name text NOT NULL,
  since timestamptz NOT NULL
);
