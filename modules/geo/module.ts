import { manifest } from "#kit/contract/manifest.ts";

export default manifest({
  name: "geo",
  folder: "geo",
  tier: 1,
  needs: [],
  office: ["approvals", "audit", "operators", "providers"],
});
