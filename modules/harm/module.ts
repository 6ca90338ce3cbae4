import { manifest } from "#kit/contract/manifest.ts";

/** Signs that play harms a player: a score that the player sees, and cases for operators. Never an input of fraud risk. */
export default manifest({
  name: "harm",
  folder: "harm",
  tier: 10,
  needs: [
    "accounts",
    "audit",
    "ledger",
    "limits",
    "notifications",
    "payments",
    "projections",
    "rates",
    "support",
    "wallet",
  ],
  office: ["accounts", "audit", "operators"],
});
