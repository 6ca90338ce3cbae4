import { manifest } from "#kit/contract/manifest.ts";

/** The dashboard of the back office, and the books and the disk watched while the server runs. */
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
    "payments",
    "corrections",
    "crypto",
    "vip",
    "profiles",
    "wheel",
    "providers",
  ],
});
