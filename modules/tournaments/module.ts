import { manifest } from "#kit/contract/manifest.ts";

/** Contests over the bets of games. */
export default manifest({
  name: "tournaments",
  folder: "tournaments",
  tier: 10,
  needs: [
    "accounts",
    "approvals",
    "audit",
    "bonuses",
    "content",
    "ledger",
    "notifications",
    "limits",
    "operators",
    "projections",
    "rates",
    "wagering",
    "wallet",
  ],
  office: ["audit", "operators"],
});
