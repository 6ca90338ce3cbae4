import { manifest } from "#kit/contract/manifest.ts";
import { roulette } from "./game.ts";

export default manifest({
  name: "roulette",
  folder: "games/roulette",
  tier: 8,
  needs: ["fairness", "wallet", "bets", "instant", "shared-rounds", "wagering"],
  service: roulette.service,
});
