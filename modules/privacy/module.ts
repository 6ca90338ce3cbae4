import { manifest } from "#kit/contract/manifest.ts";

/** A person's rights: a copy of their personal data, and closing the account. */
export default manifest({
  name: "privacy",
  folder: "privacy",
  tier: 3,
  needs: ["accounts", "audit", "operators"],
  office: ["approvals", "exports", "wallet"],
});
