import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { Panel } from "#modules/operators/office/parts/office-page.tsx";
import { scorelineRisks } from "../shared/scoreline-risk.ts";
import type { ListedEventView, TradedMarketView } from "./contract.ts";
import { Result } from "./figures.tsx";

/** More goals of each side than now. */
const size = 4;

interface ScorelineProps {
  readonly event: ListedEventView;
  readonly markets: readonly TradedMarketView[];
}

/** What each final score of a football match would bring or cost, all markets together that it decides. */
export function ScorelinePanel({ event, markets }: ScorelineProps) {
  const { t } = useTranslation("office");
  const backed = markets.filter(({ slips }) => slips > 0);
  if (event.names.sport !== "football" || backed.length === 0) return null;
  const [home = 0, away = 0] = (event.score ?? "0:0").split(":").map(Number);
  const risks = scorelineRisks(
    backed.map(({ kind, spec, outcomes }) => ({
      kind,
      spec,
      outcomes: outcomes.map(({ id, stake, payout }) => ({
        id,
        stake: parseDecimal(stake),
        payout: parseDecimal(payout),
      })),
    })),
    [home, away],
    size,
  );
  const columns = Array.from({ length: size + 1 }, (_, more) => away + more);
  return (
    <Panel title={t("trading.scorelines")}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section className="scroll" tabIndex={0} aria-label={t("trading.scorelines")}>
        <table className="scorelines">
          <thead>
            <tr>
              <th scope="col">{`${event.names.home} : ${event.names.away}`}</th>
              {columns.map(goals => (
                <th key={goals} scope="col" className="align-right">
                  {goals}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: size + 1 }, (_, more) => home + more).map(goals => (
              <tr key={goals}>
                <th scope="row">{goals}</th>
                {risks
                  .filter(({ score }) => score[0] === goals)
                  .map(({ score, result }) => (
                    <td key={score[1]} className={result < 0n ? "align-right hot" : "align-right"}>
                      <Result loss={formatAmount(-result)} />
                    </td>
                  ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="note muted sm">{t("trading.scorelines_explained")}</p>
    </Panel>
  );
}
