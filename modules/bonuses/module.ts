import { manifest } from "#kit/contract/manifest.ts";

/** Players' bonuses. Above the games, because their bets wager them. */
export default manifest({
  name: "bonuses",
  folder: "bonuses",
  tier: 9,
  needs: [
    "accounts",
    "approvals",
    "attribution",
    "audit",
    "bets",
    "betting",
    "conditions",
    "content",
    "free-spins",
    "ledger",
    "limits",
    "missions",
    "operators",
    "payments",
    "providers",
    "wagering",
    "wallet",
    "wheel",
  ],
});
