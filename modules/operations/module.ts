import { manifest } from "#kit/contract/manifest.ts";

/** The dashboard of the back office, and monitoring of the ledger and the disk. */
export default manifest({
  name: "operations",
  folder: "operations",
  storedAs: "office",
  tier: 11,
  needs: [
    "audit",
    "operators",
    "approvals",
    "ledger",
    "rates",
    "accounts",
    "limits",
    "verification",
    "support",
    "wallet",
    "statements",
    "projections",
    "bets",
    "betting",
    "payments",
    "catalogue",
    "corrections",
    "crypto",
    "vip",
    "profiles",
    "wheel",
    "providers",
    "free-spins",
  ],
});
