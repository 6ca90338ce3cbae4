import { manifest } from "#kit/contract/manifest.ts";

/** The VIP club: requests to join, levels, benefits. */
export default manifest({
  name: "vip",
  folder: "vip",
  tier: 10,
  needs: ["accounts", "rates", "bets"],
  office: ["audit", "operators"],
});
