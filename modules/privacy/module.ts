import { manifest } from "#kit/contract/manifest.ts";

/** What a person may ask of the house about himself: a copy of all that is known, and the end of his account. */
export default manifest({ name: "privacy", folder: "privacy", tier: 3, needs: ["accounts"] });
