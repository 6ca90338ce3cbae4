import { manifest } from "#kit/contract/manifest.ts";

/** The sportsbook: slips, their arithmetic, settlement and cash-out. */
export default manifest({
  name: "betting",
  folder: "betting",
  tier: 8,
  needs: [
    "ledger",
    "limits",
    "debts",
    "wagering",
    "accounts",
    "fairness",
    "odds",
    "audit",
    "operators",
    "approvals",
    "wallet",
    "payments",
    "bets",
    "statements",
  ],
  office: ["operations"],
});
