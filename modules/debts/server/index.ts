export { createDebts } from "./create-debts.ts";
export { debtSql } from "./debt-sql.ts";
