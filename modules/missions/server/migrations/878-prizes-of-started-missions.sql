-- phase: expand
-- The version before knows no targeted missions: it shows them to everybody and would pay their prizes to everybody who reached the goal.
CREATE FUNCTION missions.refuse_unstarted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM missions.missions m WHERE m.id = NEW.mission_id AND m.targeted)
    AND NOT EXISTS (SELECT FROM missions.starts s WHERE s.mission_id = NEW.mission_id AND s.player_id = NEW.player_id) THEN
    RAISE EXCEPTION 'no prize of a targeted mission for a player for whom it was not started' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER is_started BEFORE INSERT ON missions.prizes FOR EACH ROW EXECUTE FUNCTION missions.refuse_unstarted();
