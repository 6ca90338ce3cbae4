import { manifest } from "#kit/contract/manifest.ts";

/** Slots and live tables of providers. */
export default manifest({
  name: "catalogue",
  folder: "catalogue",
  tier: 8,
  needs: ["accounts", "geo", "limits", "mirrors", "wallet", "providers", "free-spins"],
  office: ["approvals", "audit", "bets", "operators"],
});
