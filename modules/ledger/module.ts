import { manifest } from "#kit/contract/manifest.ts";

export default manifest({ name: "ledger", folder: "ledger", tier: 1, needs: [] });
