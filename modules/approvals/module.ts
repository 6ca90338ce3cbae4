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
    "campaigns",
    "community-chat",
    "corrections",
    "exports",
    "flags",
    "free-spins",
    "geo",
    "jackpots",
    "limits",
    "missions",
    "partners",
    "payments",
    "privacy",
    "providers",
    "risk",
    "tournaments",
    "verification",
    "wallet",
    "welcome-pack",
    "wheel",
  ],
});
