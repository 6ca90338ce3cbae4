import { manifest } from "#kit/contract/manifest.ts";

/** What is given to players. It stands above the games, because their bets wager it. */
export default manifest({ name: "bonuses", folder: "bonuses", tier: 9, needs: ["accounts", "payments", "wheel"] });
