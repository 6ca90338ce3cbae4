import { useTranslation } from "#kit/web/texts.tsx";
import type { Schedule } from "#modules/campaigns/shared/schedule.ts";

/** A schedule in words. */
export function useScheduleText(): (schedule: Schedule) => string {
  const { t } = useTranslation("office");
  return schedule => {
    if (schedule.kind === "entered") return t("targeted.entered");
    if (schedule.kind === "event") return t("targeted.at_event", { event: t(`targeted.events.${schedule.on}`) });
    const { kind, time } = schedule;
    if (kind === "once") return t("targeted.once", { day: schedule.day, time });
    if (kind === "daily") return t("targeted.daily", { time });
    return t("targeted.weekly", { time, weekday: t(`targeted.weekdays.d${weekdayOf(schedule.weekday)}`) });
  };
}

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

export const weekdayOf = (number: number): (typeof weekdays)[number] => weekdays[number - 1] ?? 1;
