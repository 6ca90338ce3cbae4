/** What a campaign gives to each player. */
export const giftKinds = ["bonus", "free_spins", "free_bet", "mission", "message"] as const;
export type GiftKind = (typeof giftKinds)[number];

/** Days for which a free bet that a campaign gives can be staked. */
export const mostFreeBetDays = 90;
