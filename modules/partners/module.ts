import { manifest } from "#kit/contract/manifest.ts";

/** Affiliates: links, what their players bring, monthly statements, payouts. */
export default manifest({
  name: "partners",
  folder: "partners",
  tier: 10,
  needs: [
    "accounts",
    "approvals",
    "attribution",
    "audit",
    "factors",
    "ledger",
    "limits",
    "notifications",
    "payments",
    "projections",
    "rates",
    "verification",
    "wallet",
  ],
  office: ["audit", "operators"],
});
