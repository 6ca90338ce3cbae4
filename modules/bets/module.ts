import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "bets",
  folder: "bets",
  storedAs: "desk",
  tier: 5,
  needs: ["ledger", "accounts", "fairness", "flags", "limits", "rates", "wallet"],
  office: ["exports", "geo", "operators"],
});
