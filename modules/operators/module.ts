import { manifest } from "#kit/contract/manifest.ts";

/** The people of the house: their accounts, how they sign in to the back office, and what each role may do. */
export default manifest({
  name: "operators",
  folder: "operators",
  tier: 2,
  needs: ["audit", "messages"],
  office: ["crypto"],
});
