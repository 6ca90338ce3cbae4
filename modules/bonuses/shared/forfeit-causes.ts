/** Why two operators forfeit a bonus; its player reads it. */
export const forfeitCauses = ["linked_accounts", "terms", "mistake"] as const;
export type ForfeitCause = (typeof forfeitCauses)[number];
