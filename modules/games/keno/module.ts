import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "keno",
  folder: "games/keno",
  tier: 8,
  needs: ["fairness", "wallet", "bets", "instant"],
  service: "keno",
});
