-- phase: expand
ALTER TABLE missions.missions VALIDATE CONSTRAINT missions_started, VALIDATE CONSTRAINT missions_targeted;
