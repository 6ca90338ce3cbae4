import { manifest } from "#kit/contract/manifest.ts";

/** The club: requests to join, levels, what they give. */
export default manifest({
  name: "vip",
  folder: "vip",
  tier: 10,
  needs: ["accounts", "rates", "bets"],
  office: ["audit", "operators"],
});
