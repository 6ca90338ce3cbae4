import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "plinko",
  folder: "games/plinko",
  tier: 8,
  needs: ["fairness", "wallet", "bets", "instant"],
});
