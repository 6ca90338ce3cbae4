import { manifest } from "#kit/contract/manifest.ts";

export default manifest({ name: "rates", folder: "rates", tier: 1, needs: [] });
