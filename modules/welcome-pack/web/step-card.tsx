import { Check } from "lucide-react";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount, showShare } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import type { OwnStep, PackStep } from "../shared/contract.ts";

export interface StepValue {
  /** In major units. */
  readonly release: number;
  readonly finish: number;
}

interface StepCardProps {
  readonly step: PackStep;
  /** The player's own state of the step. */
  readonly own?: OwnStep | undefined;
  /** Undefined while it is computed, and for what takes too many bets. */
  readonly worth: StepValue | undefined;
  readonly isNext: boolean;
}

/** A step with everything that it costs, before anything is claimed. */
export function StepCard({ step, own, worth, isNext }: StepCardProps) {
  const { t } = useTranslation("welcome-pack");
  const language = languageOf(useLocale());
  const show = (sum: string) => showMoney(parseDecimal(sum), step.currency as Currency, language, { brief: true });
  const isDone = own?.state === "ended";
  const timeOf = (hours: number) =>
    hours % 24 === 0 ? t("step.days", { count: hours / 24 }) : t("step.hours", { count: hours });
  const { rounds } = step;
  const facts = [
    ...(step.min_deposit === null ? [] : [[t("step.min_deposit"), show(step.min_deposit)] as const]),
    ...(rounds ? [[t("spins.time"), timeOf(step.window_hours)] as const] : []),
    [
      t("step.wager"),
      step.wager_target === null
        ? t("spins.wager_won", { times: step.wager })
        : t("step.wager_of", { times: step.wager, target: show(step.wager_target) }),
    ],
    [t("step.cost"), t("step.cost_of", { percent: step.average_cost })],
    [t("step.max_bet"), show(step.max_bet)],
    [t("step.time"), timeOf(step.hours)],
  ] as const;
  return (
    <li className={["wp-step", isDone && "done", isNext && "next"].filter(Boolean).join(" ")}>
      <div className="wp-seal">
        <Seal of={`welcome pack, step ${step.step}`} size={104} stroke={isNext ? 0.75 : 0.9} />
        <b aria-hidden={isDone}>{isDone ? <Icon of={Check} size={22} stroke={3} /> : step.step}</b>
      </div>
      <p className="wp-state sm">
        <Status step={step} own={own} isNext={isNext} />
      </p>
      {rounds ? (
        <>
          <h2>{t("spins.count", { count: rounds.count, shown: showCount(rounds.count, language) })}</h2>
          <p className="wp-cap sm">{t("spins.each", { bet: show(rounds.bet), title: rounds.title })}</p>
        </>
      ) : (
        <>
          <h2>{t("step.percent", { percent: step.percent ?? 0 })}</h2>
          <p className="wp-cap sm">{t("step.up_to", { sum: show(step.max_amount ?? "0") })}</p>
        </>
      )}
      <div className="wp-facts">
        {facts.map(([name, fact]) => (
          <div key={name} className="key-value">
            <span>{name}</span>
            <b>{fact}</b>
          </div>
        ))}
      </div>
      {rounds ? (
        <p className="wp-worth xs">{t("spins.mean")}</p>
      ) : (
        <div className="wp-worth">
          <span className="xs muted">{t("worth.of", { sum: show(step.max_amount ?? "0") })}</span>
          <b>{worth ? showMoney(parseDecimal(worth.release.toFixed(2)), step.currency as Currency, language) : "…"}</b>
          <span className="xs muted">
            {worth &&
              t("worth.finish", {
                share: showShare(worth.finish, language, { maximumFractionDigits: 1, minimumFractionDigits: 1 }),
              })}
          </span>
        </div>
      )}
    </li>
  );
}

function Status({ step, own, isNext }: Pick<StepCardProps, "step" | "own" | "isNext">) {
  const { t } = useTranslation("welcome-pack");
  const { day } = useDates();
  if (own?.end) {
    const how = t(`ends.${own.end}`);
    return own.ended_at === null ? how : t("step.ended", { how, day: day(own.ended_at) });
  }
  if (own?.state === "active" || own?.state === "waiting") return t(`step.${own.state}`);
  if (own?.state === "skipped") return t("spins.skipped");
  if (isNext) return t(own ? "step.next" : "step.starts");
  return step.step === 1 ? t("step.starts") : t("step.after", { step: step.step - 1 });
}
