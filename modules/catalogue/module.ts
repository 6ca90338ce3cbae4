import { manifest } from "#kit/contract/manifest.ts";

/** Slots and live tables of external providers. */
export default manifest({ name: "catalogue", folder: "catalogue", tier: 5, needs: ["accounts"] });
