/**
 * What operators mark a player with, for their own work: shown to operators only, and no rule acts on one. Names are stored: append to the
 * list, and never give a name another meaning.
 */
export const playerTags = [
  "follow_up",
  "complaint",
  "vulnerable",
  "high_value",
  "source_of_funds",
  "chargeback",
  "bonus_abuse",
  "duplicate_suspected",
  "public_figure",
  "staff_related",
] as const;

export type PlayerTag = (typeof playerTags)[number];

/** Tags that reveal an investigation: not in a player's own copy of their data. */
export const investigationTags: readonly PlayerTag[] = ["source_of_funds", "bonus_abuse", "duplicate_suspected"];
