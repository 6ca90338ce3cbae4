import { manifest } from "#kit/contract/manifest.ts";

/** Money that a player sets aside from play, optionally locked. */
export default manifest({
  name: "vault",
  folder: "vault",
  tier: 5,
  needs: ["ledger", "limits", "accounts", "wallet"],
});
