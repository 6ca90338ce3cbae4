import { useCallback, useEffect, useState } from "react";
import { Link } from "react-router";
import { showDay } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showCount, showMoneyExactly, showPercent } from "#kit/money/show.ts";
import { Button, buttonClass } from "#kit/ui/button.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useClient } from "#kit/web/client.ts";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { useCalm } from "#modules/bets/web/use-calm.ts";
import { useHeldBalance, useHold } from "#modules/bets/web/use-held-balance.ts";
import { useKeptSwitch } from "#modules/bets/web/use-kept.ts";
import { useSeeds } from "#modules/fairness/web/use-seeds.ts";
import type { Spin, Wheel } from "../shared/contract.ts";
import { wheelTickets } from "../shared/rules.ts";
import { spin } from "./spin.ts";
import { WheelPicture } from "./wheel-picture.tsx";
import "./wheel.css";

/** The free wheel: its prizes with their odds for everybody, its turn for a verified player. */
export function WheelCard() {
  const { t } = useTranslation("wheel");
  const { api } = useClient();
  const language = languageOf(useLocale());
  const playerId = useSession(state => state.user?.id ?? null);
  const currency = useSession(state => state.user?.currency ?? null);
  const [wheel, setWheel] = useState<Wheel | null>(null);
  const [failed, setFailed] = useState(false);
  /** The turn that the wheel is showing: nothing tells its prize before it rests. */
  const [turning, setTurning] = useState<Spin | null>(null);
  const calm = useCalm();
  const sound = useKeptSwitch("sound");
  const load = useCallback(async () => {
    try {
      const { getWheel } = await import("../shared/contract.ts");
      setWheel((await api.call(getWheel, {})).data);
    } catch {
      setFailed(true);
    }
  }, [api]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another player or currency has another wheel
  useEffect(() => void load(), [load, playerId, currency]);
  const show = (prize: string, of: string) => showMoneyExactly(parseDecimal(prize), of as Currency, language);
  const turn = async (drawn: Spin) => {
    if (!calm) {
      setTurning(drawn);
      await spin(sound.on);
    }
    await load();
    setTurning(null);
  };
  const today = wheel?.is_turned ? wheel.spins[0] : undefined;
  return (
    <section className="card box wheel-day">
      <div className="col g2 wheel-head">
        <h2 className="d">{t("title")}</h2>
        <p className="mut">{t("lead")}</p>
        {failed && <p role="alert">{t("failed")}</p>}
        {!wheel && !failed && <Skeleton height={220} />}
      </div>
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
            <Act wheel={wheel} today={today} playerId={playerId} onTurned={turn} show={show} />
          </div>
          <div className="col g3 wheel-odds">
            <Earlier spins={wheel.spins.slice(today ? 1 : 0)} show={show} />
            <table>
              <thead>
                <tr>
                  <th>{t("prize")}</th>
                  <th className="r">{t("odds")}</th>
                </tr>
              </thead>
              <tbody>
                {wheel.prizes.map(({ prize, odds }) => (
                  <tr key={prize}>
                    <td className="num">{show(prize, wheel.currency)}</td>
                    <td className="r num">{showPercent(`${(odds * 100) / wheelTickets}`, language)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p className="mut sm">{t("version", { number: wheel.version.replace(/^wheel-/, "") })}</p>
          </div>
        </>
      )}
    </section>
  );
}

interface ActProps {
  readonly wheel: Wheel;
  readonly today: Spin | undefined;
  readonly playerId: string | null;
  /** Shows a turn; resolves when the wheel rests and what it tells is on the page. */
  onTurned(spin: Spin): Promise<void>;
  show(prize: string, currency: string): string;
}

/** What can be done now: come in, confirm who one is, turn, or wait for tomorrow. */
function Act({ wheel, today, playerId, onTurned, show }: ActProps) {
  const { t } = useTranslation("wheel");
  const modal = useModalLink();
  const href = useHref();
  const language = languageOf(useLocale());
  if (playerId === null)
    return (
      <div>
        <Link className={buttonClass({ look: "sec" })} to={modal("login")} preventScrollReset>
          {t("sign_in")}
        </Link>
      </div>
    );
  if (today)
    return (
      <div className="col g3" role="status">
        <b>{t("turned", { prize: show(today.prize, today.currency) })}</b>
        <span className="mut sm">{t("next")}</span>
        <span className="row mut sm">
          {t("ticket", { ticket: showCount(today.ticket, language) })}
          <CheckLink id={today.id} />
        </span>
      </div>
    );
  if (wheel.is_verified) return <Turn playerId={playerId} onTurned={onTurned} />;
  return (
    <div className="col g3">
      <span className="mut sm">{t("verify_note")}</span>
      <div>
        <Link className={buttonClass({ look: "sec" })} to={href("/profile/setting")}>
          {t("verify")}
        </Link>
      </div>
    </div>
  );
}

/** Turns of the days before, whose seeds may be revealed by now. */
function Earlier({ spins, show }: Pick<ActProps, "show"> & { spins: readonly Spin[] }) {
  const { t } = useTranslation("wheel");
  const language = languageOf(useLocale());
  if (spins.length === 0) return null;
  return (
    <details className="sm">
      <summary className="mut">{t("earlier")}</summary>
      <table>
        <tbody>
          {spins.map(({ id, spun_at, prize, currency }) => (
            <tr key={id}>
              <td>{showDay(spun_at, language)}</td>
              <td className="num">{show(prize, currency)}</td>
              <td className="r">
                <CheckLink id={id} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** To the verifier, which is loaded with its page. */
function CheckLink({ id }: Pick<Spin, "id">) {
  const { t } = useTranslation("wheel");
  const href = useHref();
  return (
    <Link className={buttonClass({ look: "out", size: "s" })} to={href(`/verify/${id}`)}>
      {t("check")}
    </Link>
  );
}

function Turn({ playerId, onTurned }: Pick<ActProps, "onTurned"> & { playerId: string }) {
  const { t } = useTranslation("wheel");
  const { api } = useClient();
  const { tell } = useErrorTexts("wheel");
  const { seeds, change } = useSeeds(playerId, 0);
  const [busy, setBusy] = useState(false);
  useHold(busy, useHeldBalance());
  const turn = async () => {
    setBusy(true);
    try {
      const { turnWheel } = await import("../shared/contract.ts");
      // A player's first draw: the browser brings its own part of the seeds.
      if (seeds?.client_seed === null) {
        const { freshClientSeed } = await import("#modules/fairness/web/client-seed.ts");
        await change(freshClientSeed());
      }
      await onTurned((await api.call(turnWheel, {})).data);
    } catch (error) {
      tell(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <Button look="pri" busy={busy} disabled={seeds === null} onClick={() => void turn()}>
        {t("turn")}
      </Button>
    </div>
  );
}
