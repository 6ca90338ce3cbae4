import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "dice",
  folder: "games/dice",
  tier: 6,
  needs: ["fairness", "wallet", "desk"],
  service: "dice",
});
