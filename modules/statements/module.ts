import { manifest } from "#kit/contract/manifest.ts";

/** What became of a player's money, line by line, from the ledger. */
export default manifest({ name: "statements", folder: "statements", tier: 5, needs: ["ledger", "accounts"] });
