import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "duels",
  folder: "games/duels",
  tier: 6,
  needs: ["fairness", "wallet", "desk"],
  service: "coinflip",
});
