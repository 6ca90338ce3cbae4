import { manifest } from "#kit/contract/manifest.ts";
import { battles } from "./game.ts";

/** Tier 9, though it is a game: it opens the cases of tier 8. */
export default manifest({
  name: "battles",
  folder: "games/battles",
  tier: 9,
  needs: ["fairness", "wallet", "bets", "cases", "multiplayer"],
  service: battles.service,
});
