import { manifest } from "#kit/contract/manifest.ts";

export default manifest({ name: "social", folder: "social", tier: 4, needs: ["accounts", "captcha", "factors"] });
