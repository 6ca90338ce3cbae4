import { manifest } from "#kit/contract/manifest.ts";

/** Tier 7, though it is a game: it opens the cases of tier 6. */
export default manifest({
  name: "battles",
  folder: "games/battles",
  tier: 7,
  needs: ["fairness", "wallet", "desk", "cases"],
  service: "cases",
});
