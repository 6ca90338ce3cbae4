import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "limbo",
  folder: "games/limbo",
  tier: 6,
  needs: ["fairness", "wallet", "desk"],
});
