import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "mirrors",
  folder: "mirrors",
  tier: 3,
  needs: ["accounts", "geo"],
  office: ["approvals", "audit", "operators"],
});
