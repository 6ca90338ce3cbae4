import { manifest } from "#kit/contract/manifest.ts";

/** What we owe players, published so that each can verify their own balance in it. */
export default manifest({ name: "solvency", folder: "solvency", tier: 5, needs: ["accounts", "wallet"] });
