import { manifest } from "#kit/contract/manifest.ts";
import { crash } from "./game.ts";

export default manifest({
  name: "crash",
  folder: "games/crash",
  tier: 8,
  needs: ["fairness", "wallet", "bets", "shared-rounds"],
  service: crash.service,
});
