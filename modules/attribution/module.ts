import { manifest } from "#kit/contract/manifest.ts";

export default manifest({ name: "attribution", folder: "attribution", tier: 3, needs: ["accounts", "conditions"] });
