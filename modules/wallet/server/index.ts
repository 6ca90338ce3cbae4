export { createWalletModel, modelTx, type WalletModel } from "./model.ts";
export type * from "./port.ts";
