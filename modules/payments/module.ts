import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "payments",
  folder: "payments",
  tier: 5,
  needs: [
    "ledger",
    "debts",
    "rates",
    "audit",
    "approvals",
    "accounts",
    "limits",
    "factors",
    "verification",
    "wallet",
    "conditions",
  ],
  office: ["crypto", "exports", "harm", "operators", "projections", "risk"],
});
