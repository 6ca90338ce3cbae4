-- phase: expand
-- Steps of welcome packs that give free rounds: when the rounds that were left at the end of their time were taken back, and until when a break
-- has stopped the time of a step.
ALTER TABLE bonuses.bonuses ADD COLUMN rounds_ended_at timestamptz, ADD COLUMN paused_until timestamptz;
