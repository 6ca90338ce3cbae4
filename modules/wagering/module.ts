import { manifest } from "#kit/contract/manifest.ts";

/** Wagering of bonus money. Below the wallet, whose statements split stakes and payouts with its fragments. */
export default manifest({ name: "wagering", folder: "wagering", tier: 3, needs: ["ledger"] });
