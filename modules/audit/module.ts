import { manifest } from "#kit/contract/manifest.ts";

/** Operators' actions, in a chain that shows every later change. */
export default manifest({ name: "audit", folder: "audit", tier: 1, needs: [], office: ["exports", "operators"] });
