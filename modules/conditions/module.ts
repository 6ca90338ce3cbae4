import { manifest } from "#kit/contract/manifest.ts";

/** Rules over facts about players: segments and risk rules use them. Domains register the facts. */
export default manifest({
  name: "conditions",
  folder: "conditions",
  tier: 1,
  needs: [],
  office: ["operators"],
});
