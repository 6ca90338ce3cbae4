import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "miner",
  folder: "games/miner",
  tier: 6,
  needs: ["fairness", "wallet", "desk"],
  service: "miner",
});
