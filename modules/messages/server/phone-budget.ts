import { fail } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { phonePaused } from "../shared/errors.ts";

/** The budget of an hour and a day of UTC, over all numbers: SMS and calls cost money, and strangers can request them. */
export interface PhoneBudget {
  /**
   * Counts one message to a phone, when `tx` commits. `ordered`: requested from outside, so it is refused over the budget, with
   * `phone_messages_paused`; a notice to a player is counted and never refused. Writes nothing when it refuses.
   */
  take(tx: Tx, ordered: boolean): Promise<void>;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface Counted {
  readonly inHour: number;
  readonly inDay: number;
}

export function createPhoneBudget(host: Host): PhoneBudget {
  const { PHONE_MESSAGES_PER_HOUR: perHour, PHONE_MESSAGES_PER_DAY: perDay } = host.config;
  const used = host.metrics.gauge("phone_budget_used", "Messages to phones in the current window", ["window"]);
  const refused = host.metrics.counter("phone_budget_refused_total", "Messages to phones refused over the budget", [
    "window",
  ]);
  const since = (ms: number) => new Date(host.clock.now() - (host.clock.now() % ms));

  return {
    async take(tx, ordered) {
      const [hour, day] = [since(hourMs), since(dayMs)];
      const most = ordered ? [perHour, perDay] : [noEnd, noEnd];
      const { rows } = await tx.query<Counted>(
        `UPDATE messages.phone_budget SET
           in_hour = CASE WHEN hour = $1 THEN in_hour ELSE 0 END + 1, hour = $1,
           in_day = CASE WHEN day = $2 THEN in_day ELSE 0 END + 1, day = $2
         WHERE (hour <> $1 OR in_hour < $3) AND (day <> $2 OR in_day < $4)
         RETURNING in_hour AS "inHour", in_day AS "inDay"`,
        [hour, day, ...most],
      );
      const counted = rows[0];
      if (counted) {
        used.set(counted.inHour, { window: "hour" });
        used.set(counted.inDay, { window: "day" });
        return;
      }
      const isDayOver = await isSpent(tx, day, perDay);
      refused.inc({ window: isDayOver ? "day" : "hour" });
      host.log.warn({ window: isDayOver ? "day" : "hour" }, "phone message budget exhausted");
      const until = isDayOver ? day.getTime() + dayMs : hour.getTime() + hourMs;
      fail(phonePaused, { retryAfter: Math.max(1, Math.ceil((until - host.clock.now()) / 1000)) });
    },
  };
}

/** Larger than any count: the column is an integer. */
const noEnd = 2_147_483_647;

async function isSpent(tx: Tx, day: Date, perDay: number): Promise<boolean> {
  const { rowCount } = await tx.query("SELECT FROM messages.phone_budget WHERE day = $1 AND in_day >= $2", [
    day,
    perDay,
  ]);
  return rowCount > 0;
}
