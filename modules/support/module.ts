import { manifest } from "#kit/contract/manifest.ts";

/** Conversations of visitors with support. */
export default manifest({
  name: "support",
  folder: "support",
  tier: 3,
  needs: ["accounts", "captcha", "flags", "messages"],
  office: ["audit", "operators", "payments"],
});
