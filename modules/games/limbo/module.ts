import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "limbo",
  folder: "games/limbo",
  tier: 8,
  needs: ["fairness", "wallet", "bets", "instant"],
});
