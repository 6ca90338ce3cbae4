import { manifest } from "#kit/contract/manifest.ts";
import { hilo } from "./game.ts";

export default manifest({
  name: "hilo",
  folder: "games/hilo",
  tier: 8,
  needs: ["fairness", "wallet", "bets", "stepwise"],
  service: hilo.service,
});
