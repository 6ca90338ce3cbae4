import { manifest } from "#kit/contract/manifest.ts";

/** What the house owes its players, published so that each can find himself in it. */
export default manifest({ name: "solvency", folder: "solvency", tier: 5, needs: ["accounts", "wallet"] });
