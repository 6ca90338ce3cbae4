import { manifest } from "#kit/contract/manifest.ts";

export default manifest({ name: "factors", folder: "factors", tier: 3, needs: ["accounts"] });
