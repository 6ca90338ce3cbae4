import { useCallback, useEffect, useState } from "react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { microsPerMinor, parseDecimal } from "#kit/money/amount.ts";
import { type Currency, currencies } from "#kit/money/currency.ts";
import { type NumberLanguage, showMoney, showPercent } from "#kit/money/show.ts";
import { Button, buttonClass } from "#kit/ui/button.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useClient } from "#kit/web/client.ts";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { useSeeds } from "#modules/fairness/web/use-seeds.ts";
import type { Spin, Wheel } from "../shared/contract.ts";
import { wheelTickets } from "../shared/rules.ts";
import { SpinCheck } from "./spin-check.tsx";
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
  const show = (prize: string, of: string) => showExactly(prize, of as Currency, language);
  const today = wheel?.is_turned ? wheel.spins[0] : undefined;
  return (
    <section className="card box wheel-day">
      <div className="col g3">
        <h2 className="d">{t("title")}</h2>
        <p className="mut">{t("lead")}</p>
        {failed && <p role="alert">{t("failed")}</p>}
        {wheel && (
          <>
            <Act wheel={wheel} today={today} playerId={playerId} onTurned={load} show={show} />
            <table>
              <thead>
                <tr>
                  <th>{t("prize")}</th>
                  <th className="r">{t("odds")}</th>
                </tr>
              </thead>
              <tbody>
                {wheel.prizes.map(({ prize, odds }) => (
                  <tr key={odds}>
                    <td className="num">{show(prize, wheel.currency)}</td>
                    <td className="r num">{showPercent(`${(odds * 100) / wheelTickets}`, language)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
        {!wheel && !failed && <Skeleton height={220} />}
      </div>
      {wheel && (
        <WheelPicture
          prizes={wheel.prizes}
          ticket={today?.ticket ?? null}
          label={t("wheel")}
          name={prize => show(prize, wheel.currency)}
        />
      )}
    </section>
  );
}

interface ActProps {
  readonly wheel: Wheel;
  readonly today: Spin | undefined;
  readonly playerId: string | null;
  onTurned(): Promise<void>;
  show(prize: string, currency: string): string;
}

/** What can be done now: come in, confirm who one is, turn, or wait for tomorrow. */
function Act({ wheel, today, playerId, onTurned, show }: ActProps) {
  const { t } = useTranslation("wheel");
  const modal = useModalLink();
  const href = useHref();
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
        <SpinCheck spin={today} />
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

function Turn({ playerId, onTurned }: Pick<ActProps, "onTurned"> & { playerId: string }) {
  const { t } = useTranslation("wheel");
  const { api } = useClient();
  const { tell } = useErrorTexts("wheel");
  const { seeds, change } = useSeeds(playerId, 0);
  const [busy, setBusy] = useState(false);
  const turn = async () => {
    setBusy(true);
    try {
      const { turnWheel } = await import("../shared/contract.ts");
      // A player's first draw: the browser brings its own part of the seeds.
      if (seeds?.client_seed === null) {
        const { freshClientSeed } = await import("#modules/fairness/web/client-seed.ts");
        await change(freshClientSeed());
      }
      await api.call(turnWheel, {});
      await onTurned();
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

/** Money for people, with all its decimals where it is smaller than the currency's smallest coin. */
function showExactly(prize: string, currency: Currency, language: NumberLanguage): string {
  const amount = parseDecimal(prize);
  if (amount % microsPerMinor === 0n) return showMoney(amount, currency, language);
  const { sign } = currencies[currency];
  return language === "en" ? `${sign}${prize}` : `${prize.replace(".", ",")}\u00a0${sign}`;
}
