import { useEffect, useState } from "react";
import { Link } from "react-router";
import { offerEnd, showOffer, welcomeOffer } from "#kit/contract/offer-ends.ts";
import { bannerSeconds } from "#kit/contract/site-cookies.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { buttonClass } from "#kit/ui/button.tsx";
import { pageCookies } from "#kit/web/cookies.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import { useIsOnBreak } from "#modules/accounts/web/session.ts";
import { useExpectedValues } from "#modules/bonuses/web/use-expected-values.ts";
import { questionOf, suggestedStake } from "#modules/bonuses/web/value-question.ts";
import type { OwnPack, PackStep, WelcomePack } from "../shared/contract.ts";
import { PackExplained } from "./pack-explained.tsx";
import { PackHero } from "./pack-hero.tsx";
import { StepCard, type StepValue } from "./step-card.tsx";

/** What new players get, with the countdown of this browser: it began when the offer was first shown. */
export function GuestPack({ pack }: { readonly pack: WelcomePack }) {
  const { t } = useTranslation("welcome-pack");
  const link = useModalLink();
  const [endsAt, setEndsAt] = useState<number | null>(null);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const end = showOffer(pageCookies, welcomeOffer, bannerSeconds.welcome, Date.now());
    setEndsAt(end);
    setOver(end <= Date.now());
  }, []);
  const worths = useWorths(pack.steps);
  return (
    <>
      <PackHero pack={pack} endsAt={endsAt} onEnd={() => setOver(offerEnd(pageCookies, welcomeOffer) !== null)} />
      <Track count={pack.steps.length}>
        {pack.steps.map((step, index) => (
          <StepCard key={step.step} step={step} worth={worths[index]} isNext={step.step === 1 && !isOver} />
        ))}
      </Track>
      <div className="card wp-action">
        <p className="grow">{isOver ? t("guest.over") : t("guest.how")}</p>
        <Link className={buttonClass({ variant: "primary" })} to={link("signup")} preventScrollReset>
          {t("page.register")}
        </Link>
      </div>
      <PackExplained games={pack.steps[0]?.games ?? []} />
    </>
  );
}

/** A player's pack: what has become of each step, and what the open one takes. */
export function OwnPackView({ pack, onEnd }: { readonly pack: OwnPack; onEnd(): void }) {
  const { t } = useTranslation("welcome-pack");
  const worths = useWorths(pack.steps);
  const current = pack.steps.find(({ state }) => state === "open" || state === "active" || state === "waiting");
  const left = current?.state === "open" ? current.expires_in : null;
  const [endsAt, setEndsAt] = useState<number | null>(null);
  useEffect(() => setEndsAt(left === null ? null : Date.now() + left * 1000), [left]);
  return (
    <>
      <PackHero pack={pack} endsAt={endsAt} onEnd={onEnd} />
      {pack.state !== "running" && (
        <p className="card wp-action" role="status">
          {t(`states.${pack.state}`)}
        </p>
      )}
      <Track count={pack.steps.length}>
        {pack.steps.map((step, index) => (
          <StepCard
            key={step.step}
            step={step}
            own={step}
            worth={worths[index]}
            isNext={pack.state === "running" && step === current}
          />
        ))}
      </Track>
      {pack.state === "running" && current && <NextAction step={current} state={current.state} />}
      <PackExplained games={pack.steps[0]?.games ?? []} />
    </>
  );
}

function NextAction({ step, state }: { readonly step: PackStep; readonly state: string }) {
  if (state === "open" && step.rounds) return <NextSpins step={step.step} rounds={step.rounds} />;
  return <NextDeposit step={step} state={state} />;
}

/** Rounds of the open step: they are played in their game; on the page of bonuses a player may stop, and start with what they have won. */
function NextSpins({ step, rounds }: { readonly step: number; readonly rounds: NonNullable<PackStep["rounds"]> }) {
  const { t } = useTranslation("welcome-pack");
  const language = languageOf(useLocale());
  const { dayAndTime } = useDates();
  const href = useHref();
  const { left } = rounds;
  const of = showCount(rounds.count, language);
  return (
    <div className="card wp-action">
      <p className="grow">
        <b>
          {left === null ? t("spins.soon", { step }) : t("spins.left", { step, left: showCount(left, language), of })}
        </b>{" "}
        {t("spins.by", { day: dayAndTime(rounds.expires_at) })}
      </p>
      <Link className={buttonClass({ variant: "outline" })} to={href("/bonuses")}>
        {t("next.terms")}
      </Link>
      {left !== null && left > 0 && (
        <Link className={buttonClass({ variant: "primary" })} to={href(`/games/slots/${rounds.game}/play`)}>
          {t("spins.play")}
        </Link>
      )}
    </div>
  );
}

function NextDeposit({ step, state }: { readonly step: PackStep; readonly state: string }) {
  const { t } = useTranslation("welcome-pack");
  const language = languageOf(useLocale());
  const link = useModalLink();
  const href = useHref();
  const sum = showMoney(parseDecimal(step.min_deposit ?? "0"), step.currency as Currency, language, { brief: true });
  const isOpen = state === "open";
  const isOnBreak = useIsOnBreak();
  return (
    <div className="card wp-action">
      <p className="grow">
        {isOpen ? (
          <>
            <b>{t("next.needs", { step: step.step, sum })}</b> {t("next.click")}
          </>
        ) : (
          t(state === "waiting" ? "next.turn" : "next.playing", { step: step.step })
        )}
      </p>
      <Link className={buttonClass({ variant: "outline" })} to={href("/bonuses")}>
        {t("next.terms")}
      </Link>
      {isOpen && !isOnBreak && (
        <Link className={buttonClass({ variant: "primary" })} to={link("deposit")} preventScrollReset>
          {t("next.deposit", { step: step.step })}
        </Link>
      )}
    </div>
  );
}

function Track({ count, children }: { readonly count: number; readonly children: React.ReactNode }) {
  return <ol className={`wp-track of-${count}`}>{children}</ol>;
}

/** What each deposit bonus is worth with dice at even money: computed beside the page, with the steps' own stakes. */
function useWorths(steps: readonly PackStep[]): readonly (StepValue | undefined)[] {
  const valued = steps.flatMap(({ step, max_amount: amount, wager_target, max_bet, games, currency }) =>
    amount === null || wager_target === null ? [] : [{ step, amount, wager_target, max_bet, games, currency }],
  );
  const answers = useExpectedValues(
    valued.map(step => questionOf(step, suggestedStake(step), { game: "dice", bet: "double" })),
  );
  if (answers === null || answers === "failed") return [];
  return steps.map(({ step }) => answers[valued.findIndex(each => each.step === step)] ?? undefined);
}
