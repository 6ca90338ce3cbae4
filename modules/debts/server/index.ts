export { allCauses, collectDebts, type DebtNeeds, type DebtWallet, waiveDebt } from "./collect-debts.ts";
export { createDebts } from "./create-debts.ts";
export { debtSql } from "./debt-sql.ts";
export { debtInvariants } from "./invariants.ts";
export { addDebt, type Debt, type DebtCause, openDebts } from "./store.ts";
