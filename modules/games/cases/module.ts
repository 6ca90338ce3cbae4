import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "cases",
  folder: "games/cases",
  tier: 8,
  needs: ["fairness", "wallet", "bets", "instant"],
  service: "cases",
});
