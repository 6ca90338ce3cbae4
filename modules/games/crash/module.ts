import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "crash",
  folder: "games/crash",
  tier: 6,
  needs: ["fairness", "wallet", "desk"],
  service: "crash",
});
