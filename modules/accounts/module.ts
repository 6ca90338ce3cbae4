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
    "harm",
    "limits",
    "notifications",
    "operators",
    "payments",
    "privacy",
    "projections",
    "rates",
    "risk",
    "statements",
    "verification",
    "vip",
    "wallet",
  ],
});
