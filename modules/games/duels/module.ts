import { manifest } from "#kit/contract/manifest.ts";
import { duels } from "./game.ts";

export default manifest({
  name: "duels",
  folder: "games/duels",
  tier: 8,
  needs: ["fairness", "wallet", "bets", "multiplayer"],
  service: duels.service,
});
