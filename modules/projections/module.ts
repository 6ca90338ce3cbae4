import { manifest } from "#kit/contract/manifest.ts";

/** What players played and what moved between accounts, summed from the ledger: never on the path of a bet. */
export default manifest({
  name: "projections",
  folder: "projections",
  tier: 5,
  needs: ["conditions", "ledger", "rates", "wallet"],
});
