import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "plinko",
  folder: "games/plinko",
  tier: 6,
  needs: ["fairness", "wallet", "desk"],
});
