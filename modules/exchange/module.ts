import { manifest } from "#kit/contract/manifest.ts";

/** Exchange between a player's currencies at a rate from outside. */
export default manifest({
  name: "exchange",
  folder: "exchange",
  tier: 5,
  needs: ["ledger", "rates", "limits", "accounts", "wallet"],
});
