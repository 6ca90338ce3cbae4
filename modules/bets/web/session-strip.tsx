import type { Language } from "#kit/i18n/locale.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type Session, sparkline } from "./session.ts";

const width = 280;
const height = 78;

/** This visit's result, in one line and one curve. */
export function SessionStrip(props: { session: Session; currency: Currency; language: Language; bets: string }) {
  const { session, currency, language, bets } = props;
  const { t } = useTranslation("bets");
  const { path, zero } = sparkline(session.line, width, height - 4);
  const net = showMoney(session.net, currency, language, { signed: true });
  return (
    <div className="session">
      <div className="key-value">
        <span>{t("session.title", { bets })}</span>
        <b className={session.net > 0n ? "win" : undefined}>{net}</b>
      </div>
      <svg
        viewBox={`0 -2 ${width} ${height + 10}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t("session.curve", { net })}
      >
        <path d={`${path}V${height + 8}H0Z`} className="under" />
        <path d={path} className="line" vectorEffect="non-scaling-stroke" />
        <path d={`M0 ${zero}H${width}`} className="zero" vectorEffect="non-scaling-stroke" />
      </svg>
    </div>
  );
}
