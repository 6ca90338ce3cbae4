import { manifest } from "#kit/contract/manifest.ts";

/** Home, the list of games and the biggest wins: the pages that show all games at once. */
export default manifest({
  name: "lobby",
  folder: "lobby",
  tier: 11,
  needs: [
    "accounts",
    "rates",
    "factors",
    "limits",
    "social",
    "support",
    "privacy",
    "verification",
    "wallet",
    "profiles",
    "crypto",
    "payments",
    "statements",
    "notifications",
    "fairness",
    "bets",
    "bonuses",
    "crash",
    "dice",
    "catalogue",
    "content",
    "odds",
    "tournaments",
  ],
});
