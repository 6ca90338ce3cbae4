export { changeLimits, type DailyLimits, type LimitState, limitsAt } from "../shared/daily-limits.ts";
export { counterSql } from "./counter-sql.ts";
export { block, mayDeposit, openCounters } from "./counters.ts";
export { createLimits } from "./create-limits.ts";
export { setDailyLimits } from "./set-daily-limits.ts";
