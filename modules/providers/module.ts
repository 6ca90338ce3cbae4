import { manifest } from "#kit/contract/manifest.ts";

/** Game providers, whose games take stakes from the wallet over the seamless-wallet protocol `fwp-1`. */
export default manifest({
  name: "providers",
  folder: "providers",
  tier: 6,
  needs: [
    "ledger",
    "audit",
    "geo",
    "operators",
    "accounts",
    "approvals",
    "fairness",
    "limits",
    "wagering",
    "wallet",
    "payments",
    "bets",
  ],
});
