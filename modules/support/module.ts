import { manifest } from "#kit/contract/manifest.ts";

/** Messages of visitors to support, and the answers. */
export default manifest({
  name: "support",
  folder: "support",
  tier: 3,
  needs: ["accounts", "captcha", "messages"],
  office: ["audit", "operators"],
});
