import { manifest } from "#kit/contract/manifest.ts";

/** Who won and staked most: by day, week and month. */
export default manifest({
  name: "top-players",
  folder: "top-players",
  tier: 10,
  needs: ["accounts", "bets", "projections", "wallet"],
});
