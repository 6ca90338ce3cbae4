import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "keno",
  folder: "games/keno",
  tier: 6,
  needs: ["fairness", "wallet", "desk"],
  service: "keno",
});
