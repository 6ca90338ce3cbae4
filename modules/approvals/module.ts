import { manifest } from "#kit/contract/manifest.ts";

/** Requests that take several approvals, on any subject. */
export default manifest({
  name: "approvals",
  folder: "approvals",
  tier: 3,
  needs: ["audit", "operators"],
  office: [
    "accounts",
    "betting",
    "bonuses",
    "corrections",
    "flags",
    "geo",
    "limits",
    "payments",
    "providers",
    "verification",
    "wallet",
    "wheel",
  ],
});
