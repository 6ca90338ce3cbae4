import { useEffect } from "react";
import { Link, useNavigate } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { Modal } from "#kit/ui/modal.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { showMinutes } from "./durations.ts";
import { checkClosed, checkShown } from "./round-open.ts";

interface RealityCheckProps {
  readonly seconds: number;
  readonly sums: { readonly staked: string; readonly returned: string; readonly net: string };
  readonly currency: Currency;
  onContinue(): Promise<void>;
}

/** Play time and result, with two equally prominent choices. */
export function RealityCheck({ seconds, sums, currency, onContinue }: RealityCheckProps) {
  const { t } = useTranslation("limits");
  const language = languageOf(useLocale());
  const href = useHref();
  const navigate = useNavigate();
  const { busy, submit } = useSubmit("limits");
  const time = showMinutes(Math.floor(seconds / 60), { h: t("time.h"), min: t("time.min") });
  const show = (sum: string, signed = false) => showMoney(parseDecimal(sum), currency, language, { signed });
  useEffect(() => {
    dispatchEvent(new Event(checkShown));
    return () => void dispatchEvent(new Event(checkClosed));
  }, []);
  const stop = () => void navigate(href("/"));
  return (
    <Modal title={t("play.title")} closeText={t("play.close")} onClose={stop} locked>
      <p>{t("play.text", { time })}</p>
      <div className="check-sums">
        <div className="key-value">
          <span>{t("play.staked")}</span>
          <b>{show(sums.staked)}</b>
        </div>
        <div className="key-value">
          <span>{t("play.returned")}</span>
          <b>{show(sums.returned)}</b>
        </div>
        <div className="key-value">
          <span>{t("play.net")}</span>
          <b>{show(sums.net, true)}</b>
        </div>
      </div>
      <div className="check-ways">
        <Button variant="secondary" size="l" wide onClick={stop}>
          {t("play.stop")}
        </Button>
        <Button variant="secondary" size="l" wide busy={busy} onClick={() => void submit(onContinue)}>
          {t("play.continue")}
        </Button>
      </div>
      <p className="check-links sm">
        <Link to={href("/profile/history")}>{t("play.history")}</Link>
        <Link to={href("/profile/limits")}>{t("play.limits")}</Link>
      </p>
    </Modal>
  );
}
