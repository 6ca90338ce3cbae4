import { manifest } from "#kit/contract/manifest.ts";
import { cases } from "./game.ts";

export default manifest({
  name: "cases",
  folder: "games/cases",
  tier: 8,
  needs: ["fairness", "wallet", "bets", "instant"],
  service: cases.service,
});
