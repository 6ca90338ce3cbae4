import { useId } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { minerRules } from "../shared/rules.ts";

const { least_mines: least, most_mines: most } = minerRules.current;
const usual = [1, 3, 5, 10, 24];

interface MinerOptionsProps {
  readonly mines: number;
  onMines(mines: number): void;
  readonly locked: boolean;
}

/** The number of mines: five presets, or a typed one. */
export function MinerOptions({ mines, onMines, locked }: MinerOptionsProps) {
  const { t } = useTranslation("miner");
  const id = useId();
  const typed = (text: string) => {
    const number = Number(text.replace(/\D/g, "").slice(-2));
    if (number >= least && number <= most) onMines(number);
  };
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>{t("mines")}</label>
        <span className="hint">
          {least} – {most}
        </span>
      </div>
      <div className="miner-mines">
        {usual.map(number => (
          <button
            key={number}
            type="button"
            className={number === mines ? "on" : undefined}
            aria-pressed={number === mines}
            disabled={locked}
            onClick={() => onMines(number)}
          >
            {number}
          </button>
        ))}
        <input
          id={id}
          className="input-box"
          inputMode="numeric"
          autoComplete="off"
          aria-label={t("mines_count")}
          value={String(mines)}
          disabled={locked}
          onChange={event => typed(event.target.value)}
        />
      </div>
    </div>
  );
}
