import { manifest } from "#kit/contract/manifest.ts";

/** Manual corrections, by two operators. */
export default manifest({
  name: "corrections",
  folder: "corrections",
  tier: 5,
  needs: ["accounts", "ledger", "operators", "wallet"],
  office: ["audit"],
});
