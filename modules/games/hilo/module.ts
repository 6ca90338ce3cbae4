import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "hilo",
  folder: "games/hilo",
  tier: 6,
  needs: ["fairness", "wallet", "desk"],
});
