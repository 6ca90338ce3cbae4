import { manifest } from "#kit/contract/manifest.ts";

/** Players' bonuses. Above the games, because their bets wager them. */
export default manifest({
  name: "bonuses",
  folder: "bonuses",
  tier: 9,
  needs: [
    "accounts",
    "approvals",
    "audit",
    "bets",
    "cases",
    "coinflip",
    "crash",
    "dice",
    "hilo",
    "keno",
    "ledger",
    "limbo",
    "limits",
    "miner",
    "operators",
    "payments",
    "plinko",
    "roulette",
    "wagering",
    "wallet",
    "wheel",
  ],
});
