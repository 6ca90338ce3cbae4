import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "multiplayer",
  folder: "engines/multiplayer",
  tier: 7,
  needs: ["bets", "shared-rounds", "fairness", "limits", "wallet"],
});
