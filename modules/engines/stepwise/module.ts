import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "stepwise",
  folder: "engines/stepwise",
  tier: 6,
  needs: ["bets", "fairness", "limits", "wagering", "wallet"],
});
