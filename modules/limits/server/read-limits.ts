import type { RouteOutput } from "#kit/contract/route.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { pricesOfDay } from "#modules/rates/server/index.ts";
import type { Sum } from "#modules/rates/shared/day-prices.ts";
import type { WalletDay } from "../shared/allowance.ts";
import type { DailyLimitView, getLimits } from "../shared/contract.ts";
import { limitKinds } from "../shared/daily-limits.ts";
import { dayOf } from "../shared/day.ts";
import { ageLockOf } from "./age-lock.ts";
import { counters } from "./counter-sql.ts";
import { breakOf } from "./counters.ts";
import { dailyLimitsOf } from "./daily-limits-store.ts";
import { type DepositSums, limitView, viewOfBreak } from "./limits-views.ts";
import { noticeOf } from "./notices.ts";
import { operatorLimitsOf } from "./operator-limits-store.ts";

/** Reads a day's deposits, in each currency that has any. */
export type DepositQuestion = (player: PlayerId, now: Date) => Promise<DepositSums>;

const dayMs = 86_400_000;

/** All limits a player has set, for the player and for operators. `currency`: that of the wallet in use. */
export async function limitsOf(
  host: Host,
  deposits: DepositQuestion,
  player: PlayerId,
  currency: Currency | null,
): Promise<RouteOutput<typeof getLimits>["data"]> {
  const now = new Date(host.clock.now());
  const [limits, present, age, notice] = await Promise.all([
    viewsOf(host.db, deposits, player, currency, now),
    breakOf(host.db, player, now),
    ageLockOf(host.db, player, now),
    noticeOf(host.db, player),
  ]);
  const day_ends = new Date((dayOf(now) + 1) * dayMs).toISOString();
  return { limits, break: viewOfBreak(present), age_until: age?.toISOString() ?? null, notice, day_ends };
}

/** The three limits with those of operators beside them, and their usage of the day over all wallets. */
export async function viewsOf(
  db: Queryable,
  deposits: DepositQuestion,
  player: PlayerId,
  currency: Currency | null,
  now: Date,
): Promise<DailyLimitView[]> {
  const [limits, operators, days, paidIn] = await Promise.all([
    dailyLimitsOf(db, player),
    operatorLimitsOf(db, player),
    daysOf(db, player, now),
    deposits(player, now),
  ]);
  const prices = await pricesOfDay(db, dayOf(now));
  const of = (counter: "wagered" | "lost"): Sum[] =>
    days.map(day => ({ currency: day.currency, amount: day[counter] }));
  const used = { wager: of("wagered"), loss: of("lost"), deposit: paidIn.credited };
  const fallback = currency ?? days[0]?.currency ?? currencyCodes[0] ?? "USD";
  return limitKinds.map(kind =>
    limitView({
      kind,
      state: limits[kind],
      operator: operators.find(each => each.kind === kind),
      used: used[kind],
      open: kind === "deposit" ? paidIn.open : null,
      prices,
      fallback,
      now,
    }),
  );
}

/** The day's counters of each wallet of the player. */
async function daysOf(db: Queryable, player: PlayerId, now: Date): Promise<readonly WalletDay[]> {
  const { rows } = await db.query<WalletDay>(
    `SELECT currency, CASE WHEN day >= $2 THEN wagered ELSE 0 END AS wagered, CASE WHEN day >= $2 THEN lost ELSE 0 END AS lost
     FROM ${counters} WHERE player_id = $1 ORDER BY currency`,
    [player, dayOf(now)],
  );
  return rows;
}
