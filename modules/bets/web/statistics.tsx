import type { Language } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import type { Session } from "./session.ts";
import { switchVisitPanel, visitPanel } from "./visit-totals.ts";

/** This visit in numbers. */
export function Statistics({
  session,
  currency,
  language,
}: {
  session: Session;
  currency: Currency;
  language: Language;
}) {
  const { t } = useTranslation("bets");
  const isFloating = visitPanel.use() === "on";
  const isPlayer = useSession(state => state.status === "player");
  const money = (value: bigint, signed = false) => showMoney(value, currency, language, { signed });
  const rate = session.bets === 0 ? "–" : `${Math.floor((session.wins * 1000) / session.bets) / 10}%`;
  const lines = [
    [t("statistics.bets"), showCount(session.bets, language)],
    [t("statistics.wins"), showCount(session.wins, language)],
    [t("statistics.rate"), rate],
    [t("statistics.wagered"), money(session.wagered)],
    [t("statistics.best"), money(session.best)],
    [t("statistics.net"), money(session.net, true)],
  ];
  return (
    <div className="col gap-3 statistics">
      {lines.map(([name, value]) => (
        <div key={name} className="key-value">
          <span>{name}</span>
          <b>{value}</b>
        </div>
      ))}
      <p className="sm faint">{t("statistics.note")}</p>
      {isPlayer && (
        <Button size="s" variant="secondary" onClick={() => switchVisitPanel(!isFloating)} aria-pressed={isFloating}>
          {t("statistics.float")}
        </Button>
      )}
    </div>
  );
}
