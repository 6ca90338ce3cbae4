-- phase: expand
-- Who sees a saved view: its operator, those of their role when it was saved (`role`), or all operators. Only its operator changes it.
ALTER TABLE operators.views
  ADD COLUMN shared text NOT NULL DEFAULT 'own' CHECK (shared IN ('own', 'role', 'all')),
  ADD COLUMN role text;
