import { manifest } from "#kit/contract/manifest.ts";

/** The frame of the site and the pages that show the whole house; that is why it stands above the games. */
export default manifest({
  name: "content",
  folder: "content",
  tier: 8,
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
    "desk",
    "bonuses",
    "crash",
    "dice",
  ],
});
