export { transferArchiveLogInvariants } from "./archive/archive-invariants.ts";
export { segmentsOfHotTransfers, transferArchiveSql } from "./archive/archive-sql.ts";
export { createLedger } from "./create-ledger.ts";

import type { PlayerId } from "#kit/std/brand.ts";

export { flowsAfter, type OwnerFlow } from "./flows.ts";
export { type Difference, differencesOf, type Invariant, invariantsOf } from "./invariants/invariant.ts";
export { ledgerInvariants } from "./invariants/of-the-ledger.ts";
export { recordTransfer, type Transfer } from "./record-transfer.ts";
export {
  type Balances,
  balancesAt,
  changeOf,
  netDeposits,
  numbersBefore,
  readStatement,
  type Span,
  type StatementRow,
} from "./statement.ts";
export { type MoneyFacts, moneyTimeline } from "./timeline-events.ts";
export { transferSql } from "./transfer-sql.ts";

export { type AccountBalance, accountBalance, ownerBalance, trialBalance } from "./trial-balance.ts";

/** The owner of movements without a player: capital, unidentified payments. */
export const houseOwner = "00000000-0000-0000-0000-000000000000" as PlayerId;
