import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "desk",
  folder: "desk",
  tier: 5,
  needs: ["accounts", "fairness", "limits", "rates", "wallet"],
});
