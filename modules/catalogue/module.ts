import { manifest } from "#kit/contract/manifest.ts";

/** Slots and live tables of providers. */
export default manifest({
  name: "catalogue",
  folder: "catalogue",
  tier: 7,
  needs: ["accounts", "geo", "limits", "mirrors", "wallet", "providers"],
  office: ["audit", "operators"],
});
