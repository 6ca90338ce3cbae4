import { manifest } from "#kit/contract/manifest.ts";

/** Requests that take more than one person, whatever they are about. */
export default manifest({
  name: "approvals",
  folder: "approvals",
  tier: 3,
  needs: ["audit", "operators"],
  office: ["accounts", "wheel"],
});
