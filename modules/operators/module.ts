import { manifest } from "#kit/contract/manifest.ts";

/** Operators: their accounts, how they sign in to the back office, and the permissions of each role. */
export default manifest({
  name: "operators",
  folder: "operators",
  tier: 2,
  needs: ["audit", "messages"],
  office: ["crypto"],
});
