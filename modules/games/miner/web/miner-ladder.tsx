import type { Language } from "#kit/i18n/locale.ts";
import { showMultiplier } from "#kit/i18n/numbers.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { minerConfiguration, multiplierAt } from "../shared/rules.ts";
import { ladderWindow } from "./board.ts";
import { brief } from "./figures.ts";

interface MinerLadderProps {
  readonly mines: number;
  /** Gems found, as far as the scene has shown them. */
  readonly found: number;
  /** The round ended on a mine: nothing is lit. */
  readonly lost: boolean;
  readonly language: Language;
}

/** The payout of each gem; the last one found is lit. */
export function MinerLadder({ mines, found, lost, language }: MinerLadderProps) {
  const { t } = useTranslation("miner");
  return (
    <ol className="miner-ladder" aria-label={t("ladder")}>
      {ladderWindow(found, minerConfiguration.tiles - mines).map(step => (
        <li
          key={step}
          className={step === found && !lost ? "on" : step <= found ? "down" : undefined}
          aria-current={step === found ? "step" : undefined}
        >
          <b>{showMultiplier(brief(multiplierAt(mines, step)), language)}</b>
          {t("step", { n: step })}
        </li>
      ))}
    </ol>
  );
}
