import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "limits",
  folder: "limits",
  tier: 3,
  needs: ["accounts", "conditions", "ledger", "rates"],
});
