/** What an operator can ask about a withdrawal; the texts are in each language of the site. */
export const payoutTopics = ["instrument", "income", "bets", "documents"] as const;
export type PayoutTopic = (typeof payoutTopics)[number];

/** Characters of an answer. */
export const longestPayoutAnswer = 1_000;
/** Without an answer the withdrawal can be decided again after this time: milliseconds. */
export const questionOpenMs = 7 * 86_400_000;
