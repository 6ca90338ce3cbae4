import { useState } from "react";
import { Link } from "react-router";
import { showDay } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount, showPercent } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoneyExactly } from "#kit/money/show.ts";
import { Button, buttonClass } from "#kit/ui/button.tsx";
import { Skeleton, SkeletonRows, SkeletonText } from "#kit/ui/skeleton.tsx";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { useHeldBalance, useHold } from "#modules/bets/web/use-held-balance.ts";
import { useReducedMotion } from "#modules/bets/web/use-reduced-motion.ts";
import { useStoredSwitch } from "#modules/bets/web/use-stored-choice.ts";
import { useSeeds } from "#modules/fairness/web/use-seeds.ts";
import { getWheel, type Spin, spinWheel, type Wheel } from "../shared/contract.ts";
import { wheelConfiguration, wheelTickets } from "../shared/rules.ts";
import { spin } from "./spin.ts";
import { WheelPicture } from "./wheel-picture.tsx";
import "./wheel.css";

/** The free wheel: its prizes with their odds for all visitors, a spin for verified players. */
export function WheelCard() {
  const { t } = useTranslation("wheel");
  const language = languageOf(useLocale());
  const playerId = useSession(state => state.user?.id ?? null);
  const { data: wheel, isError: failed, refetch } = useQuery(getWheel, {});
  /** The spin being animated: its prize is not shown before the wheel stops. */
  const [turning, setTurning] = useState<Spin | null>(null);
  const calm = useReducedMotion();
  const sound = useStoredSwitch("sound");
  const show = (prize: string, of: string) => showMoneyExactly(parseDecimal(prize), of as Currency, language);
  const showSpin = async (drawn: Spin) => {
    if (!calm) {
      setTurning(drawn);
      await spin(sound.on);
    }
    await refetch();
    setTurning(null);
  };
  const today = wheel?.is_turned ? wheel.spins[0] : undefined;
  return (
    <section className="card box wheel-day">
      <div className="col gap-2 wheel-head">
        <h2 className="display">{t("title")}</h2>
        <p className="muted">{t("lead")}</p>
        {failed && <p role="alert">{t("failed")}</p>}
      </div>
      {!wheel && !failed && <Loading isGuest={playerId === null} />}
      {wheel && (
        <>
          <WheelPicture
            prizes={wheel.prizes}
            ticket={(turning ?? today)?.ticket ?? null}
            turning={turning !== null}
            label={t("wheel")}
            name={prize => show(prize, wheel.currency)}
          />
          <div className="wheel-act">
            <Act wheel={wheel} today={today} playerId={playerId} onSpun={showSpin} show={show} />
          </div>
          <div className="col gap-3 wheel-odds">
            <Earlier spins={wheel.spins.slice(today ? 1 : 0)} show={show} />
            <table>
              <thead>
                <tr>
                  <th>{t("prize")}</th>
                  <th className="align-right">{t("odds")}</th>
                </tr>
              </thead>
              <tbody>
                {wheel.prizes.map(({ prize, odds }) => (
                  <tr key={prize}>
                    <td className="num">{show(prize, wheel.currency)}</td>
                    <td className="align-right num">{showPercent(`${(odds * 100) / wheelTickets}`, language)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p className="muted sm">{t("version", { number: wheel.version.replace(/^wheel-/, "") })}</p>
          </div>
        </>
      )}
    </section>
  );
}

/** In the size of what is loading, so that nothing below it moves. */
function Loading({ isGuest }: { isGuest: boolean }) {
  const { t } = useTranslation("wheel");
  return (
    <>
      <span className="skeleton wheel-ring" aria-hidden="true" />
      <div className="wheel-act">{isGuest ? <SignIn /> : <Skeleton width={180} height={42} />}</div>
      <div className="col gap-3 wheel-odds">
        <table>
          <thead>
            <tr>
              <th>{t("prize")}</th>
              <th className="align-right">{t("odds")}</th>
            </tr>
          </thead>
          <SkeletonRows count={wheelConfiguration.prizes.length} />
        </table>
        <p className="sm">
          <SkeletonText>{t("version", { number: "1" })}</SkeletonText>
        </p>
      </div>
    </>
  );
}

function SignIn() {
  const { t } = useTranslation("wheel");
  const modal = useModalLink();
  return (
    <Link className={buttonClass({ variant: "secondary" })} to={modal("login")} preventScrollReset>
      {t("sign_in")}
    </Link>
  );
}

interface ActProps {
  readonly wheel: Wheel;
  readonly today: Spin | undefined;
  readonly playerId: string | null;
  /** Animates a spin; resolves when the wheel has stopped and the result is shown. */
  onSpun(spin: Spin): Promise<void>;
  show(prize: string, currency: string): string;
}

/** The available action: sign in, verify identity, spin, or wait for tomorrow. */
function Act({ wheel, today, playerId, onSpun, show }: ActProps) {
  const { t } = useTranslation("wheel");
  const href = useHref();
  const language = languageOf(useLocale());
  if (playerId === null)
    return (
      <div>
        <SignIn />
      </div>
    );
  if (today)
    return (
      <div className="col gap-3" role="status">
        <b>{t("turned", { prize: show(today.prize, today.currency) })}</b>
        <span className="muted sm">{t("next")}</span>
        <span className="row muted sm">
          {t("ticket", { ticket: showCount(today.ticket, language) })}
          <CheckLink id={today.id} />
        </span>
      </div>
    );
  if (wheel.is_verified) return <SpinForm playerId={playerId} onSpun={onSpun} />;
  return (
    <div className="col gap-3">
      <span className="muted sm">{t("verify_note")}</span>
      <div>
        <Link className={buttonClass({ variant: "secondary" })} to={href("/profile/setting")}>
          {t("verify")}
        </Link>
      </div>
    </div>
  );
}

/** Turns of earlier days, whose seeds may be revealed by now. */
function Earlier({ spins, show }: Pick<ActProps, "show"> & { spins: readonly Spin[] }) {
  const { t } = useTranslation("wheel");
  const language = languageOf(useLocale());
  if (spins.length === 0) return null;
  return (
    <details className="sm">
      <summary className="muted">{t("earlier")}</summary>
      <table>
        <tbody>
          {spins.map(({ id, spun_at, prize, currency }) => (
            <tr key={id}>
              <td>{showDay(spun_at, language)}</td>
              <td className="num">{show(prize, currency)}</td>
              <td className="align-right">
                <CheckLink id={id} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** A link to the verifier, which loads with its page. */
function CheckLink({ id }: Pick<Spin, "id">) {
  const { t } = useTranslation("wheel");
  const href = useHref();
  return (
    <Link className={buttonClass({ variant: "outline", size: "s" })} to={href(`/verify/${id}`)}>
      {t("check")}
    </Link>
  );
}

function SpinForm({ playerId, onSpun }: Pick<ActProps, "onSpun"> & { playerId: string }) {
  const { t } = useTranslation("wheel");
  const { mutate } = useMutation(spinWheel);
  const { notifyError } = useErrorTexts("wheel");
  const { seeds, change } = useSeeds(playerId, 0);
  const [busy, setBusy] = useState(false);
  useHold(busy, useHeldBalance());
  const submit = async () => {
    setBusy(true);
    try {
      // A player's first draw: the browser sets a client seed.
      if (seeds?.client_seed === null) {
        const { freshClientSeed } = await import("#modules/fairness/web/client-seed.ts");
        await change(freshClientSeed());
      }
      await onSpun(await mutate({}));
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <Button variant="primary" busy={busy} disabled={seeds === null} onClick={() => void submit()}>
        {t("turn")}
      </Button>
    </div>
  );
}
