import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "shared-rounds",
  folder: "engines/shared-rounds",
  tier: 6,
  needs: ["bets", "fairness", "wallet", "wagering"],
});
