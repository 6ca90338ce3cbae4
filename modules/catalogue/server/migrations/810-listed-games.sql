-- phase: expand
-- Counts the transactions that changed a game or a provider: a process that holds the list reads it again when this has grown.
CREATE TABLE catalogue.version (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  number bigint NOT NULL,
  changed_by xid8
);
INSERT INTO catalogue.version (number) VALUES (1);

CREATE FUNCTION catalogue.count_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    UPDATE catalogue.version SET number = number + 1, changed_by = pg_current_xact_id()
    WHERE changed_by IS DISTINCT FROM pg_current_xact_id();
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER games_added AFTER INSERT ON catalogue.games
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue.count_change();
CREATE TRIGGER games_changed AFTER UPDATE ON catalogue.games
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue.count_change();
CREATE TRIGGER games_removed AFTER DELETE ON catalogue.games
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue.count_change();
CREATE TRIGGER providers_changed AFTER UPDATE ON catalogue.providers
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue.count_change();
