import { manifest } from "#kit/contract/manifest.ts";

/** What players limit themselves to, breaks, and holds on offers. */
export default manifest({
  name: "limits",
  folder: "limits",
  tier: 3,
  needs: ["accounts", "conditions", "ledger", "rates"],
  office: ["approvals", "audit", "operators"],
});
