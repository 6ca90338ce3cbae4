import { manifest } from "#kit/contract/manifest.ts";

/** The ordered offers for new players. */
export default manifest({
  name: "welcome-pack",
  folder: "welcome-pack",
  tier: 10,
  needs: ["accounts", "approvals", "audit", "bonuses", "free-spins", "limits", "operators", "payments"],
});
