import { manifest } from "#kit/contract/manifest.ts";
import { dice } from "./game.ts";

export default manifest({
  name: "dice",
  folder: "games/dice",
  tier: 8,
  needs: ["fairness", "wallet", "bets", "instant"],
  service: dice.service,
});
