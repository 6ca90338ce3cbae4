import { manifest } from "#kit/contract/manifest.ts";
import { miner } from "./game.ts";

export default manifest({
  name: "miner",
  folder: "games/miner",
  tier: 8,
  needs: ["fairness", "wallet", "bets", "stepwise"],
  service: miner.service,
});
