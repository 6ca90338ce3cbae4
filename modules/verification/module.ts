import { manifest } from "#kit/contract/manifest.ts";

/** Who a player really is: documents, and the company that checks them. */
export default manifest({
  name: "verification",
  folder: "verification",
  tier: 3,
  needs: ["accounts"],
  office: ["audit", "operators"],
});
