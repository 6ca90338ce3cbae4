import { showCount } from "#kit/i18n/numbers.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { pageLanguage } from "../language.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

interface AgeProps {
  /** Since when it waits. */
  readonly since: string | null;
  /** From this age on it is marked as late. */
  readonly lateMs?: number | undefined;
}

/** How long something has waited: minutes, hours or days, rounded down. */
export function Age({ since, lateMs = Number.POSITIVE_INFINITY }: AgeProps) {
  const { t } = useTranslation("office");
  if (since === null) return <span className="faint">—</span>;
  const ms = Math.max(0, Date.now() - Date.parse(since));
  const [unit, unitMs] =
    ms < hourMs
      ? (["minutes", minuteMs] as const)
      : ms < 2 * dayMs
        ? (["hours", hourMs] as const)
        : (["days", dayMs] as const);
  return (
    <time dateTime={since} className={ms >= lateMs ? "num nowrap bad" : "num nowrap"}>
      {t(`age.${unit}`, { n: showCount(Math.floor(ms / unitMs), pageLanguage()) })}
    </time>
  );
}
