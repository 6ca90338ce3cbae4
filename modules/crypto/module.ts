import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "crypto",
  folder: "crypto",
  tier: 6,
  needs: ["ledger", "rates", "accounts", "limits", "wallet", "payments"],
});
