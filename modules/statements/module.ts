import { manifest } from "#kit/contract/manifest.ts";

/** A player's account statement, from the ledger. */
export default manifest({ name: "statements", folder: "statements", tier: 5, needs: ["ledger", "accounts"] });
