import { manifest } from "#kit/contract/manifest.ts";

/** Identity verification: documents, and the provider that checks them. */
export default manifest({
  name: "verification",
  folder: "verification",
  tier: 3,
  needs: ["accounts", "conditions"],
  office: ["approvals", "audit", "operators", "risk"],
});
