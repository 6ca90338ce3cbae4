import { useEffect, useState } from "react";
import { showCount, showPercent } from "#kit/i18n/numbers.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { type BetOdds, mostUnderCap } from "../shared/bet-odds.ts";
import { type Forecast, type ForecastSpec, forecast } from "../shared/forecast.ts";
import type { Strategy } from "../shared/strategy.ts";
import type { GameSession } from "./use-game-session.ts";
import type { PlayerContext } from "./use-player-context.ts";

interface ForecastPanelProps {
  readonly gameSession: GameSession;
  readonly odds: BetOdds | null;
  /** Null while the fields are invalid. */
  readonly strategy: Strategy | null;
}

/** A fixed seed: the same settings always give the same figures. */
const seed = 1;

/** The forecast of a strategy, computed in the page on demand. A changed strategy or bet has no figures until requested. */
export function ForecastPanel({ gameSession, odds, strategy }: ForecastPanelProps) {
  const { t } = useTranslation("bets");
  const [asked, setAsked] = useState<{ readonly of: string; readonly spec: ForecastSpec } | null>(null);
  const { balance } = gameSession.playerContext;
  const name = nameOf(odds, strategy);
  const current = asked?.of === name ? asked : null;
  const result = useForecast(current?.spec ?? null);
  const ask = () => {
    if (!strategy || !odds) return;
    const { min, max } = gameSession.info.limits;
    const limits = { min, max: mostUnderCap(odds, gameSession.info.winCap, max) };
    setAsked({ of: name, spec: { strategy, odds, limits, balance: balance ?? null } });
  };
  return (
    <section className="forecast" aria-label={t("forecast.title")}>
      <Button
        size="s"
        variant="outline"
        wide
        busy={current !== null && !result}
        disabled={!strategy || !odds}
        onClick={ask}
      >
        {t("forecast.ask")}
      </Button>
      <div aria-live="polite">
        {current && !result && <p className="hint">{t("forecast.computing")}</p>}
        {current && result && (
          <Figures result={result} playerContext={gameSession.playerContext} hasStop={strategy?.stopOnLoss !== null} />
        )}
      </div>
    </section>
  );
}

function Figures({
  result,
  playerContext,
  hasStop,
}: {
  result: Forecast;
  playerContext: PlayerContext;
  hasStop: boolean;
}) {
  const { t } = useTranslation("bets");
  const { currency, language } = playerContext;
  const money = (net: bigint) => showMoney(net, currency, language, { signed: true });
  const rows = [
    ["profit", share(result.profit)],
    ...(hasStop ? [["stop_loss", share(result.stopLoss)] as const] : []),
    ["median", money(result.median)],
    ["low", money(result.low)],
    ["high", money(result.high)],
  ] as const;
  const { method, horizon } = result;
  return (
    <>
      <dl>
        {rows.map(([key, value]) => (
          <div key={key} className="key-value">
            <dt>{t(`forecast.${key}`)}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">
        {method.kind === "exact"
          ? t("forecast.exact")
          : t("forecast.simulated", { runs: showCount(method.runs, language) })}{" "}
        {horizon !== null && t("forecast.horizon", { bets: showCount(horizon, language) })}
      </p>
    </>
  );

  /** One decimal; a probability that is neither 0 nor 1 is not shown as either. */
  function share(value: number): string {
    const tenths = Math.min(value > 0.9999999999 ? 1000 : 999, Math.max(value > 0 ? 1 : 0, Math.round(value * 1000)));
    const text = (tenths / 10).toFixed(1);
    return showPercent(text, language);
  }
}

/** Computes in slices, between which the page renders and handles input. Leaving, or requesting another forecast, cancels it. */
function useForecast(spec: ForecastSpec | null): Forecast | null {
  const [done, setDone] = useState<{ readonly spec: ForecastSpec; readonly result: Forecast } | null>(null);
  useEffect(() => {
    if (!spec) return;
    const slices = forecast(spec, seed);
    let timer: ReturnType<typeof setTimeout>;
    const work = () => {
      const slice = slices.next();
      if (slice.done) setDone({ spec, result: slice.value });
      else timer = setTimeout(work, 0);
    };
    timer = setTimeout(work, 0);
    return () => clearTimeout(timer);
  }, [spec]);
  return done && done.spec === spec ? done.result : null;
}

/** Equal for equal bets and strategies, regardless of object identity. */
function nameOf(odds: BetOdds | null, strategy: Strategy | null): string {
  return JSON.stringify([odds, strategy], (_key, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}
