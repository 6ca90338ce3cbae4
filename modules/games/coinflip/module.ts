import { manifest } from "#kit/contract/manifest.ts";
import { coinflip } from "./game.ts";

export default manifest({
  name: "coinflip",
  folder: "games/coinflip",
  tier: 8,
  needs: ["fairness", "wallet", "bets", "instant", "stepwise"],
  service: coinflip.service,
});
