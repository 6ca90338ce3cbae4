import { manifest } from "#kit/contract/manifest.ts";

/** Missions with small prizes, and achievements with a badge. */
export default manifest({
  name: "missions",
  folder: "missions",
  tier: 8,
  needs: [
    "accounts",
    "approvals",
    "audit",
    "fairness",
    "ledger",
    "limits",
    "operators",
    "projections",
    "verification",
    "wallet",
  ],
});
