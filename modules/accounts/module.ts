import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "accounts",
  folder: "accounts",
  tier: 2,
  needs: ["captcha", "conditions", "geo", "messages"],
  office: [
    "approvals",
    "audit",
    "bonuses",
    "corrections",
    "exports",
    "limits",
    "notifications",
    "operators",
    "payments",
    "privacy",
    "risk",
    "statements",
    "verification",
    "wallet",
  ],
});
