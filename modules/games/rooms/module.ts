import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "rooms",
  folder: "games/rooms",
  tier: 8,
  needs: ["fairness", "wallet", "bets", "shared-rounds", "multiplayer"],
});
