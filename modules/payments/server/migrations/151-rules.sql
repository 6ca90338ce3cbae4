-- What operators have set instead of the limits a method comes with, and instead of how much the house pays out by itself.
CREATE TABLE payments.method_limits (
  hash text NOT NULL,
  currency text NOT NULL CHECK (length(currency) = 3),
  least bigint NOT NULL CHECK (least > 0),
  usual bigint NOT NULL CHECK (usual >= least),
  most bigint NOT NULL CHECK (most >= usual),
  PRIMARY KEY (hash, currency)
);
CREATE TABLE payments.approval_rules (
  currency text PRIMARY KEY CHECK (length(currency) = 3),
  automatic bigint NOT NULL CHECK (automatic >= 0),
  automatic_day bigint NOT NULL CHECK (automatic_day >= automatic),
  one_person bigint NOT NULL CHECK (one_person >= automatic)
);
