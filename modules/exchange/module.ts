import { manifest } from "#kit/contract/manifest.ts";

/** One of a player's currencies for another, at a rate from outside. */
export default manifest({
  name: "exchange",
  folder: "exchange",
  tier: 5,
  needs: ["ledger", "rates", "limits", "accounts", "wallet"],
});
