import { manifest } from "#kit/contract/manifest.ts";

/** Money that a player puts aside from play, if he wishes under a lock. */
export default manifest({
  name: "vault",
  folder: "vault",
  tier: 5,
  needs: ["ledger", "limits", "accounts", "wallet"],
});
