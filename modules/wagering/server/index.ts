export { createWagering } from "./create-wagering.ts";
export {
  finishGrant,
  insertGrant,
  insertGrants,
  pauseGrants,
  readActive,
  readDueGrants,
  readGrant,
  readGrants,
  type StoredGrant,
} from "./store.ts";
export { wagerSql } from "./wager-sql.ts";
