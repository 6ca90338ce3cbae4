import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "instant",
  folder: "engines/instant",
  tier: 6,
  needs: ["bets", "fairness", "wallet", "wagering"],
});
