import { manifest } from "#kit/contract/manifest.ts";

export const limitsModule = manifest({ name: "limits", folder: "limits", tier: 3, needs: [] });
