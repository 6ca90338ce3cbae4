import { showMultiplier, showPercent } from "#kit/i18n/numbers.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { CommonRules, RulesDialog } from "#modules/bets/web/rules-dialog.tsx";
import type { GameInfo } from "#modules/bets/web/use-game-info.ts";
import type { PlayerContext } from "#modules/bets/web/use-player-context.ts";
import { allPaths, pathsTo } from "../shared/odds.ts";
import { type PlinkoBet, type PlinkoRules as Rules, tableOf } from "../shared/rules.ts";

interface PlinkoRulesProps {
  readonly rules: Rules;
  readonly info: GameInfo;
  readonly playerContext: PlayerContext;
  /** The table of the player's current choice. */
  readonly bet: PlinkoBet;
  onClose(): void;
}

/** The rules with exact odds: all numbers are computed from the settlement rules. */
export function PlinkoRules({ rules, info, playerContext, bet, onClose }: PlinkoRulesProps) {
  const { language } = playerContext;
  const { t } = useTranslation("plinko");
  const multipliers = tableOf(rules, bet);
  const half = multipliers.slice(0, Math.floor(bet.rows / 2) + 1);
  return (
    <RulesDialog title={t("rules.title")} onClose={onClose}>
      <p>{t("rules.draw")}</p>
      <p>{t("rules.pay", { rtp: info.rtp, edge: info.edge })}</p>
      <h3>{t("rules.table", { risk: t(`risk.${bet.risk}`), rows: bet.rows })}</h3>
      <table>
        <thead>
          <tr>
            <th>{t("rules.slot")}</th>
            <th className="align-right">{t("rules.paths")}</th>
            <th className="align-right">{t("rules.chance")}</th>
            <th className="align-right">{t("rules.multiplier")}</th>
          </tr>
        </thead>
        <tbody>
          {half.map((hundredths, slot) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the slot
            <tr key={slot}>
              <td className="num">{2 * slot === bet.rows ? slot + 1 : `${slot + 1}, ${bet.rows - slot + 1}`}</td>
              <td className="align-right num">{`${pathsTo(bet.rows, slot)} / ${allPaths(bet.rows)}`}</td>
              <td className="align-right">{showPercent(chance(bet.rows, slot), language)}</td>
              <td className="align-right">{showMultiplier(formatHundredths(hundredths), language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <CommonRules info={info} playerContext={playerContext} />
    </RulesDialog>
  );
}

/** The chance of one slot in percent, truncated to four decimals. */
function chance(rows: number, slot: number): string {
  const scaled = (pathsTo(rows, slot) * 1_000_000n) / allPaths(rows);
  return `${scaled / 10_000n}.${(scaled % 10_000n).toString().padStart(4, "0")}`;
}
