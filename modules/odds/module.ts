import { manifest } from "#kit/contract/manifest.ts";

export default manifest({ name: "odds", folder: "odds", tier: 3, needs: [] });
