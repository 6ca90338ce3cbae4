import { manifest } from "#kit/contract/manifest.ts";

/** Free rounds on a slot, given by a campaign. */
export default manifest({
  name: "free-spins",
  folder: "free-spins",
  tier: 7,
  needs: ["accounts", "audit", "operators", "approvals", "ledger", "limits", "wallet", "providers"],
});
