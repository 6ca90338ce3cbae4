import { manifest } from "#kit/contract/manifest.ts";

/** Money put right by hand, by two people. */
export default manifest({
  name: "corrections",
  folder: "corrections",
  tier: 5,
  needs: ["ledger", "operators", "wallet"],
  office: ["accounts", "audit"],
});
