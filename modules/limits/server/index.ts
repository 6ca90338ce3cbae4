export type { SetLimit } from "../shared/daily-limits.ts";
export { creditable, type DepositDay, mayReserve } from "../shared/deposit-headroom.ts";
export { liftAgeLock, lockForAge } from "./age-lock.ts";
export { type ProtectionDay, protectionByDay } from "./changes-by-day.ts";
export { counterSql, exclusionSql } from "./counter-sql.ts";
export {
  block,
  blockedAmong,
  breakOf,
  holdBreaks,
  holdOffBlock,
  mayDeposit,
  openWallet,
  openWallets,
} from "./counters.ts";
export { createLimits, type Limits } from "./create-limits.ts";
export { holdDepositLimits } from "./deposit-limit.ts";
export { limitFacts } from "./facts.ts";
export { limitInvariants } from "./invariants.ts";
export { type LeaseRequest, renewLeases, type StakeRefusal } from "./leases.ts";
export { breaksOf, limitsSetSince, limitTimeline } from "./limit-changes.ts";
export type { DepositSums } from "./limits-views.ts";
export {
  type HoldSource,
  holdOffers,
  mayBeOffered,
  type OfferHold,
  offerable,
  offerHoldsOf,
  releaseOffers,
  seesOffers,
} from "./offer-holds.ts";
export { type OperatorLimit, operatorLimitOf, operatorLimitsOf } from "./operator-limits-store.ts";
export { acknowledgeCheck, playOf, setPlayLimits } from "./play-leases.ts";
export { type LimitChange, setDailyLimits } from "./set-daily-limits.ts";
export { type ChangedLimit, loosenOperatorLimit, requireLooser, tightenOperatorLimit } from "./set-operator-limit.ts";
export { endedBreaks, raisedLimits } from "./signs.ts";
export { takeBreak } from "./take-break.ts";
export { nothingToAccept, raiseTerms, type TermsQuestion } from "./terms.ts";
