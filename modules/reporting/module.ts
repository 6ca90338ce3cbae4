import { manifest } from "#kit/contract/manifest.ts";

/** Reports of days and months: read on demand, and made and delivered on a schedule. */
export default manifest({
  name: "reporting",
  folder: "reporting",
  tier: 6,
  needs: ["accounts", "approvals", "audit", "exports", "ledger", "limits", "messages", "operators", "projections"],
  office: ["audit", "bets", "exports", "operations", "operators", "payments", "risk", "support", "verification"],
});
