import { manifest } from "#kit/contract/manifest.ts";

/** The free daily wheel. */
export default manifest({
  name: "wheel",
  folder: "wheel",
  tier: 8,
  needs: [
    "accounts",
    "audit",
    "operators",
    "approvals",
    "ledger",
    "fairness",
    "limits",
    "verification",
    "wallet",
    "bets",
  ],
});
