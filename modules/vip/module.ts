import { manifest } from "#kit/contract/manifest.ts";

/** The club: requests to join, levels, what they give. */
export default manifest({ name: "vip", folder: "vip", tier: 8, needs: ["accounts", "rates", "desk"] });
