import { manifest } from "#kit/contract/manifest.ts";

export default manifest({ name: "redirects", folder: "redirects", tier: 1, needs: [] });
