import { manifest } from "#kit/contract/manifest.ts";

/** Words of visitors to the house, and its answers. */
export default manifest({
  name: "support",
  folder: "support",
  tier: 3,
  needs: ["accounts", "captcha", "messages"],
  office: ["audit", "operators"],
});
