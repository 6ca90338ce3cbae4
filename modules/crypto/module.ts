import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "crypto",
  folder: "crypto",
  tier: 8,
  needs: ["ledger", "rates", "accounts", "limits", "wallet", "payments"],
  office: ["audit", "operators"],
});
