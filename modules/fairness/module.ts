import { manifest } from "#kit/contract/manifest.ts";

export default manifest({ name: "fairness", folder: "fairness", tier: 3, needs: ["accounts"] });
