import { manifest } from "#kit/contract/manifest.ts";

/** Public profiles: chosen names and avatars, their moderation, and the public page of a player. */
export default manifest({
  name: "profiles",
  folder: "profiles",
  tier: 5,
  needs: ["accounts", "ledger", "rates", "wallet"],
  office: ["audit", "operators"],
});
