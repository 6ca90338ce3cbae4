import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "roulette",
  folder: "games/roulette",
  tier: 6,
  needs: ["fairness", "wallet", "desk"],
});
