import { manifest } from "#kit/contract/manifest.ts";

/** Behaviour that operators switch while the site runs. */
export default manifest({
  name: "flags",
  folder: "flags",
  tier: 1,
  needs: [],
  office: ["approvals", "audit", "operators"],
});
