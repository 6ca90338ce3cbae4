import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "coinflip",
  folder: "games/coinflip",
  tier: 6,
  needs: ["fairness", "wallet", "desk"],
  service: "coinflip",
});
