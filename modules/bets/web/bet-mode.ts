/** How the next bets are placed. */
export type BetMode = "manual" | "auto";
