import { manifest } from "#kit/contract/manifest.ts";

export const ledgerModule = manifest({ name: "ledger", folder: "ledger", tier: 1, needs: [] });
