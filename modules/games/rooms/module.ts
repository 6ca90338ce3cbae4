import { manifest } from "#kit/contract/manifest.ts";
import { rooms } from "./game.ts";

export default manifest({
  name: "rooms",
  folder: "games/rooms",
  tier: 8,
  needs: ["fairness", "wallet", "bets", "shared-rounds", "multiplayer"],
  service: rooms.service,
});
