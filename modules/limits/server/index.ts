export { changeLimits, type DailyLimits, type LimitState, limitsAt } from "../shared/daily-limits.ts";
export { creditable, type DepositDay, mayReserve } from "../shared/deposit-room.ts";
export { counterSql, exclusionSql } from "./counter-sql.ts";
export { block, breakOf, mayDeposit, openPurse } from "./counters.ts";
export { createLimits, type Limits } from "./create-limits.ts";
export { holdDepositLimit, setDepositLimit } from "./deposit-limit.ts";
export type { DepositSums } from "./limits-views.ts";
export { acknowledgeCheck, playOf, renewLeases, setPlayLimits } from "./play-leases.ts";
export { setDailyLimits } from "./set-daily-limits.ts";
