import { manifest } from "#kit/contract/manifest.ts";

/** Slots and live tables of other companies. */
export default manifest({ name: "catalogue", folder: "catalogue", tier: 5, needs: ["accounts"] });
