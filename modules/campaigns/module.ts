import { manifest } from "#kit/contract/manifest.ts";

/** Segments of players, and campaigns that give bonuses, free spins, missions and messages to them. */
export default manifest({
  name: "campaigns",
  folder: "campaigns",
  tier: 11,
  needs: [
    "accounts",
    "approvals",
    "audit",
    "betting",
    "bonuses",
    "conditions",
    "free-spins",
    "limits",
    "missions",
    "notifications",
    "operators",
    "payments",
    "projections",
    "rates",
    "vip",
    "wallet",
  ],
});
