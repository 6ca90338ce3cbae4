import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "cases",
  folder: "games/cases",
  tier: 6,
  needs: ["fairness", "wallet", "desk"],
  service: "cases",
});
