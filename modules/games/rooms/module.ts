import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "rooms",
  folder: "games/rooms",
  tier: 6,
  needs: ["fairness", "wallet", "desk"],
});
