import { showDecimal } from "#kit/i18n/numbers.ts";
import { required } from "#kit/std/invariant.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { CommonRules, RulesDialog } from "#modules/bets/web/rules-dialog.tsx";
import type { GameInfo } from "#modules/bets/web/use-game-info.ts";
import type { PlayerContext } from "#modules/bets/web/use-player-context.ts";
import { pockets, spots } from "../shared/cloth.ts";
import { multiplierOf, rouletteRules, rtpPercentOf } from "../shared/rules.ts";

/** Percent with three decimals, truncated, and the remainder to a hundred. */
const returned = String(rtpPercentOf(rouletteRules.current));
const edgePercent = String((100_000 - Math.round(rtpPercentOf(rouletteRules.current) * 1000)) / 1000);
const kinds = ["straight", "split", "street", "corner", "six_line", "column", "even_chance"] as const;

/** The rules with exact odds: all numbers are computed from the settlement rules. */
export function RouletteRules({
  info,
  playerContext,
  onClose,
}: {
  info: GameInfo;
  playerContext: PlayerContext;
  onClose(): void;
}) {
  const { t } = useTranslation("roulette");
  const local = (text: string) => showDecimal(text, playerContext.language);
  return (
    <RulesDialog title={t("rules.title")} onClose={onClose}>
      <p>{t("rules.one")}</p>
      <p>{t("rules.pay", { rtp: local(returned), edge: local(edgePercent) })}</p>
      <table>
        <thead>
          <tr>
            <th>{t("rules.kind")}</th>
            <th className="align-right">{t("rules.covers")}</th>
            <th className="align-right">{t("rules.pays")}</th>
            <th className="align-right">{t("rules.chance")}</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(kind => {
            const spot = required(
              spots.find(each => each.kind === kind),
              "a spot of each kind",
            );
            const { numerator, denominator } = multiplierOf(rouletteRules.current, spot);
            return (
              <tr key={kind}>
                <td>{t(`kind.${kind}`)}</td>
                <td className="align-right">{String(denominator)}</td>
                <td className="align-right">{String(numerator / denominator - 1n)} : 1</td>
                <td className="align-right">{local(chance(spot.numbers.length))}%</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p>{t("rules.table")}</p>
      <p>{t("rules.private")}</p>
      <p>{t("rules.void")}</p>
      <CommonRules info={info} playerContext={playerContext} />
    </RulesDialog>
  );
}

/** Percent with two decimals, truncated. */
function chance(covers: number): string {
  const hundredths = String(Math.floor((10_000 * covers) / pockets)).padStart(3, "0");
  return `${hundredths.slice(0, -2)}.${hundredths.slice(-2)}`;
}
