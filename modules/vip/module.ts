import { manifest } from "#kit/contract/manifest.ts";

/** The VIP club: levels, rakeback, cashback, requests. */
export default manifest({
  name: "vip",
  folder: "vip",
  tier: 10,
  needs: [
    "accounts",
    "approvals",
    "audit",
    "bets",
    "conditions",
    "ledger",
    "limits",
    "payments",
    "projections",
    "rates",
    "support",
    "wallet",
  ],
  office: ["audit", "operators"],
});
