import { manifest } from "#kit/contract/manifest.ts";

export default manifest({ name: "captcha", folder: "captcha", tier: 1, needs: [] });
