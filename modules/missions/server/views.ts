import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { MissionView } from "../shared/contract.ts";
import { mondayOf, type Progress } from "../shared/goal.ts";
import type { Mission, Prize } from "./store.ts";

const weekMs = 7 * 86_400_000;

interface Standing {
  readonly progress: Progress;
  /** The prize of this period. */
  readonly prize: Prize | undefined;
  readonly locale: Locale;
  readonly now: number;
}

export function missionView(mission: Mission, { progress, prize, locale, now }: Standing): MissionView {
  const { id, title, goal, period, currency, endsAt } = mission;
  const weekEnds = Date.parse(mondayOf(now)) + weekMs;
  const ends = period === "week" ? Math.min(endsAt.getTime(), weekEnds) : endsAt.getTime();
  // A collected prize stays reached, whatever is corrected later.
  const { done, of } = prize ? { done: progress.of, of: progress.of } : progress;
  return {
    id,
    title: title[locale],
    goal: goal.kind,
    count: "count" in goal ? goal.count : null,
    period,
    done,
    of,
    prize: mission.prize === null ? null : formatAmount(mission.prize),
    currency,
    collected_at: prize?.at.toISOString() ?? null,
    ends_at: mission.prize === null ? null : new Date(ends).toISOString(),
  };
}
