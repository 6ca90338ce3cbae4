import { manifest } from "#kit/contract/manifest.ts";

/** Pots that grow by a share of the edge of our own games. */
export default manifest({
  name: "jackpots",
  folder: "jackpots",
  tier: 10,
  needs: [
    "accounts",
    "approvals",
    "audit",
    "bets",
    "bonuses",
    "fairness",
    "ledger",
    "limits",
    "operators",
    "projections",
    "wallet",
  ],
  office: ["audit", "games", "operators"],
});
