import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "wallet",
  folder: "wallet",
  tier: 4,
  needs: ["ledger", "debts", "limits", "wagering", "fairness", "rates", "accounts"],
});
