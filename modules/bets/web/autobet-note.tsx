import type { Language } from "#kit/i18n/locale.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Autobet } from "./autobet.ts";

/** The progress of a run, and why it ended. */
export function AutobetNote({ state, currency, language }: { state: Autobet; currency: Currency; language: Language }) {
  const { t } = useTranslation("bets");
  if (state.phase === "idle" && state.reason === null) return null;
  const net = showMoney(state.net, currency, language, { signed: true });
  return (
    <div className="key-value" role="status">
      <span>
        {state.phase === "running"
          ? t("auto.running", { count: state.made })
          : state.reason !== null && t(`auto.ended.${state.reason}`, { count: state.made })}
      </span>
      <b className={state.net > 0n ? "win" : undefined}>{net}</b>
    </div>
  );
}
