import { ArrowLeft, Info, ShieldAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { dateFormat } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { isCurrency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import type { GameKind } from "../shared/contract.ts";
import type { Mode } from "./game-frame.tsx";

interface GameBarProps {
  readonly kind: GameKind;
  readonly mode: Mode;
  onLimits(): void;
  onDetails(): void;
}

/** Above a game on a phone, 40 px: back, balance, clock, limits. */
export function GameBar({ kind, mode, onLimits, onDetails }: GameBarProps) {
  const { t } = useTranslation("catalogue");
  const href = useHref();
  return (
    <div className="cat-bar">
      <Link to={href(`/games/${kind}`)} aria-label={t("back")}>
        <Icon of={ArrowLeft} />
      </Link>
      {mode === "demo" ? <b>{t("demo")}</b> : <Balance />}
      <span className="grow" />
      <TimeOfDay />
      <button type="button" aria-label={t("details")} onClick={onDetails}>
        <Icon of={Info} />
      </button>
      <button type="button" aria-label={t("limits")} onClick={onLimits}>
        <Icon of={ShieldAlert} />
      </button>
    </div>
  );
}

function Balance() {
  const language = languageOf(useLocale());
  const user = useSession(state => state.user);
  if (!user?.currency || !isCurrency(user.currency)) return null;
  return <b className="num">{showMoney(parseDecimal(user.total_balance), user.currency, language)}</b>;
}

/** The device's clock: a game that fills a phone hides it. */
function TimeOfDay() {
  const language = languageOf(useLocale());
  const [time, setTime] = useState("");
  useEffect(() => {
    const show = () => setTime(dateFormat(language, "clock")(new Date().toISOString()).slice(0, 5));
    show();
    const timer = setInterval(show, 5_000);
    return () => clearInterval(timer);
  }, [language]);
  return <time className="num">{time}</time>;
}
