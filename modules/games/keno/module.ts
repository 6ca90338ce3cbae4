import { manifest } from "#kit/contract/manifest.ts";
import { keno } from "./game.ts";

export default manifest({
  name: "keno",
  folder: "games/keno",
  tier: 8,
  needs: ["fairness", "wallet", "bets", "instant"],
  service: keno.service,
});
