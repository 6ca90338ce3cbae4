import { manifest } from "#kit/contract/manifest.ts";

/** Chat rooms of players, one for each language. */
export default manifest({
  name: "community-chat",
  folder: "community-chat",
  tier: 10,
  needs: [
    "accounts",
    "approvals",
    "audit",
    "bets",
    "conditions",
    "flags",
    "ledger",
    "limits",
    "rates",
    "support",
    "verification",
    "wallet",
  ],
  office: ["audit", "operators"],
});
