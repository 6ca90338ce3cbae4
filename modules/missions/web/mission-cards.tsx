import { Award, Check, Dices, KeyRound, ShieldCheck, TrendingUp } from "lucide-react";
import { Link } from "react-router";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button, buttonClass } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { collectPrize, listMissions, type MissionView } from "../shared/contract.ts";
import "./missions.css";

const icons = { games: Dices, multiplier: TrendingUp, seed: KeyRound, limit: ShieldCheck } as const;
/** Where a goal can be reached; play begins wherever the player likes. */
const places = { games: "/games", multiplier: "/games", seed: "/verify", limit: "/profile/limits" } as const;

/** Missions with their prizes, then achievements. Absent while there are none, and during a break. */
export function MissionCards() {
  const { t } = useTranslation("missions");
  const { data } = useQuery(listMissions, {});
  if (!data || data.missions.length === 0) return null;
  const withPrize = data.missions.filter(({ prize }) => prize !== null);
  const badges = data.missions.filter(({ prize }) => prize === null);
  return (
    <>
      {withPrize.length > 0 && (
        <section>
          <div className="section-head">
            <h2>{t("title")}</h2>
          </div>
          <p className="muted sm">{t("lead")}</p>
          <ul className="ms-list">
            {withPrize.map(each => (
              <Mission key={each.id} mission={each} isVerified={data.is_verified} />
            ))}
          </ul>
        </section>
      )}
      {badges.length > 0 && (
        <section>
          <div className="section-head">
            <h2>{t("badges")}</h2>
          </div>
          <ul className="ms-badges">
            {badges.map(each => (
              <Badge key={each.id} badge={each} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const isReached = ({ done, of }: Pick<MissionView, "done" | "of">) => done >= of;

function useShownProgress({ goal, done, of }: MissionView): string {
  const { t } = useTranslation("missions");
  const language = languageOf(useLocale());
  if (goal === "multiplier")
    return t("multiplier_of", { done: showCount(done / 100, language), of: showCount(of / 100, language) });
  return t("done_of", { done: showCount(done, language), of: showCount(of, language) });
}

interface MissionProps {
  readonly mission: MissionView;
  readonly isVerified: boolean;
}

function Mission({ mission, isVerified }: MissionProps) {
  const { t } = useTranslation("missions");
  const language = languageOf(useLocale());
  const shown = useShownProgress(mission);
  const { title, goal, period, done, of, prize, currency, collected_at: collectedAt, ends_at: endsAt } = mission;
  const sum = showMoney(parseDecimal(prize ?? "0"), currency as Currency, language);
  return (
    <li className="card box ms-card">
      <header className="row gap-3">
        <span className="ms-icon">
          <Icon of={icons[goal]} size={20} />
        </span>
        <div className="grow">
          <h3 className="display">{title}</h3>
          <span className="muted sm">{t(`goals.${goal}`, { count: mission.count ?? 0 })}</span>
        </div>
        <b className="num value">{sum}</b>
      </header>
      <div className="row spread">
        <span className="muted sm">
          {t(`periods.${period}`)}
          {endsAt && <>, {t("until", { until: showDayAndTime(endsAt, language) })}</>}
        </span>
        <b className="num nowrap">{shown}</b>
      </div>
      <progress aria-label={title} max={of} value={done} className="ms-progress" />
      {collectedAt !== null ? (
        <p className="good sm row gap-2">
          <Icon of={Check} size={16} /> {t("collected", { sum, at: showDayAndTime(collectedAt, language) })}
        </p>
      ) : (
        <Act mission={mission} isVerified={isVerified} sum={sum} />
      )}
    </li>
  );
}

function Act({ mission, isVerified, sum }: MissionProps & { readonly sum: string }) {
  const { t } = useTranslation("missions");
  const href = useHref();
  const { mutate } = useMutation(collectPrize, { invalidates: [listMissions] });
  const { busy, submit } = useSubmit("missions");
  const { id, goal } = mission;
  if (!isReached(mission))
    return (
      <div className="row">
        <Link className={buttonClass({ variant: "outline", size: "s" })} to={href(places[goal])}>
          {t(`open.${goal}`)}
        </Link>
      </div>
    );
  if (!isVerified)
    return (
      <div className="row wrap">
        <span className="muted sm grow">{t("for_verified")}</span>
        <Link className={buttonClass({ variant: "secondary", size: "s" })} to={href("/profile/setting")}>
          {t("verify")}
        </Link>
      </div>
    );
  return (
    <div className="row">
      <Button
        variant="secondary"
        size="s"
        busy={busy}
        onClick={() =>
          void submit(async () => {
            await mutate({ params: { id } });
            notify({ kind: "info", lines: [t("paid", { sum })] });
          })
        }
      >
        {t("collect", { sum })}
      </Button>
    </div>
  );
}

function Badge({ badge }: { readonly badge: MissionView }) {
  const { t } = useTranslation("missions");
  const shown = useShownProgress(badge);
  const isEarned = isReached(badge);
  return (
    <li className={isEarned ? "card box ms-badge earned" : "card box ms-badge"}>
      <span className="ms-icon">
        <Icon of={isEarned ? Award : icons[badge.goal]} size={22} />
      </span>
      <b>{badge.title}</b>
      <span className="muted xs">{t(`goals.${badge.goal}`, { count: badge.count ?? 0 })}</span>
      <span className={isEarned ? "tag brass" : "muted xs num"}>{isEarned ? t("earned") : shown}</span>
    </li>
  );
}
