import { manifest } from "#kit/contract/manifest.ts";

/** Signals of fraud, linked accounts, and cases for operators. Never an input of player protection, never closes an account or refuses a payout. */
export default manifest({
  name: "risk",
  folder: "risk",
  tier: 10,
  needs: [
    "accounts",
    "approvals",
    "attribution",
    "audit",
    "bonuses",
    "conditions",
    "limits",
    "notifications",
    "payments",
    "rates",
  ],
  office: ["accounts", "approvals", "audit", "bonuses", "conditions", "operators"],
});
