import { manifest } from "#kit/contract/manifest.ts";

/** The player's own pages, which show parts of many modules. */
export default manifest({
  name: "profile",
  folder: "profile",
  tier: 10,
  needs: [
    "accounts",
    "factors",
    "fairness",
    "privacy",
    "verification",
    "social",
    "wallet",
    "free-spins",
    "bets",
    "payments",
    "statements",
    "crypto",
    "notifications",
    "bonuses",
    "profiles",
  ],
});
