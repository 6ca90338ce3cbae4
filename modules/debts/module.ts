import { manifest } from "#kit/contract/manifest.ts";

/** What players owe. Below the wallet, because its statement that corrects slips writes debts. */
export default manifest({ name: "debts", folder: "debts", tier: 3, needs: ["ledger"] });
